/* Logs with a row for each window. */
#include "tests/unit/log_trial.h"

Test(log_averaged, writes_the_windows_of_one_job_as_they_stand)
{
	struct log_trial trial =
	    log_trial_text(LOG_IOPS, "100, 610, 0, 0, 0\n100, 20, 1, 0, 0\n201, 600, 0, 0, 0\n"
				     "201, 30, 1, 0, 0\n301, 500, 0, 0, 0\n301, 40, 1, 0, 0\n");

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_close(log_trial_value(&trial, "read.iops,iops,0,0.1,,,"), 610, 0, "first");
	check_close(log_trial_value(&trial, "read.iops,iops,0.1,0.201,,,"), 600, 0, "second");
	check_close(log_trial_value(&trial, "write.iops,iops,0.201,0.301,,,"), 40, 0, "third");
	/* (610 * 100 + 600 * 101 + 500 * 100) / 301 */
	check_close(log_trial_value(&trial, "read.iops,iops,,,,,"), 570.0996677740864, 1e-12,
		    "all");
	check_close(log_trial_value(&trial, "runtime,s,,,,,"), 0.301, 1e-12, "runtime");
	check_int(log_trial_count(&trial, "read.ios"), 0);
	check_text(trial.notes, "a:0: rates of the whole run are means of the log's windows\n");
	log_trial_free(&trial);
}

Test(log_averaged, takes_bandwidth_in_kib)
{
	struct log_trial trial =
	    log_trial_text(LOG_BW, "500, 2440, 2, 0, 0\n1000, 2440, 2, 0, 0\n");

	check_close(log_trial_value(&trial, "trim.bw,B/s,0,0.5,,,"), 2440 * 1024, 0, "sample");
	check_close(log_trial_value(&trial, "trim.bw,B/s,,,,,"), 2440 * 1024, 1e-12, "all");
	log_trial_free(&trial);
}

/* Rows of fio 3.33, rate_iops=1000 with a rest of 0.9 s after each 500 I/Os, log_avg_msec=100: the
 * first six of 4500 I/Os' rows. The 500 of the burst are in the row's own window. */
Test(log_averaged, takes_a_row_behind_a_gap_for_its_own_window)
{
	struct log_trial trial = log_trial_text(
	    LOG_IOPS, "148, 1006, 0, 0, 0\n248, 1000, 0, 0, 0\n349, 1010, 0, 0, 0\n"
		      "449, 1000, 0, 0, 0\n549, 500, 0, 0, 0\n1451, 5000, 0, 0, 0\n");

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_close(log_trial_value(&trial, "read.iops,iops,0,0.148,,,"), 1006, 0, "first");
	check_close(log_trial_value(&trial, "read.iops,iops,0.549,1.351,,,"), 0, 0, "gap");
	check_close(log_trial_value(&trial, "read.iops,iops,1.351,1.451,,,"), 5000, 0, "burst");
	/* 1000 I/Os but for the jitter of the windows: 148.888 + 100 + 102.01 + 100 + 50 + 500 */
	check_close(log_trial_value(&trial, "read.iops,iops,,,,,"), 1000.898 / 1.451, 1e-12, "all");
	log_trial_free(&trial);
}

Test(log_averaged, fills_what_an_idle_direction_leaves_out)
{
	struct log_trial trial = log_trial_text(
	    LOG_IOPS, "100, 10, 0, 0\n200, 10, 0, 0\n300, 10, 0, 0\n300, 5, 1, 0\n400, 10, 0, 0\n"
		      "500, 10, 0, 0\n600, 10, 0, 0\n");

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_close(log_trial_value(&trial, "write.iops,iops,0,0.2,,,"), 0, 0, "before");
	check_close(log_trial_value(&trial, "write.iops,iops,0.2,0.3,,,"), 5, 0, "within");
	check_close(log_trial_value(&trial, "write.iops,iops,0.3,0.6,,,"), 0, 0, "behind");
	/* 0.5 I/Os until 0.3 s, the direction's last row: fio's runtimes are of a direction, too.
	 */
	check_close(log_trial_value(&trial, "write.iops,iops,,,,,"), 0.5 / 0.3, 1e-12, "all");
	check_close(log_trial_value(&trial, "read.iops,iops,,,,,"), 10, 1e-12, "all the time");
	check_text(trial.notes,
		   "a:0: rates of the whole run are means of the log's windows\n"
		   "a:0: a row that comes long after the one before it (1 here) is taken for one "
		   "window with a rate of 0 before it, as of fio 3.1 and later: with --fio2 it "
		   "holds since the one before\n");
	log_trial_free(&trial);
}

