# Compares what collect import said of each file (kind=seen, as tests/corpus.sh writes it) with the tables.
# Prints a line for each disagreement and a closing line; exit 1 when there is any.

function say(text) {
	print text
	disagreements++
}

function abs(x) {
	return x < 0 ? -x : x
}

# Fields of a line of CSV, as many as it has.
function csv(line, out,    n, i, c, quoted, text) {
	if (index(line, "\"") == 0)
		return split(line, out, ",")
	n = 0
	text = ""
	quoted = 0
	for (i = 1; i <= length(line); i++) {
		c = substr(line, i, 1)
		if (quoted && c == "\"" && substr(line, i + 1, 1) == "\"") {
			text = text c
			i++
		} else if (c == "\"") {
			quoted = !quoted
		} else if (c == "," && !quoted) {
			out[++n] = text
			text = ""
		} else {
			text = text c
		}
	}
	out[++n] = text
	return n
}

# What fio prints for a value in the bucket: the middle, but of buckets one unit wide (1 ns, or 1 us
# before fio 2.99) the value itself.
function middle(low, high,    width) {
	width = high - low
	return width == 1 || width == 1000 ? low : low + width / 2
}

# fio's percentile: the first bucket at which the cumulative count reaches percent / 100 of all. The
# buckets of a metric are in ascending order.
function percentile(key, percent,    i, sum) {
	sum = 0
	for (i = 1; i <= buckets[key]; i++) {
		sum += bucket_count[key, i]
		if (sum * 100 >= percent * total[key] * (1 - 1e-12))
			return middle(bucket_low[key, i], bucket_high[key, i])
	}
	return ""
}

# What was imported under the name that the table uses; "" = it is not there.
function seen_value(test, run, metric,    key, what) {
	what = ""
	if (match(metric, /^(count|samples|avg):/)) {
		what = substr(metric, 1, RLENGTH - 1)
		metric = substr(metric, RLENGTH + 1)
	}
	key = test SUBSEP run SUBSEP metric
	if (what == "count")
		return key in total ? total[key] : ""
	if (what == "samples")
		return key in samples ? samples[key] : ""
	if (what == "avg")
		return key in samples ? sample_sum[key] / samples[key] : ""
	if (key in scalar)
		return scalar[key]
	if (metric ~ /\.p[0-9.]+$/) {
		match(metric, /\.p[0-9.]+$/)
		key = test SUBSEP run SUBSEP substr(metric, 1, RSTART - 1)
		if (key in buckets)
			return percentile(key, substr(metric, RSTART + 2))
	}
	return ""
}

function forget(    i) {
	for (i in scalar) delete scalar[i]
	for (i in buckets) delete buckets[i]
	for (i in total) delete total[i]
	for (i in samples) delete samples[i]
	for (i in sample_sum) delete sample_sum[i]
	for (i in runs) delete runs[i]
	for (i in run_number) delete run_number[i]
	for (i in source) delete source[i]
	for (i in complete) delete complete[i]
	units = rows = 0
	first_test = message = status = ""
}

function record(    n, test, run, metric, key, i, value) {
	n = csv($0, field)
	if (field[1] == "commit" || $0 ~ /(^|,)metric(,|$)/) {
		for (i = 1; i <= n; i++)
			column[field[i]] = i
		return
	}
	rows++
	test = field[column["test"]]
	run = field[column["run"]]
	metric = field[column["metric"]]
	value = field[column["value"]]
	if (test == "")
		return
	if (first_test == "")
		first_test = test
	if (!((test, run) in run_number)) {
		run_number[test, run] = ++runs[test]
		units++
	}
	key = test SUBSEP run_number[test, run] SUBSEP metric
	if (metric == "meta.complete" && value == 1)
		complete[test]++
	if (metric == "meta.source")
		source[value]++
	else if (field[column["low"]] != "" && field[column["start"]] == "") {
		i = ++buckets[key]
		bucket_low[key, i] = field[column["low"]] + 0
		bucket_high[key, i] = field[column["high"]] + 0
		bucket_count[key, i] = value + 0
		total[key] += value
	} else if (field[column["low"]] == "" && field[column["start"]] != "") {
		samples[key]++
		sample_sum[key] += value
	} else if (field[column["low"]] == "") {
		scalar[key] = value
	}
}

function check_value(i,    test, got, want) {
	test = want_test[i]
	if (test == "*")
		test = first_test
	got = seen_value(test, want_run[i], want_metric[i])
	want = want_value[i]
	values++
	if (want == "-") {
		if (got != "")
			say(file ": " test " run " want_run[i] " " want_metric[i] ": is " got ", cannot be had")
	} else if (got == "") {
		say(file ": " test " run " want_run[i] " " want_metric[i] ": is missing, fio says " want)
	} else if (abs(got - want) > want_tolerance[i] * abs(want)) {
		say(file ": " test " run " want_run[i] " " want_metric[i] ": is " got ", fio says " want)
	}
}

# A rate of a direction that fio does not speak of.
function check_unsaid(    key, part) {
	for (key in scalar) {
		split(key, part, SUBSEP)
		if (part[3] ~ /^(read|write|trim|mixed)\.iops$/ && scalar[key] > 0 && !((file, key) in wanted))
			say(file ": " part[1] " run " part[2] " " part[3] ": is " scalar[key] ", fio says nothing")
	}
}

