/* fio's terse output. */
#include "collect/text/terse.h"

#include "collect/base/mem.h"
#include "tests/unit/fio_text.h"
#include "tests/unit/text_sink.h"

/* Microseconds in a line are those of the JSON of the same run, cut to whole ones in extremes and
 * percentiles, with six decimals in the others. */
static void
check_latency(const struct fio_latency *got, const double want[4])
{
	check_close(got->min, floor(want[0] / 1000) * 1000, 0, "min");
	check_close(got->max, floor(want[1] / 1000) * 1000, 0, "max");
	check_close(got->mean, want[2], 1e-7, "mean");
	check_close(got->stdev, want[3], 1e-7, "stdev");
	check_nan(got->n, "n");
}

Test(terse, agrees_with_the_json_of_its_run)
{
	struct kept *kept = kept_read(terse_read, one_terse);

	check_int(kept->n, 1);
	check_int(kept->notes, 0);
	check_text(kept->result[0].form, "fio terse 3");
	check_text(kept->result[0].version, "fio-3.33");
	const struct fio_job *job = &kept->result[0].job[0];
	check_text(job->name, "one");
	check_int(job->clones, 0);
	check_int(job->averaged, false);
	check_int(job->options_known, false);
	check_int(job->error, 0);
	check_text(fio_job_option(job, "description"), "a small; run");
	check_close(job->cpu_system, 3.181818, 0, "sys_cpu");
	check_close(job->cpu_user, 0, 0, "usr_cpu");
	check_close(job->switches, 481, 0, "ctx");
	check_nan(job->errors, "errors");
	for (size_t d = 0; d < 2; d++) {
		const struct fio_direction *got = &job->direction[d];
		const struct one_json *want = &one_json[d];
		cr_expect(got->used);
		check_close(got->bytes, want->bytes, 0, "bytes");
		check_nan(got->ios, "ios");
		check_close(got->runtime, want->msec / 1000, 1e-15, "runtime");
		check_close(got->iops, 299, 0, "iops"); /* 330 / 1.101 s, cut */
		check_close(got->bw, 1198 * 1024, 0, "bw");
		for (size_t l = 0; l < FIO_LATENCIES; l++)
			check_latency(&got->latency[l], want->latency[l]);
		check_close(got->bw_samples.mean, want->bw[2] * 1024, 0, "bw mean");
		check_close(got->bw_samples.stdev, want->bw[3] * 1024, 1e-7, "bw stdev");
		check_nan(got->bw_samples.n, "samples");
		check_nan(got->iops_samples.mean, "iops mean");
		const struct fio_latency *clat = &got->latency[FIO_CLAT];
		check_int(clat->n_percentiles, 17);
		for (size_t i = 0; i < 17; i++) {
			check_close(clat->percentile[i].percent, want->percentile[i][0], 0, "of");
			check_close(clat->percentile[i].ns,
				    floor(want->percentile[i][1] / 1000) * 1000, 0, "percentile");
		}
	}
	check_int(job->direction[FIO_TRIM].used, false);
	check_int(job->direction[FIO_MIXED].used, false);
	check_int(kept->result[0].n_disks, 1);
	check_text(kept->result[0].disk[0].name, "vda");
	check_close(kept->result[0].disk[0].write_ios, 144, 0, "write ios");
	check_close(kept->result[0].disk[0].util, 16.11, 0, "util");
	kept_free(kept);
}

/* Real lines of the other versions; numbers read off them by eye. */
Test(terse, versions)
{
	static const struct {
		const char *text, *form;
		double bytes[FIO_DIRECTIONS]; /* 0 = not used */
		const char *description;
	} cases[] = {
	    {terse_v2, "fio terse 2", {528 * 1024, 496 * 1024, 0, 0}, "two; parts"},
	    {terse_v3m, "fio terse 3", {0, 0, 0, 1024 * 1024}, NULL},
	    {terse_v4, "fio terse 4", {528 * 1024, 496 * 1024, 0, 1024 * 1024}, NULL},
	    {terse_v5, "fio terse 5", {528 * 1024, 496 * 1024, 0, 0}, "five"},
	};

	for (size_t i = 0; i < countof(cases); i++) {
		struct kept *kept = kept_read(terse_read, cases[i].text);
		cr_assert_eq(kept->n, 1);
		const struct fio_job *job = &kept->result[0].job[0];
		check_int(kept->notes, 0);
		check_text(kept->result[0].form, cases[i].form);
		check_text(job->name, "n");
		for (size_t d = 0; d < FIO_DIRECTIONS; d++) {
			check_int(job->direction[d].used, cases[i].bytes[d] > 0);
			if (cases[i].bytes[d] > 0)
				check_close(job->direction[d].bytes, cases[i].bytes[d], 0, "bytes");
		}
		const char *description = fio_job_option(job, "description");
		check_text(description ? description : "-",
			   cases[i].description ? cases[i].description : "-");
		kept_free(kept);
	}
}