/* As fio 2.2.12 logs a job that reads and writes 600 times a second: the direction of the I/O that
 * ends a window gets the row. */
Test(log_averaged, lets_a_row_of_fio_2_hold_since_the_one_before)
{
	const struct log_options options = {.interval_s = 1, .fio2 = true};
	const struct log_text log = {
	    LOG_IOPS, "500, 602, 0, 0\n1000, 600, 1, 0\n3000, 450, 0, 0\n3000, 3, 0, 0\n", 0};
	struct log_trial trial = log_trial_run(&log, 1, &options);

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_close(log_trial_value(&trial, "write.iops,iops,0,1,,,"), 600, 0, "since 0");
	check_close(log_trial_value(&trial, "write.iops,iops,,,,,"), 600, 1e-12, "all");
	check_close(log_trial_value(&trial, "read.iops,iops,0.5,3,,,"), 450, 0, "since the first");
	/* 301 I/Os until 0.5 s and 1125 until 3 s */
	check_close(log_trial_value(&trial, "read.iops,iops,,,,,"), 1426 / 3.0, 1e-12, "all");
	cr_expect(strstr(trial.notes, "--fio2") == NULL, "%s", trial.notes);
	log_trial_free(&trial);
}

/* 5 columns are of fio 3.18 or later, so that nothing is assumed; of bw and iops one note is
 * enough. */
Test(log_averaged, says_what_a_gap_is_taken_for_where_that_is_not_known)
{
	const struct log_options options = {.interval_s = 1};
	const struct log_options fio2 = {.interval_s = 1, .fio2 = true};
	const struct log_text four[] = {{LOG_BW, "10, 5, 0, 0\n20, 5, 0, 0\n50, 5, 0, 0\n", 0},
					{LOG_IOPS, "10, 5, 0, 0\n20, 5, 0, 0\n50, 5, 0, 0\n", 0}};
	const struct log_text five = {LOG_IOPS, "10, 5, 0, 0, 0\n20, 5, 0, 0, 0\n50, 5, 0, 0, 0\n",
				      0};
	struct log_trial assumed = log_trial_run(four, 2, &options);
	struct log_trial known = log_trial_run(&five, 1, &fio2);
	const char *first = strstr(assumed.notes, "--fio2");

	cr_assert(first != NULL, "%s", assumed.notes);
	cr_expect(strstr(first + 1, "--fio2") == NULL, "%s", assumed.notes);
	cr_expect(strstr(known.notes, "--fio2") == NULL, "%s", known.notes);
	check_close(log_trial_value(&assumed, "read.iops,iops,0.02,0.04,,,"), 0, 0, "4 columns");
	check_close(log_trial_value(&known, "read.iops,iops,0.02,0.04,,,"), 0, 0, "5 columns");
	log_trial_free(&assumed);
	log_trial_free(&known);
}

/* On a grid, a row reaches back over many cells. */
Test(log_averaged, lets_a_row_of_fio_2_hold_over_many_windows_of_other_jobs)
{
	const struct log_options options = {.interval_s = 1, .fio2 = true};
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	for (int i = 1; i <= 100; i++)
		fprintf(out, "%d, 1, 0, 0\n", 10 * i);
	fclose(out);
	const struct log_text logs[] = {{LOG_IOPS, text, 0},
					{LOG_IOPS, "10, 5, 0, 0\n20, 5, 0, 0\n1000, 7, 0, 0\n", 0}};
	struct log_trial trial = log_trial_run(logs, 2, &options);
	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_close(log_trial_value(&trial, "read.iops,iops,0.01,0.02,,,"), 6, 1e-12, "second");
	check_close(log_trial_value(&trial, "read.iops,iops,0.02,0.03,,,"), 8, 1e-12, "third");
	check_close(log_trial_value(&trial, "read.iops,iops,0.99,1,,,"), 8, 1e-12, "last");
	/* 1 + (5 * 20 + 7 * 980) / 1000 */
	check_close(log_trial_value(&trial, "read.iops,iops,,,,,"), 7.96, 1e-12, "all");
	log_trial_free(&trial);
	free(text);
}

