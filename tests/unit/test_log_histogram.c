/* Histogram logs. */
#include "tests/unit/log_trial.h"

/* fio 3.33, null engine, rate_iops=500, runtime=1, log_hist_msec=250, log_hist_coarseness=6; its
 * JSON says 500 I/Os. A bucket here is 64 of fio's: 0 to 64 ns, to 128 ns, then a power of two. */
static const char fio_coarse[] =
    "252, 0, 4096, 0, 0, 0, 5, 50, 70, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, "
    "0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0\n"
    "502, 0, 4096, 0, 0, 0, 8, 85, 31, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, "
    "0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0\n"
    "752, 0, 4096, 2, 10, 16, 40, 35, 21, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, "
    "0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0\n";

Test(log_histogram, adds_the_rows_up)
{
	struct log_trial trial = log_trial_text(LOG_HIST, fio_coarse);

	cr_assert(trial.ok == true, "%s", trial.why.why);
	/* By hand, column by column; 127 + 125 + 125 of the 500. */
	check_close(log_trial_value(&trial, "read.clat.n,1,,,,,"), 377, 0, "n");
	check_close(log_trial_value(&trial, "read.clat,ns,,,0,64,"), 2, 0, "64");
	check_close(log_trial_value(&trial, "read.clat,ns,,,64,128,"), 10, 0, "128");
	check_close(log_trial_value(&trial, "read.clat,ns,,,256,512,"), 53, 0, "512");
	check_close(log_trial_value(&trial, "read.clat,ns,,,512,1024,"), 170, 0, "1024");
	check_close(log_trial_value(&trial, "read.clat,ns,,,8192,16384,"), 1, 0, "16384");
	check_int(log_trial_count(&trial, "read.clat,ns,,,"), 8);
	check_close(log_trial_value(&trial, "read.iops,iops,0,0.252,,,"), 127 / 0.252, 1e-12,
		    "first");
	check_close(log_trial_value(&trial, "read.iops,iops,,,,,"), 377 / 0.752, 1e-12, "all");
	check_close(log_trial_value(&trial, "runtime,s,,,,,"), 0.752, 1e-12, "runtime");
	check_int(log_trial_count(&trial, "read.ios"), 0);
	cr_expect(strstr(trial.notes, "fio loses the I/Os after the last row") != NULL, "%s",
		  trial.notes);
	log_trial_free(&trial);
}

/* 99 % of 127 are 125.73, reached in the third bucket from 256 on (5 + 50 + 70 + 1 = 126), the one
 * from 2048 on; of 125, 123.75, reached by 8 + 85 + 31 = 124 one before. The middles are said. */
Test(log_histogram, says_the_p99_of_each_interval)
{
	struct log_trial trial = log_trial_text(LOG_HIST, fio_coarse);

	check_close(log_trial_value(&trial, "read.clat.p99,ns,0,0.252,,,"), 3072, 0, "first");
	check_close(log_trial_value(&trial, "read.clat.p99,ns,0.252,0.502,,,"), 1536, 0, "second");
	check_int(log_trial_count(&trial, "read.clat.p99"), 3);
	log_trial_free(&trial);
}

/* 377 reads until 0.752 s; 35 writes in the only row, until 0.25 s. */
Test(log_histogram, takes_the_rate_until_a_directions_last_row)
{
	char text[sizeof(fio_coarse) + 128];
	static const char write[] =
	    "250, 1, 4096, 5, 0, 0, 0, 0, 0, 30, 0, 0, 0, 0, 0, 0, 0, 0, 0, "
	    "0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0\n";

	snprintf(text, sizeof(text), "%s%s", write, fio_coarse);
	struct log_trial trial = log_trial_text(LOG_HIST, text);
	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_close(log_trial_value(&trial, "write.iops,iops,,,,,"), 35 / 0.25, 1e-12, "write");
	check_close(log_trial_value(&trial, "read.iops,iops,,,,,"), 377 / 0.752, 1e-12, "read");
	log_trial_free(&trial);
}

Test(log_histogram, writes_cells_when_asked)
{
	const struct log_options options = {.interval_s = 1, .heatmap = true};
	const struct log_text log = {LOG_HIST, fio_coarse, 0};
	struct log_trial trial = log_trial_run(&log, 1, &options);

	check_close(log_trial_value(&trial, "read.clat,ns,0,0.252,512,1024,"), 50, 0, "cell");
	check_int(log_trial_count(&trial, "read.clat,ns,0"), 5 + 4 + 7);
	log_trial_free(&trial);
}

/* A row with counts in three columns. On the heap. */
static char *
row(int time, int direction, size_t columns, size_t at, unsigned long long count)
{
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	fprintf(out, "%d, %d, 4096", time, direction);
	for (size_t i = 0; i < columns; i++)
		fprintf(out, ", %llu", i == at || i == at + 9 || i + 1 == columns ? count : 0);
	fputs("\n", out);
	fclose(out);
	return text;
}