/* A line of any layout, whose numbers tell where they stand: direction d (from 0) has KiB 10d + 1,
 * KiB/s 10d + 2, IOPS 10d + 3, ms 10d + 4, and so on. */
static void
add_direction(char **line, int d, bool five)
{
	mem_append(line, ";%d;%d;%d;%d", 10 * d + 1, 10 * d + 2, 10 * d + 3, 10 * d + 4);
	mem_append(line, ";%d;%d;5.5;0.5", d + 1, d + 9);
	mem_append(line, ";%d;%d;6.5;0.25", d + 2, d + 10);
	for (int i = 1; i <= 20; i++)
		mem_append(line, i <= 2 ? ";%d.000000%%=%d" : ";0%%=0", 40 * i, i + d);
	mem_append(line, ";%d;%d;7.5;0.125", d + 3, d + 11);
	mem_append(line, ";%d;%d;99.0%%;%d.5;3.5", d + 4, d + 12, d + 8);
	if (five)
		mem_append(line, ";%d;%d;%d;%d.25;1.25;%d", d + 6, d + 5, d + 13, d + 9, d + 7);
}

struct shape {
	int version, directions;
	const char *name, *rest;
};

static char *
line_of(struct shape shape)
{
	char *line = mem_format("%d;%s%s;7;5", shape.version, shape.version == 2 ? "" : "fio-3.33;",
				shape.name);

	for (int d = 0; d < shape.directions; d++)
		add_direction(&line, d, shape.version == 5);
	mem_append(&line, ";1.5%%;2.5%%;33;4;5");
	for (int i = 0; i < 29; i++)
		mem_append(&line, ";%d.00%%", i);
	mem_append(&line, "%s\n", shape.rest);
	return line;
}

static void
check_direction(const struct fio_direction *got, double d, bool five)
{
	cr_expect(got->used);
	check_close(got->bytes, (10 * d + 1) * 1024, 0, "bytes");
	check_close(got->bw, (10 * d + 2) * 1024, 0, "bw");
	check_close(got->iops, 10 * d + 3, 0, "iops");
	check_close(got->runtime, (10 * d + 4) / 1000, 1e-15, "runtime");
	for (size_t l = 0; l < FIO_LATENCIES; l++) {
		const struct fio_latency *latency = &got->latency[l];
		check_close(latency->min, (d + 1 + (double)l) * 1000, 0, "min");
		check_close(latency->max, (d + 9 + (double)l) * 1000, 0, "max");
		check_close(latency->mean, 5500 + 1000 * (double)l, 0, "mean");
		check_close(latency->stdev, 500 / pow(2, (double)l), 0, "stdev");
	}
	const struct fio_latency *clat = &got->latency[FIO_CLAT];
	check_int(clat->n_percentiles, 2); /* 40 and 80; the rest is filled up */
	check_close(clat->percentile[1].percent, 80, 0, "percent");
	check_close(clat->percentile[1].ns, (2 + d) * 1000, 0, "percentile");
	check_close(got->bw_samples.min, (d + 4) * 1024, 0, "bw min");
	check_close(got->bw_samples.max, (d + 12) * 1024, 0, "bw max");
	check_close(got->bw_samples.mean, (d + 8.5) * 1024, 0, "bw mean");
	check_close(got->bw_samples.stdev, 3.5 * 1024, 0, "bw stdev");
	if (!five) {
		check_nan(got->iops_samples.mean, "no iops");
		return;
	}
	check_close(got->bw_samples.n, d + 6, 0, "bw samples");
	check_close(got->iops_samples.min, d + 5, 0, "iops min");
	check_close(got->iops_samples.max, d + 13, 0, "iops max");
	check_close(got->iops_samples.mean, d + 9.25, 0, "iops mean");
	check_close(got->iops_samples.stdev, 1.25, 0, "iops stdev");
	check_close(got->iops_samples.n, d + 7, 0, "iops samples");
}

#define DISKS ";sda;11;12;13;14;15;16;17;18.50%;sdb;21;22;23;24;25;26;27;28.25%"