Test(log_averaged, leaves_out_rows_without_a_time_of_their_own)
{
	struct log_trial trial =
	    log_trial_text(LOG_IOPS, "0, 7, 0, 0\n500, 602, 0, 0\n1000, 600, 0, 0\n0, 0, 0, 0\n"
				     "1000, 900, 0, 0\n1500, 600, 0, 0\n");

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_int(log_trial_count(&trial, "read.iops,iops,"), 4);
	check_close(log_trial_value(&trial, "read.iops,iops,0.5,1,,,"), 600, 0, "the first of two");
	cr_expect(strstr(trial.notes, "2 rows have no time of their own and were left out") != NULL,
		  "%s", trial.notes);
	log_trial_free(&trial);
}

/* fio 2.1 says the block size in rows that are averages of 500 ms. */
Test(log_averaged, knows_averages_of_old_by_their_steps)
{
	struct log_trial iops = log_trial_text(LOG_IOPS, "517, 307, 0, 4096\n517, 332, 1, 4096\n");
	struct log_trial bw = log_trial_text(LOG_BW, "0, 25, 0, 4096\n500, 1208, 0, 4096\n"
						     "500, 1200, 1, 4096\n1000, 1200, 0, 4096\n");

	check_close(log_trial_value(&iops, "write.iops,iops,0,0.517,,,"), 332, 0, "iops");
	check_close(log_trial_value(&bw, "read.bw,B/s,0,0.5,,,"), 1208 * 1024, 0, "bw");
	check_close(log_trial_value(&bw, "read.bw,B/s,0.5,1,,,"), 1200 * 1024, 0, "bw");
	log_trial_free(&iops);
	log_trial_free(&bw);
}

/* Two jobs whose windows of 100 ms begin 30 ms apart: a cell has 70 ms of the second one's window
 * and 30 of the one before. */
Test(log_averaged, adds_jobs_up_by_time_and_not_by_row)
{
	const struct log_options options = {.interval_s = 1};
	const struct log_text logs[] = {
	    {LOG_IOPS, "100, 10, 0, 0, 0\n200, 20, 0, 0, 0\n300, 30, 0, 0, 0\n", 0},
	    {LOG_IOPS, "130, 100, 0, 0, 0\n230, 200, 0, 0, 0\n330, 300, 0, 0, 0\n", 0}};
	struct log_trial trial = log_trial_run(logs, 2, &options);

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_close(log_trial_value(&trial, "read.iops,iops,0,0.1,,,"), 110, 1e-12, "first");
	check_close(log_trial_value(&trial, "read.iops,iops,0.1,0.2,,,"),
		    20 + 0.3 * 100 + 0.7 * 200, 1e-12, "second");
	check_close(log_trial_value(&trial, "read.iops,iops,0.2,0.3,,,"),
		    30 + 0.3 * 200 + 0.7 * 300, 1e-12, "third");
	/* The rest of 30 ms has one job only, and is left out. */
	check_int(log_trial_count(&trial, "read.iops,iops,0"), 3);
	/* (1 + 2 + 3 + 13 + 20 + 30) I/Os in 0.33 s */
	check_close(log_trial_value(&trial, "read.iops,iops,,,,,"), 69 / 0.33, 1e-12, "all");
	log_trial_free(&trial);
}

Test(log_averaged, finds_the_jobs_of_one_file)
{
	struct log_trial trial = log_trial_text(
	    LOG_IOPS, "100, 10, 0, 0\n200, 20, 0, 0\n300, 30, 0, 0\n100, 1, 0, 0\n200, 2, 0, 0\n");

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_close(log_trial_value(&trial, "read.iops,iops,0,0.1,,,"), 11, 1e-12, "first");
	check_close(log_trial_value(&trial, "read.iops,iops,0.1,0.2,,,"), 22, 1e-12, "second");
	check_close(log_trial_value(&trial, "read.iops,iops,0.2,0.3,,,"), 30, 1e-12, "third");
	log_trial_free(&trial);
}

