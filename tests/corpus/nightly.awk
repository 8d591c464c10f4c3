# Records of one nightly and of those before it, from a table of nightly checks and one of nightlies.
#
#   awk -v night=N -v window=K [-v earlier=1] -f nightly.awk REPORTS CHECKS
#
# REPORTS has rep, path, verdict, sha, date ...; CHECKS has rep, build, test, status, score, sources,
# value; both separated by tabs. The builds are numbered in the order in which they ran, and each ran
# every test once. Commit "before" gets the runs of the K nightlies before number N (from 1, in that
# order) that a human called good, commit "new" the run of number N. With earlier=1 come instead, as
# commit "earlier", those before these K.
BEGIN {
	FS = "\t"
	print "commit,test,run,metric,unit,start,end,low,high,value"
}

FNR == 1 {
	next
}

FILENAME == ARGV[1] {
	verdict[$1] = $3
	next
}

{
	if (!($1 in build)) {
		build[$1] = $2 + 0
		order[++n] = $1
	}
}

# Means of I/O rates, the checks that are measurements of storage.
$3 ~ /iops_sec\.mean$/ && $7 + 0 > 0 {
	test = $3
	sub(/\/throughput\/iops_sec\.mean$/, "", test)
	# Renamed in the middle of the season.
	sub(/fio\/0000:/, "fio-rot-1j-1i/0000:", test)
	sub(/fio\/0001:/, "fio-rot-Aj-8i/0000:", test)
	direction = test ~ /read-[0-9]+KiB$/ ? "read" : "write"
	row[$1] = row[$1] "%s," test "," $1 "," direction ".iops,iops,,,,," $7 + 0 "\n"
}

function give(rep, commit,	text) {
	text = row[rep]
	gsub(/%s/, commit, text)
	printf "%s", text
	print commit ",," rep ",meta.session,text,,,,," rep
	print commit ",," rep ",meta.complete,text,,,,,1"
}

END {
	# A handful: insertion sort by build.
	for (i = 2; i <= n; i++) {
		for (j = i; j > 1 && build[order[j - 1]] > build[order[j]]; j--) {
			swap = order[j]
			order[j] = order[j - 1]
			order[j - 1] = swap
		}
	}
	if (night > n)
		exit 3
	for (i = night - 1; i >= 1; i--) {
		if (verdict[order[i]] !~ /good/)
			continue
		if (++taken > window && earlier)
			give(order[i], "earlier")
		else if (taken <= window && !earlier)
			give(order[i], "before")
	}
	if (!earlier)
		give(order[night], "new")
	print "night " night " " order[night] " " (verdict[order[night]] ? verdict[order[night]] : "none") " " (taken + 0) >"/dev/stderr"
}