/* Every version with and without a mixed direction, disks, errors and descriptions. */
Test(terse, layouts)
{
	static const struct {
		struct shape shape;
		const char *description;
		double disks, errors;
	} cases[] = {
	    {{2, 3, "a", ""}, NULL, 0, NAN},
	    {{2, 1, "a", ";3;5"}, NULL, 0, 3},
	    {{2, 4, "a;b", ""}, NULL, 0, NAN},
	    {{3, 2, "a", DISKS}, NULL, 2, NAN},
	    {{3, 1, "a;1%=2;c", DISKS ";3;28;text"}, "text", 2, 3},
	    {{3, 3, "a", ";text;5;7"}, "text;5;7", 0, NAN},
	    {{4, 3, "", DISKS ";text"}, "text", 2, NAN},
	    {{4, 4, ";", ";0;0"}, NULL, 0, 0},
	    {{5, 3, "a", ""}, NULL, 0, NAN},
	    {{5, 4, "a", DISKS ";1;5;;"}, ";", 2, 1},
	    {{5, 1, "a", ";5"}, "5", 0, NAN},
	};

	for (size_t i = 0; i < countof(cases); i++) {
		const struct shape *shape = &cases[i].shape;
		char *line = line_of(*shape);
		struct kept *kept = kept_read(terse_read, line);
		cr_assert_eq(kept->n, 1, "case %zu: %s", i, kept->note.why);
		const struct fio_job *job = &kept->result[0].job[0];
		check_text(job->name, shape->name);
		check_int(job->group, 7);
		check_int(job->error, 5);
		check_close(job->cpu_user, 1.5, 0, "user");
		check_close(job->cpu_system, 2.5, 0, "system");
		check_close(job->switches, 33, 0, "switches");
		int ways = shape->version == 3 ? 2 : 3;
		for (int d = 0; d < shape->directions; d++)
			check_direction(
			    &job->direction[shape->directions == 1 || d == ways ? FIO_MIXED : d], d,
			    shape->version == 5);
		check_int(kept->result[0].n_disks, cases[i].disks);
		if (kept->result[0].n_disks == 2) {
			check_text(kept->result[0].disk[1].name, "sdb");
			check_close(kept->result[0].disk[1].read_ios, 21, 0, "reads");
			check_close(kept->result[0].disk[1].util, 28.25, 0, "util");
		}
		if (isnan(cases[i].errors))
			check_nan(job->errors, "errors");
		else
			check_close(job->errors, cases[i].errors, 0, "errors");
		const char *description = fio_job_option(job, "description");
		check_text(description ? description : "-",
			   cases[i].description ? cases[i].description : "-");
		kept_free(kept);
		free(line);
	}
}

/* Lines that begin like terse output and are none, or have the wrong number of directions. */
Test(terse, refuses)
{
	struct shape shapes[] = {{3, 4, "a", ""}, {4, 2, "a", ""}, {2, 2, "a", ""}};

	for (size_t i = 0; i < countof(shapes); i++) {
		char *line = line_of(shapes[i]);
		struct kept *kept = kept_read(terse_read, line);
		check_int(kept->n, 0);
		check_int(kept->notes, 1);
		check_int(kept->note.line, 1);
		kept_free(kept);
		free(line);
	}
	/* The last field of those that are always there is missing. */
	char *line = line_of((struct shape){3, 2, "a", ""});
	*strrchr(line, ';') = '\0';
	struct kept *kept = kept_read(terse_read, line);
	check_int(kept->n, 0);
	check_int(kept->notes, 1);
	kept_free(kept);
	/* Many of them are not said one by one. */
	char *lines = mem_format("%s\n%s\n%s\n", line, line, line);
	kept = kept_read(terse_read, lines);
	check_int(kept->notes, 2);
	cr_expect(strstr(kept->note.why, "2 more lines") != NULL, "%s", kept->note.why);
	kept_free(kept);
	free(lines);
	free(line);
}

Test(terse, other_text_is_none)
{
	static const char *const texts[] = {"",   "\n",          "3;4;5\n2;3\n",   "3",
					    "5;", "2;name;x%\n", "time;bw\n3;fi\n"};

	for (size_t i = 0; i < countof(texts); i++) {
		struct kept *kept = kept_read(terse_read, texts[i]);
		check_int(kept->n, 0);
		check_int(kept->notes, 0);
		kept_free(kept);
	}
}