/* A direction that begins late, and many windows, more than are kept. */
Test(log_averaged, keeps_a_grid_over_a_long_run)
{
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);
	const struct log_options options = {.interval_s = 1};

	for (int i = 1; i <= 100; i++)
		fprintf(out, "%d, %d, 0, 0, 0\n%s", 10 * i, i, i == 90 ? "900, 7, 1, 0, 0\n" : "");
	fclose(out);
	const struct log_text logs[] = {{LOG_IOPS, text, 0}, {LOG_IOPS, text, 0}};
	struct log_trial trial = log_trial_run(logs, 2, &options);
	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_int(log_trial_count(&trial, "read.iops,iops,0"), 100);
	check_int(log_trial_count(&trial, "write.iops,iops,0"), 100);
	check_close(log_trial_value(&trial, "read.iops,iops,0.49,0.5,,,"), 100, 1e-12, "50th");
	check_close(log_trial_value(&trial, "write.iops,iops,0,0.01,,,"), 0, 0, "before");
	check_close(log_trial_value(&trial, "write.iops,iops,0.89,0.9,,,"), 14, 1e-12, "within");
	check_close(log_trial_value(&trial, "write.iops,iops,0.99,1,,,"), 0, 0, "behind");
	/* 2 * (1 + ... + 100) / 100 */
	check_close(log_trial_value(&trial, "read.iops,iops,,,,,"), 101, 1e-12, "all");
	log_trial_free(&trial);
	free(text);
}

Test(log_averaged, says_means_and_maxima_of_latencies)
{
	/* fio 3.42, log_window_value=both. */
	struct log_trial trial = log_trial_text(LOG_LAT, "100, 90417, 566814, 0, 0, 0\n"
							 "100, 432295, 17971567, 1, 0, 0\n"
							 "200, 12730, 62086, 0, 0, 0\n");

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_close(log_trial_value(&trial, "read.lat.mean,ns,0,0.1,,,"), 90417, 0, "mean");
	check_close(log_trial_value(&trial, "read.lat.max,ns,0.1,0.2,,,"), 62086, 0, "max");
	check_close(log_trial_value(&trial, "read.lat.mean,ns,,,,,"), 51573.5, 1e-12, "all");
	check_close(log_trial_value(&trial, "read.lat.max,ns,,,,,"), 566814, 0, "the largest");
	check_close(log_trial_value(&trial, "write.lat.max,ns,,,,,"), 17971567, 0, "write");
	check_int(log_trial_count(&trial, "read.lat.n"), 0);
	log_trial_free(&trial);
}

Test(log_averaged, takes_the_mean_of_the_jobs_latencies)
{
	const struct log_options options = {.interval_s = 1, .fio2 = true};
	const struct log_text logs[] = {{LOG_CLAT, "100, 10, 0, 0\n200, 20, 0, 0\n", 0},
					{LOG_CLAT, "100, 30, 0, 0\n200, 40, 0, 0\n", 0}};
	struct log_trial trial = log_trial_run(logs, 2, &options);

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_close(log_trial_value(&trial, "read.clat.mean,ns,0,0.1,,,"), 20000, 1e-12, "first");
	check_close(log_trial_value(&trial, "read.clat.mean,ns,,,,,"), 25000, 1e-12, "all");
	log_trial_free(&trial);
}

Test(log_averaged, begins_times_since_1970_with_the_first_window)
{
	struct log_trial trial = log_trial_text(LOG_IOPS, "1796031669444, 10, 0, 0, 0\n"
							  "1796031669644, 20, 0, 0, 0\n"
							  "1796031669844, 30, 0, 0, 0\n");

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_close(log_trial_value(&trial, "read.iops,iops,0,0.2,,,"), 10, 0, "first");
	check_close(log_trial_value(&trial, "read.iops,iops,0.4,0.6,,,"), 30, 0, "third");
	check_close(log_trial_value(&trial, "runtime,s,,,,,"), 0.6, 1e-12, "runtime");
	log_trial_free(&trial);
}