/* The number of columns tells version, unit and coarseness; the edges of bucket 1000 are by fio's
 * formula (64 + 1000 % 64) * 2^(1000 / 64 - 1) = 104 * 2^14. */
Test(log_histogram, knows_unit_and_coarseness_by_the_columns)
{
	static const struct {
		size_t columns, at;
		const char *first, *last;
	} cases[] = {
	    {1856, 1000, "write.clat,ns,,,1703936,1720320,",
	     "write.clat,ns,,,17045651456,17179869184,"},
	    {1216, 1000, "write.clat,ns,,,1703936000,1720320000,",
	     "write.clat,ns,,,16646144000,16777216000,"},
	    {928, 500, "write.clat,ns,,,1703936,1736704,",
	     "write.clat,ns,,,16911433728,17179869184,"},
	    {608, 500, "write.clat,ns,,,1703936000,1736704000,",
	     "write.clat,ns,,,16515072000,16777216000,"},
	    {2048, 1000, "write.clat,ns,,,1703936,1720320,",
	     "write.clat,ns,,,136365211648,137438953472,"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *text = row(250, 1, cases[i].columns, cases[i].at, 5);
		struct log_trial trial = log_trial_text(LOG_HIST, text);
		cr_expect(trial.ok == true, "%zu: %s", cases[i].columns, trial.why.why);
		check_close(log_trial_value(&trial, cases[i].first), 5, 0, cases[i].first);
		check_close(log_trial_value(&trial, cases[i].last), 5, 0, cases[i].last);
		check_close(log_trial_value(&trial, "write.clat.n,1,,,,,"), 15, 0, "n");
		log_trial_free(&trial);
		free(text);
	}
}

/* Without coarseness the p99 is what fio would print: of bucket 1000 trunc((104 + 1/2) * 2^14). */
Test(log_histogram, says_the_middle_as_fio_does)
{
	char *text = row(250, 0, 1856, 1847, 1);
	struct log_trial trial = log_trial_text(LOG_HIST, text);

	/* Buckets 1847, 1855 and the last, which is 1855 + 1 - 1: 1855 again. */
	check_close(log_trial_value(&trial, "read.clat.p99,ns,0,0.25,,,"), 17112760320, 0, "p99");
	log_trial_free(&trial);
	free(text);
}

/* Rows of two jobs, 1 ms apart, in cells of 250 ms: each cell has one row of each. */
Test(log_histogram, merges_jobs_by_time)
{
	const struct log_options options = {.interval_s = 1, .heatmap = true};
	char *a = row(250, 0, 29, 3, 2), *b = row(500, 0, 29, 3, 4), *both = NULL;
	char *c = row(251, 0, 29, 3, 6), *d = row(501, 0, 29, 3, 8), *other = NULL;

	cr_assert(asprintf(&both, "%s%s", a, b) > 0 && asprintf(&other, "%s%s", c, d) > 0);
	const struct log_text logs[] = {{LOG_HIST, both, 0}, {LOG_HIST, other, 0}};
	struct log_trial trial = log_trial_run(logs, 2, &options);
	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_close(log_trial_value(&trial, "read.clat.n,1,,,,,"), 60, 0, "n");
	check_close(log_trial_value(&trial, "read.clat,ns,0,0.25,256,512,"), 8, 0, "first cell");
	check_close(log_trial_value(&trial, "read.clat,ns,0.25,0.5,256,512,"), 12, 0,
		    "second cell");
	check_close(log_trial_value(&trial, "read.clat,ns,,,256,512,"), 20, 0, "bucket");
	/* 6 in 250 ms, and 250 of the 251 ms in which the other job had 18 */
	check_close(log_trial_value(&trial, "read.iops,iops,0,0.25,,,"),
		    (6 + 18 * 250.0 / 251) / 0.25, 1e-12, "iops");
	log_trial_free(&trial);
	free(a);
	free(b);
	free(c);
	free(d);
	free(both);
	free(other);
}

/* One impossible row of 200 is left out, one of 2 makes the log worthless. */
Test(log_histogram, drops_impossible_rows_and_refuses_many)
{
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);
	char *bad = row(250, 0, 29, 3, 18446744073709551615ULL);
	char *much = row(250, 0, 29, 3, 400000000000ULL);

	for (int i = 1; i <= 200; i++) {
		char *good = row(250 * i, 0, 29, 3, 1);
		fputs(i == 100 ? bad : good, out);
		free(good);
	}
	fclose(out);
	/* Its time is that of the first row: it must not run back. */
	memcpy(strstr(text, "18446") - strlen("250, 0, 4096, 0, 0, 0, "), "250", 3);
	struct log_trial trial = log_trial_text(LOG_HIST, bad);
	cr_expect(trial.ok == false);
	check_text(trial.why.why,
		   "counts that cannot be, as fio 3.6 to 3.16 wrote them, in 1 of 1 rows: the rest "
		   "is not to be trusted");
	log_trial_free(&trial);
	trial = log_trial_text(LOG_HIST, much);
	cr_expect(trial.ok == false, "more than 1e12 in a row");
	log_trial_free(&trial);
	trial = log_trial_text(LOG_HIST, text);
	cr_expect(trial.ok == true, "%s", trial.why.why);
	check_close(log_trial_value(&trial, "read.clat.n,1,,,,,"), 199 * 3, 0, "n");
	cr_expect(strstr(trial.notes, "a:0: left out for counts that cannot be, as fio 3.6 to 3.16 "
				      "wrote them: 1 of 200 rows\n") != NULL,
		  "%s", trial.notes);
	log_trial_free(&trial);
	free(text);
	free(bad);
	free(much);
}