/* No I/O: means of 0 / 0, as fio prints them, and a direction that is not used. */
Test(terse, nan_and_zeros)
{
	char *line = line_of((struct shape){3, 2, "a", ""});
	char *mean = strstr(line, ";6.5;0.25");
	struct kept *kept;

	cr_assert(mean != NULL);
	memcpy(mean, ";nan;-nan", 9);
	kept = kept_read(terse_read, line);
	check_nan(kept_direction(kept, FIO_READ)->latency[FIO_CLAT].mean, "mean");
	check_nan(kept_direction(kept, FIO_READ)->latency[FIO_CLAT].stdev, "stdev");
	check_close(kept_direction(kept, FIO_READ)->latency[FIO_CLAT].max, 10000, 0, "max");
	kept_free(kept);
	free(line);
	/* Only the percentiles of zero throughout are left of what was not measured. */
	kept = kept_read(terse_read, terse_v5);
	check_nan(kept_direction(kept, FIO_READ)->latency[FIO_SLAT].min, "no slat");
	check_nan(kept_direction(kept, FIO_READ)->bw_samples.mean, "no samples");
	check_nan(kept_direction(kept, FIO_READ)->iops_samples.mean, "no samples");
	check_close(kept->result[0].job[0].errors, 0, 0, "errors");
	kept_free(kept);
}

/* The lines that stand together are one result, but not those of another version of fio. */
Test(terse, results)
{
	char *a = line_of((struct shape){3, 2, "a", DISKS}),
	     *b = line_of((struct shape){4, 3, "b", ""});
	char *all = mem_format("> %s> %sAll done\r\n\n%s%s%s\n%s", a, a, a, b,
			       "fio: terminating on signal 2", b);
	struct kept *kept = kept_read(terse_read, all);

	check_int(kept->n, 4);
	check_int(kept->result[0].n_jobs, 2);
	check_int(kept->result[0].job[1].line, 2);
	check_int(kept->result[1].line, 5);
	check_text(kept->result[2].form, "fio terse 4");
	check_int(kept->result[2].interrupted, false);
	check_int(kept->result[3].interrupted, true);
	kept_free(kept);
	free(all);
	char *sum = line_of((struct shape){3, 2, "All clients", ""});
	all = mem_format("%s%s", a, sum);
	free(sum);
	kept = kept_read(terse_read, all);
	check_int(kept->n, 1);
	check_int(kept->result[0].n_jobs, 1);
	kept_free(kept);
	free(all);
	free(a);
	free(b);
}

/* The same job with more of everything is a later state; clones with about the same are not. */
static struct kept *
read_states(const double msec[], size_t n)
{
	char *all = mem_format("%s", "");

	for (size_t i = 0; i < n; i++) {
		char *line = line_of((struct shape){3, 1, "a", ""});
		/* 1 KiB and 4 ms are its first direction's. */
		char *rest = strstr(line, ";7;5;1;2;3;4;");
		cr_assert(rest != NULL);
		mem_append(&all, "%.*s;7;5;%.0f;2;3;%.0f;%s", (int)(rest - line), line,
			   msec[i] + (double)i, msec[i], rest + strlen(";7;5;1;2;3;4;"));
		free(line);
	}
	struct kept *kept = kept_read(terse_read, all);
	free(all);
	return kept;
}

Test(terse, states)
{
	struct kept *kept = read_states((const double[]){1000, 2000, 3000, 3001}, 4);

	check_int(kept->n, 1);
	check_int(kept->result[0].n_jobs, 1);
	check_int(kept->notes, 1);
	check_close(kept_direction(kept, FIO_MIXED)->runtime, 3.001, 0, "the last state");
	kept_free(kept);
	kept = read_states((const double[]){1001, 1002, 1001}, 3);
	check_int(kept->n, 3);
	check_int(kept->notes, 1);
	cr_expect(strstr(kept->note.why, "(2 lines): taken to be runs one after another") != NULL,
		  "%s", kept->note.why);
	kept_free(kept);
}

/* The lines a digit each: which disks they have behind the name. */
static struct kept *
read_runs(const char *names, const char *disks)
{
	char *all = mem_dup("");

	for (size_t i = 0; names[i]; i++) {
		char *rest = disks[i] == '-' ? mem_dup("")
					     : mem_format(";sda;%c;0;0;0;0;0;0;1.00%%", disks[i]);
		char *line = line_of((struct shape){3, 2, (const char[]){names[i], '\0'}, rest});
		mem_append(&all, "%s", line);
		free(line);
		free(rest);
	}
	struct kept *kept = kept_read(terse_read, all);
	free(all);
	return kept;
}

/* Clones of one fio have the same statistics of the disks behind them; runs that were appended to
 * one file are no clones. */