Test(log_averaged, says_a_limit_of_all_logs_once)
{
	const struct log_options options = {.interval_s = 1};
	const struct log_text logs[] = {{LOG_IOPS, "100, 10, 0, 0\n", 0},
					{LOG_BW, "100, 40, 0, 0\n", 0},
					{LOG_LAT, "100, 70, 0, 0\n", 0},
					{LOG_CLAT, "100, 60, 0, 0\n", 0}};
	struct log_trial trial = log_trial_run(logs, 4, &options);

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_text(
	    trial.notes,
	    "b:0: rates of the whole run are means of the log's windows\n"
	    "c:0: 4 columns do not say the unit: ns are assumed, which is wrong by 1000 where "
	    "fio is of version 2 (--fio2)\n"
	    "c:0: averages of windows (log_avg_msec): means are over time, not over I/Os, and "
	    "there are no percentiles\n");
	log_trial_free(&trial);
}

/* Rates by the logs of rates; I/Os by the lat log, which counts them. */
Test(log_averaged, leaves_totals_to_logs_that_count)
{
	const struct log_options options = {.interval_s = 1};
	const struct log_text logs[] = {
	    {LOG_IOPS, "500, 4, 0, 4096\n1000, 6, 0, 4096\n", 0},
	    {LOG_LAT, "300, 5, 0, 4096\n400, 5, 0, 4096\n800, 5, 0, 4096\n999, 5, 0, 4096\n", 0}};
	struct log_trial trial = log_trial_run(logs, 2, &options);

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_int(log_trial_count(&trial, "read.iops,iops,,"), 1);
	check_close(log_trial_value(&trial, "read.iops,iops,,,,,"), 4, 1e-12, "counted");
	check_close(log_trial_value(&trial, "read.iops,iops,0,0.5,,,"), 4, 0, "sample");
	check_int(log_trial_count(&trial, "read.iops,iops,0"), 2);
	check_close(log_trial_value(&trial, "read.bw,B/s,0,1,,,"), 16384, 1e-12, "bw");
	log_trial_free(&trial);
}

Test(log_averaged, refuses_what_contradicts_itself)
{
	const struct log_options options = {.interval_s = 1};
	const struct log_text mixed[] = {{LOG_LAT, "100, 10, 0, 0, 0\n", 0},
					 {LOG_LAT, "1, 10, 0, 4096, 0\n", 0}};
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	for (int i = 1; i <= 600; i++)
		fprintf(out, "%d, 5, 0, %d, 0\n", 10 * i, i == 600 ? 4096 : 0);
	fclose(out);
	struct log_trial late = log_trial_text(LOG_LAT, text);
	struct log_trial both = log_trial_run(mixed, 2, &options);
	cr_expect(late.ok == false);
	check_text(late.why.why,
		   "a single I/O, where the rows before are averages: '6000, 5, 0, 4096, 0'");
	check_int(late.why.line, 600);
	cr_expect(both.ok == false);
	check_text(both.why.why, "one of a and b has a row for each I/O, the other averages: they "
				 "cannot be added up");
	log_trial_free(&late);
	log_trial_free(&both);
	free(text);
}

/* Beside a document: samples that it has not, and no scalars. */
Test(log_averaged, beside_a_document)
{
	const struct log_text logs[] = {
	    {LOG_BW, "1000, 1, 0, 0, 0\n1000, 1, 1, 0, 0\n2000, 2, 0, 0, 0\n2000, 2, 1, 0, 0\n", 0},
	    {LOG_CLAT, "1000, 10, 0, 0\n2000, 20, 0, 0\n", 0},
	    {LOG_LAT, "", 0}};
	const struct log_known known = {.rates[FIO_WRITE] = true, .version = true};
	const struct log_options options = {.interval_s = 1, .known = &known};
	struct log_trial trial = log_trial_run(logs, 3, &options);

	cr_assert(trial.ok);
	check_int(log_trial_count(&trial, ""), 4);
	check_close(log_trial_value(&trial, "read.bw,B/s,1,2,,,"), 2048, 0, "bw");
	check_close(log_trial_value(&trial, "read.clat.mean,ns,0,1,,,"), 10, 0, "clat");
	check_text(trial.notes, "c:0: an empty log\n");
	log_trial_free(&trial);
	/* All of them may be empty: the document stands for the run. */
	trial = log_trial_run(logs + 2, 1, &options);
	cr_expect(trial.ok);
	log_trial_free(&trial);
}