function check_import(    i, text) {
	if (status != 0) {
		say(file ": refused: " (message == "" ? "exit " status : message))
		return
	}
	for (text in source)
		if (text != form[file])
			say(file ": is \"" text "\", should be \"" form[file] "\"")
	if (units != tests[file])
		say(file ": " units " tests and runs, should be " tests[file])
	for (i = first_value[file]; i && want_file[i] == file; i++)
		check_value(i)
	if (form[file] != "fio log")
		check_unsaid()
	for (i = first_percent[file]; i && percent_file[i] == file; i++) {
		values++
		text = percentile(percent_test[i] SUBSEP 1 SUBSEP percent_metric[i], percent[i])
		if (text != percent_value[i])
			say(file ": " percent_test[i] " " percent_metric[i] " p" percent[i] ": is " text \
				" of the buckets, fio says " percent_value[i])
	}
}

function check_refusal(    n, word, i) {
	if (status != 2) {
		say(file ": exit " status " and " rows " rows, should be refused (" reason[file] ")")
		return
	}
	for (i in complete)
		say(file ": refused, but " i " has meta.complete")
	n = split(reason[file], word, "|")
	for (i = 1; i <= n; i++)
		if (index(tolower(message), word[i]))
			return
	say(file ": the refusal does not say \"" reason[file] "\": " message)
}

# One metric of two forms of a run: read from text, it may be off by what the text rounds.
function check_form(metric, allowed,    got, want) {
	want = json[metric]
	got = seen_value(first_test, 1, metric)
	if (want == "")
		return
	values++
	if (got == "")
		say(file ": " metric ": is missing, the JSON says " want)
	else if (abs(got - want) > allowed)
		say(file ": " metric ": is " got ", the JSON says " want)
}

# fio prints text in ns, us or ms by minimum and maximum, with two decimals of the mean and no decimals
# of a percentile; terse has whole us of a percentile, and whole IOPS and KiB/s.
function check_forms(    d, k, l, m, unit, n) {
	if (status != 0) {
		say(file ": refused: " message)
		return
	}
	n = split("read write", d, " ")
	split("clat lat slat", l, " ")
	if (file ~ /#json$/) {
		for (m in json) delete json[m]
		for (k = 1; k <= n; k++) {
			for (m = 1; m <= 3; m++) {
				json[d[k] "." l[m] ".mean"] = seen_value(first_test, 1, d[k] "." l[m] ".mean")
				json[d[k] "." l[m] ".max"] = seen_value(first_test, 1, d[k] "." l[m] ".max")
			}
			json[d[k] ".iops"] = seen_value(first_test, 1, d[k] ".iops")
			json[d[k] ".bw"] = seen_value(first_test, 1, d[k] ".bw")
			json[d[k] ".clat.p99"] = seen_value(first_test, 1, d[k] ".clat.p99")
			if (json[d[k] ".iops"] == "" || json[d[k] ".bw"] == "" || json[d[k] ".clat.p99"] == "")
				say(file ": " d[k] ": iops, bw or p99 is missing")
		}
		return
	}
	for (k = 1; k <= n; k++) {
		check_form(d[k] ".iops", 1.001)
		check_form(d[k] ".bw", 1.001 * 1024)
		for (m = 1; m <= 3; m++) {
			unit = json[d[k] "." l[m] ".max"] > 99999999 ? 1e6 : json[d[k] "." l[m] ".max"] > 99999 ? 1e3 : 1
			check_form(d[k] "." l[m] ".mean", file ~ /#terse$/ ? 0.002 : 0.0051 * unit)
			if (l[m] == "clat")
				check_form(d[k] ".clat.p99", file ~ /#terse$/ ? 1000 : unit)
		}
	}
}

function check() {
	if (file == "")
		return
	if (file ~ /#(json|terse|normal)$/) {
		check_forms()
		return
	}
	if (file ~ /#cut$/) {
		if (status != 2 || rows > 0)
			say(file ": exit " status " and " rows " rows, but the document has no end")
		return
	}
	files++
	if (!(file in here))
		say(file ": is not in the folder")
	else if (status > 2)
		say(file ": ended with exit status " status)
	else if (verdict[file] == "import")
		check_import()
	else
		check_refusal()
}

BEGIN { FS = "\t" }
kind != "seen" && kind != "there" && (/^#/ || $1 == "file") { next }
kind == "file" {
	n_files++
	verdict[$1] = $2
	form[$1] = $3
	tests[$1] = $4
	reason[$1] = $5
	next
}
kind == "value" {
	i = ++n_values
	if (!($1 in first_value))
		first_value[$1] = i
	want_file[i] = $1
	want_test[i] = $2
	want_run[i] = $3
	want_metric[i] = $4
	want_value[i] = $5
	want_tolerance[i] = $6
	wanted[$1, $2, $3, $4] = 1
	next
}
kind == "percentile" {
	i = ++n_percentiles
	if (!($1 in first_percent))
		first_percent[$1] = i
	percent_file[i] = $1
	percent_test[i] = $2
	percent_metric[i] = $3
	percent[i] = $4
	percent_value[i] = $5
	next
}
kind == "there" {
	here[$0] = 1
	if (!($0 in verdict))
		say($0 ": is not in the table")
	next
}
/^\001/ {
	check()
	forget()
	file = substr($0, 2)
	in_messages = 0
	next
}
/^\002/ {
	status = substr($0, 2)
	in_messages = 1
	next
}
in_messages {
	message = message == "" ? $0 : message " / " $0
	next
}
$0 != "" { record() }
END {
	check()
	if (files != n_files)
		say("only " files + 0 " of the table's " n_files " files were tried")
	printf "corpus: %d files, %d values, %d disagreements\n", files, values, disagreements
	exit disagreements > 0
}