Test(terse, appended_runs_are_no_clones)
{
	static const struct {
		const char *names, *disks;
		size_t results, jobs, notes; /* jobs of the first */
	} cases[] = {
	    {"aaa", "123", 3, 1, 0},   {"aaaa", "1122", 2, 2, 0}, {"aabaab", "111222", 2, 3, 0},
	    {"abab", "----", 2, 2, 0}, {"abab", "1111", 2, 2, 0}, /* clones stand together */
	    {"aaa", "---", 3, 1, 1},   {"aa", "00", 2, 1, 1},     /* nothing reached the disk */
	    {"ab", "12", 1, 2, 0}, /* of two jobs each may come from a status of its own */
	    {"", "", 0, 0, 0},
	};

	for (size_t i = 0; i < countof(cases); i++) {
		struct kept *kept = read_runs(cases[i].names, cases[i].disks);
		cr_expect(kept->n == cases[i].results, "row %zu: %zu results", i, kept->n);
		cr_expect(kept->n == 0 || kept->result[0].n_jobs == cases[i].jobs, "row %zu", i);
		cr_expect(kept->notes == cases[i].notes, "row %zu: %zu notes", i, kept->notes);
		if (cases[i].results == 3 && cases[i].notes == 0) {
			check_close(kept->result[0].disk[0].read_ios, 1, 0, "of the first");
			check_close(kept->result[2].disk[0].read_ios, 3, 0, "of the last");
		}
		kept_free(kept);
	}
}

/* Jobs of clients have one name, and the line that sums them up tells it. */
Test(terse, clients_are_one_run)
{
	char *a = line_of((struct shape){3, 2, "a", ""}),
	     *sum = line_of((struct shape){3, 2, "All clients", ""});
	char *all = mem_format("%s%s%s", a, a, sum);
	struct kept *kept = kept_read(terse_read, all);

	check_int(kept->n, 1);
	check_int(kept->result[0].n_jobs, 2);
	check_int(kept->notes, 0);
	kept_free(kept);
	free(all);
	free(sum);
	free(a);
}

/* Any piece of a line, and any byte changed: an answer, never a crash. */
Test(terse, cut_anywhere)
{
	for (size_t n = 0; n < sizeof(one_terse); n += 7) {
		char *text = mem_copy(one_terse, n);
		struct kept *kept = kept_read(terse_read, text);
		cr_expect(kept->n <= 1);
		kept_free(kept);
		kept = kept_read(terse_read, one_terse + n);
		cr_expect(kept->n == (n == 0), "%zu %.60s", n, one_terse + n);
		kept_free(kept);
		free(text);
	}
}

/* A line that is cut short is no state of its job, and what was held of it not its end. Cut among
 * the disks, it can only be told where the text has no more lines. */
Test(terse, cut_lines)
{
	size_t disk = (size_t)(strstr(one_terse, ";vda;") - one_terse);
	static const struct {
		const char *behind; /* the latencies */
		bool cut;
	} ends[] = {{";vda;161;14", true},
		    {";vda;161;144;0;0;146;2127;2277;16.", true},
		    {";vda;161;", true},
		    {";vda;161;144\n", false},
		    {";vda", false},
		    {"", false},
		    {";a small; run", false},
		    {";vda;161;144;0;0;146;2127;2277;16.11%", false},
		    {";vda;161;144;0;0;146;2127;2277;16.11%;3;28", false}};

	for (size_t i = 0; i < countof(ends); i++) {
		char *text = mem_format("%.*s%s", (int)disk, one_terse, ends[i].behind);
		struct kept *kept = kept_read(terse_read, text);
		cr_assert_eq(kept->n, 1);
		cr_expect(kept->result[0].job[0].cut == ends[i].cut, "%s", ends[i].behind);
		kept_free(kept);
		free(text);
	}
	char *text = mem_format("%s%.*s", one_terse, (int)disk - 30, one_terse);
	struct kept *kept = kept_read(terse_read, text);
	cr_assert_eq(kept->n, 1);
	check_int(kept->result[0].n_jobs, 1);
	check_int(kept->result[0].job[0].cut, true);
	check_int(kept->notes, 1);
	kept_free(kept);
	/* Of another job it says nothing of this one. */
	*strstr(text, "one") = 'O';
	kept = kept_read(terse_read, text);
	check_int(kept->result[0].job[0].cut, false);
	kept_free(kept);
	free(text);
}

Test(terse, the_first_error)
{
	char *text =
	    mem_format("%.*s;7;28\n", (int)(strstr(one_terse, ";a small") - one_terse), one_terse);
	struct kept *kept = kept_read(terse_read, text);

	check_close(kept->result[0].job[0].errors, 7, 0, "errors");
	check_int(kept->result[0].job[0].first_error, 28);
	kept_free(kept);
	free(text);
}