/* A mean of windows says so. */
Test(log_averaged, rates_of_the_run_are_samples)
{
	struct log_trial trial = log_trial_text(LOG_BW, "1000, 1, 0, 0\n2000, 2, 0, 0\n");

	check_int(log_trial_count(&trial, "meta.fio.bw,text,,,,,samples"), 1);
	check_int(log_trial_count(&trial, "meta.fio.iops"), 0);
	log_trial_free(&trial);
	trial = log_trial_text(LOG_IOPS, "1000, 1, 0, 0\n2000, 2, 0, 0\n");
	check_int(log_trial_count(&trial, "meta.fio.iops,text,,,,,samples"), 1);
	log_trial_free(&trial);
	trial = log_trial_text(LOG_LAT, "1000, 1, 0, 4096\n2000, 2, 0, 4096\n");
	check_int(log_trial_count(&trial, "meta.fio"), 0); /* counted */
	log_trial_free(&trial);
}

/* fio omitted the last window of the second job: 30 would look like a dip. Without a document the
 * rows are all that there is. */
Test(log_averaged, samples_beside_a_document_end_with_the_first_job)
{
	const struct log_text logs[] = {
	    {LOG_IOPS, "100, 10, 0, 0, 0\n200, 20, 0, 0, 0\n300, 30, 0, 0, 0\n", 0},
	    {LOG_IOPS, "100, 10, 0, 0, 0\n200, 20, 0, 0, 0\n", 0}};
	const struct log_known known = {.version = true};
	const struct log_options beside = {.interval_s = 1, .known = &known};
	const struct log_options alone = {.interval_s = 1};
	struct log_trial trial = log_trial_run(logs, 2, &beside);

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_int(log_trial_count(&trial, "read.iops,iops,"), 2);
	check_close(log_trial_value(&trial, "read.iops,iops,0,0.1,,,"), 20, 1e-12, "first");
	check_close(log_trial_value(&trial, "read.iops,iops,0.1,0.2,,,"), 40, 1e-12, "second");
	log_trial_free(&trial);
	trial = log_trial_run(logs, 2, &alone);
	check_close(log_trial_value(&trial, "read.iops,iops,0.2,0.3,,,"), 30, 1e-12, "alone");
	log_trial_free(&trial);
}

/* The end is within a cell, of which more than the half is there: only that counts. And a job that
 * ended long before has ended: what the other did then was all. */
Test(log_averaged, samples_beside_a_document_go_on_behind_a_job_that_ended)
{
	const struct log_text cut[] = {
	    {LOG_IOPS, "100, 10, 0, 0, 0\n200, 20, 0, 0, 0\n300, 30, 0, 0, 0\n", 0},
	    {LOG_IOPS, "100, 10, 0, 0, 0\n180, 20, 0, 0, 0\n", 0}};
	const struct log_text ended[] = {
	    {LOG_IOPS, "100, 10, 0, 0, 0\n200, 20, 0, 0, 0\n300, 30, 0, 0, 0\n400, 40, 0, 0, 0\n",
	     0},
	    {LOG_IOPS, "100, 10, 0, 0, 0\n", 0}};
	const struct log_known known = {.version = true};
	const struct log_options beside = {.interval_s = 1, .known = &known};
	struct log_trial trial = log_trial_run(cut, 2, &beside);

	check_int(log_trial_count(&trial, "read.iops,iops,"), 2);
	check_close(log_trial_value(&trial, "read.iops,iops,0.1,0.18,,,"), 40, 1e-12, "within");
	log_trial_free(&trial);
	trial = log_trial_run(ended, 2, &beside);
	check_int(log_trial_count(&trial, "read.iops,iops,"), 4);
	check_close(log_trial_value(&trial, "read.iops,iops,0.3,0.4,,,"), 40, 1e-12, "ended");
	log_trial_free(&trial);
}

Test(log_averaged, one_row_is_no_rows)
{
	struct log_trial trial =
	    log_trial_text(LOG_IOPS, "100, 5, 0, 0, 0\n100, 6, 0, 0, 0\n200, 5, 0, 0, 0\n");

	cr_expect(strstr(trial.notes, "a:0: 1 row has no time of its own and was left out\n") !=
		      NULL,
		  "%s", trial.notes);
	log_trial_free(&trial);
}