Test(log_histogram, leaves_buckets_to_a_log_of_single_ios)
{
	const struct log_options options = {.interval_s = 1};
	const struct log_text logs[] = {{LOG_CLAT, "5, 300, 0, 4096, 0\n", 0},
					{LOG_HIST, fio_coarse, 0}};
	struct log_trial trial = log_trial_run(logs, 2, &options);

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_int(log_trial_count(&trial, "read.clat.n,"), 1);
	check_int(log_trial_count(&trial, "read.clat,ns,,,"), 1);
	check_int(log_trial_count(&trial, "read.iops,iops,,"), 1);
	check_int(log_trial_count(&trial, "read.clat.p99,"), 3);
	log_trial_free(&trial);
}

Test(log_histogram, refuses_other_rows)
{
	static const char *const texts[] = {"250, 0, 4096, 1, 2, 3\n", "500, 22, 0, 4096\n", "a\n",
					    "252, 0, 4096, 0, 0, 0, 5, 50, 70, 1, 0, 1, 0, 0, 0, "
					    "0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, "
					    "0, 0, 0, 0, x\n"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct log_trial trial = log_trial_text(LOG_HIST, texts[i]);
		cr_expect(trial.ok == false, "accepted: %s", texts[i]);
		check_int(trial.why.line, 1);
		log_trial_free(&trial);
	}
}

/* A last row that is cut is left out, unless it is the first. */
Test(log_histogram, survives_a_cut_at_any_byte)
{
	const struct log_options options = {.interval_s = 1};
	size_t first = strcspn(fio_coarse, "\n");

	for (size_t n = 1; n < sizeof(fio_coarse) - 1; n++) {
		struct log_text log = {LOG_HIST, fio_coarse, n};
		struct log_trial trial = log_trial_run(&log, 1, &options);
		/* 19 counts are a whole row of fio 2.x. */
		cr_expect(trial.ok == (n >= first || n == 71), "cut at %zu: %s", n, trial.why.why);
		log_trial_free(&trial);
	}
}

/* Its last count may be a part of the number. */
Test(log_histogram, leaves_out_a_last_row_without_newline)
{
	const struct log_options options = {.interval_s = 1};
	char *a = row(250, 0, 29, 3, 2), *b = row(500, 0, 29, 3, 40), *both = NULL;

	cr_assert(asprintf(&both, "%s%s", a, b) > 0);
	const struct log_text log = {LOG_HIST, both, strlen(both) - 2};
	struct log_trial trial = log_trial_run(&log, 1, &options);
	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_close(log_trial_value(&trial, "read.clat.n,1,,,,,"), 6, 0, "n");
	check_close(log_trial_value(&trial, "runtime,s,,,,,"), 0.25, 0, "runtime");
	cr_expect(strstr(trial.notes, "a:0: the last row has no newline, may be cut off, and was "
				      "left out\n") == trial.notes,
		  "%s", trial.notes);
	log_trial_free(&trial);
	free(a);
	free(b);
	free(both);
}

/* fio omitted the last window of the second job: no sample is made of the first job's alone, but
 * its I/Os are in the buckets. */
Test(log_histogram, samples_beside_a_document_end_with_the_first_job)
{
	const struct log_known known = {.version = true};
	const struct log_options options = {.interval_s = 1, .heatmap = true, .known = &known};
	char *a = row(250, 0, 29, 3, 2), *b = row(500, 0, 29, 3, 4), *both = NULL;

	cr_assert(asprintf(&both, "%s%s", a, b) > 0);
	const struct log_text logs[] = {{LOG_HIST, both, 0}, {LOG_HIST, a, 0}};
	struct log_trial trial = log_trial_run(logs, 2, &options);
	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_int(log_trial_count(&trial, "read.clat.p99"), 1);
	check_int(log_trial_count(&trial, "read.iops"), 1);
	/* 2 * 3 counts of 2 in 0.25 s */
	check_close(log_trial_value(&trial, "read.iops,iops,0,0.25,,,"), 48, 1e-12, "iops");
	check_close(log_trial_value(&trial, "read.clat,ns,0,0.25,256,512,"), 4, 0, "cell");
	check_close(log_trial_value(&trial, "read.clat,ns,,,256,512,"), 8, 0, "bucket");
	log_trial_free(&trial);
	free(a);
	free(b);
	free(both);
}
