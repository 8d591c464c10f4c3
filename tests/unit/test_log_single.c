/* Logs with a row for each I/O. */
#include <unistd.h>

#include "collect/base/mem.h"
#include "tests/unit/log_trial.h"

/* fio 3.33, rw=randrw, bs=4k, io_size=120k, psync, write_lat_log: its clat log, and below what its
 * JSON says of the same run. */
static const char fio_clat[] = "0, 306188, 0, 4096, 0\n0, 85026, 0, 4096, 0\n0, 76744, 0, 4096, 0\n"
			       "0, 11366, 1, 4096, 0\n0, 90884, 0, 4096, 0\n0, 97084, 0, 4096, 0\n"
			       "0, 5808, 1, 4096, 0\n0, 3746, 1, 4096, 0\n0, 3706, 1, 4096, 0\n"
			       "0, 84785, 0, 4096, 0\n0, 4787, 1, 4096, 0\n1, 77244, 0, 4096, 0\n"
			       "1, 4036, 1, 4096, 0\n1, 80108, 0, 4096, 0\n1, 73899, 0, 4096, 0\n"
			       "1, 69964, 0, 4096, 0\n1, 4156, 1, 4096, 0\n1, 3275, 1, 4096, 0\n"
			       "1, 85386, 0, 4096, 0\n1, 76794, 0, 4096, 0\n1, 4327, 1, 4096, 0\n"
			       "1, 3325, 1, 4096, 0\n1, 3435, 1, 4096, 0\n1, 7541, 1, 4096, 0\n"
			       "1, 66128, 0, 4096, 0\n1, 3966, 1, 4096, 0\n1, 69683, 0, 4096, 0\n"
			       "1, 4757, 1, 4096, 0\n1, 3175, 1, 4096, 0\n1, 3134, 1, 4096, 0\n";

Test(log_single, agrees_with_the_json_of_the_same_run)
{
	struct log_trial trial = log_trial_text(LOG_CLAT, fio_clat);
	/* fio's stddev has the denominator n - 1, ours n. */
	const double read_stdev = 61180.232175 * sqrt(13.0 / 14);
	const double write_stdev = 2118.653959 * sqrt(15.0 / 16);

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_text(trial.notes, "");
	check_close(log_trial_value(&trial, "read.ios,1,,,,,"), 14, 0, "ios");
	check_close(log_trial_value(&trial, "read.bytes,B,,,,,"), 57344, 0, "bytes");
	check_close(log_trial_value(&trial, "runtime,s,,,,,"), 0.002, 1e-12, "runtime");
	check_close(log_trial_value(&trial, "read.iops,iops,,,,,"), 7000, 1e-12, "iops");
	check_close(log_trial_value(&trial, "read.clat.n,1,,,,,"), 14, 0, "n");
	check_close(log_trial_value(&trial, "read.clat.min,ns,,,,,"), 66128, 0, "min");
	check_close(log_trial_value(&trial, "read.clat.max,ns,,,,,"), 306188, 0, "max");
	check_close(log_trial_value(&trial, "read.clat.mean,ns,,,,,"), 95708.357143, 1e-11, "mean");
	check_close(log_trial_value(&trial, "read.clat.stdev,ns,,,,,"), read_stdev, 1e-10, "stdev");
	check_close(log_trial_value(&trial, "write.clat.n,1,,,,,"), 16, 0, "write n");
	check_close(log_trial_value(&trial, "write.clat.mean,ns,,,,,"), 4658.75, 1e-12, "write");
	check_close(log_trial_value(&trial, "write.clat.stdev,ns,,,,,"), write_stdev, 1e-9,
		    "write");
	log_trial_free(&trial);
}

/* The same run's json+ has these bins, by their middle: 70144: 2, 84480: 1, 305152: 1 of reads,
 * 4768: 2 of writes. A bucket at 2^16 is 1024 wide, one at 2^18 4096, one at 2^12 64. */
Test(log_single, has_the_buckets_of_fio)
{
	struct log_trial trial = log_trial_text(LOG_CLAT, fio_clat);

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_close(log_trial_value(&trial, "read.clat,ns,,,69632,70656,"), 2, 0, "70144");
	check_close(log_trial_value(&trial, "read.clat,ns,,,83968,84992,"), 1, 0, "84480");
	check_close(log_trial_value(&trial, "read.clat,ns,,,303104,307200,"), 1, 0, "305152");
	check_close(log_trial_value(&trial, "write.clat,ns,,,4736,4800,"), 2, 0, "4768");
	check_int(log_trial_count(&trial, "read.clat,ns,,,"), 11);
	check_int(log_trial_count(&trial, "write.clat,ns,,,"), 15);
	log_trial_free(&trial);
}

/* Times and ends of rows are compared with those of the row before: each way to differ. */
Test(log_single, tells_rows_from_the_ones_before)
{
	struct log_trial trial = log_trial_text(
	    LOG_LAT, "0, 1, 0, 512\n0, 2, 0, 512\n0, 3, 1, 512\n0, 4, 0, 5120\n0, 5, 0, 512\n"
		     "\n1, 6, 0, 512 \n1, 7, 0, 51\n10, 8, 0, 4096\n100, 9, 0, 4096\n"
		     "10, 9, 0, 1125899906842624\n10, 9, 0, 112589990684262\n1, 9, 0, 4096\r\n"
		     "1, 9, 0, 4096\n999, 9, 2, 4096\n");

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_close(log_trial_value(&trial, "read.lat.n,1,,,,,"), 12, 0, "n");
	check_close(log_trial_value(&trial, "write.lat.n,1,,,,,"), 1, 0, "write n");
	check_close(log_trial_value(&trial, "trim.lat.n,1,,,,,"), 1, 0, "trim n");
	check_close(log_trial_value(&trial, "read.bytes,B,,,,,"),
		    4 * 512 + 5120 + 51 + 4 * 4096 + 1125899906842624.0 + 112589990684262.0, 1e-15,
		    "bytes");
	check_close(log_trial_value(&trial, "read.lat.mean,ns,,,,,"), 78.0 / 12, 1e-15, "mean");
	log_trial_free(&trial);
}

Test(log_single, counts_by_intervals_and_shows_stalls)
{
	/* Reads in seconds 0, 0, 3; writes begin in second 3 only. The run ends at 3.501 s. */
	struct log_trial trial = log_trial_text(LOG_LAT, "0, 10, 0, 4096, 0\n"
							 "999, 20, 0, 8192, 0\n"
							 "3000, 30, 0, 4096, 0\n"
							 "3500, 40, 1, 512, 0\n");

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_close(log_trial_value(&trial, "read.iops,iops,0,1,,,"), 2, 0, "0");
	check_close(log_trial_value(&trial, "read.bw,B/s,0,1,,,"), 12288, 0, "0");
	check_close(log_trial_value(&trial, "read.iops,iops,1,2,,,"), 0, 0, "1");
	check_close(log_trial_value(&trial, "read.iops,iops,2,3,,,"), 0, 0, "2");
	check_close(log_trial_value(&trial, "read.iops,iops,3,3.501,,,"), 1 / 0.501, 1e-12, "3");
	check_close(log_trial_value(&trial, "write.iops,iops,0,1,,,"), 0, 0, "write 0");
	check_close(log_trial_value(&trial, "write.bw,B/s,3,3.501,,,"), 512 / 0.501, 1e-12,
		    "write 3");
	check_int(log_trial_count(&trial, "read.iops,iops,"), 5);
	check_int(log_trial_count(&trial, "write.bw,B/s,"), 5);
	check_int(log_trial_count(&trial, "trim."), 0);
	log_trial_free(&trial);
}

/* n = 1 and 2: 10 and 20 have mean 15 and, with the denominator n, the standard deviation 5. */
Test(log_single, says_what_there_is_of_one_and_of_two)
{
	struct log_trial one = log_trial_text(LOG_SLAT, "5, 10, 1, 512");
	struct log_trial two = log_trial_text(LOG_SLAT, "5, 10, 1, 512\n6, 20, 1, 512\n");

	cr_assert(one.ok == true && two.ok == true);
	check_close(log_trial_value(&one, "write.slat.n,1,,,,,"), 1, 0, "n");
	check_close(log_trial_value(&one, "write.slat.mean,ns,,,,,"), 10, 0, "mean");
	check_close(log_trial_value(&one, "write.slat.stdev,ns,,,,,"), 0, 0, "stdev");
	check_close(log_trial_value(&two, "write.slat.mean,ns,,,,,"), 15, 0, "mean of two");
	check_close(log_trial_value(&two, "write.slat.stdev,ns,,,,,"), 5, 1e-12, "stdev of two");
	log_trial_free(&one);
	log_trial_free(&two);
}

Test(log_single, takes_4_columns_for_ns_unless_told)
{
	const struct log_options fio2 = {.interval_s = 1, .fio2 = true};
	const struct log_text four = {LOG_LAT, "5, 10, 0, 4096\n", 0};
	const struct log_text five = {LOG_LAT, "5, 10, 0, 4096, 0\n", 0};
	struct log_trial ns = log_trial_text(LOG_LAT, four.text);
	struct log_trial us = log_trial_run(&four, 1, &fio2);
	struct log_trial sure = log_trial_run(&five, 1, &fio2);

	check_close(log_trial_value(&ns, "read.lat.max,ns,,,,,"), 10, 0, "ns");
	check_text(ns.notes,
		   "a:0: 4 columns do not say the unit: ns are assumed, which is wrong by "
		   "1000 where fio is of version 2 (--fio2)\n");
	check_close(log_trial_value(&us, "read.lat.max,ns,,,,,"), 10000, 0, "us");
	check_text(us.notes, "");
	check_close(log_trial_value(&sure, "read.lat.max,ns,,,,,"), 10, 0, "5 columns");
	log_trial_free(&ns);
	log_trial_free(&us);
	log_trial_free(&sure);
}

/* Two jobs of one file (per_job_logs=0), and a third of another: merged, and counted by time. */
Test(log_single, adds_jobs_up_by_time)
{
	const struct log_options options = {.interval_s = 1};
	const struct log_text logs[] = {
	    {LOG_CLAT, "100, 10, 0, 4096, 0\n1900, 20, 0, 4096, 0\n200, 30, 0, 4096, 0\n", 0},
	    {LOG_CLAT, "1100, 40, 0, 4096, 0\n1200, 50, 0, 4096, 0\n", 0}};
	struct log_trial trial = log_trial_run(logs, 2, &options);

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_close(log_trial_value(&trial, "read.clat.n,1,,,,,"), 5, 0, "n");
	check_close(log_trial_value(&trial, "read.clat.mean,ns,,,,,"), 30, 0, "mean");
	check_close(log_trial_value(&trial, "read.iops,iops,0,1,,,"), 2, 0, "first");
	check_close(log_trial_value(&trial, "read.iops,iops,1,1.901,,,"), 3 / 0.901, 1e-12,
		    "second");
	log_trial_free(&trial);
}

/* All three latencies are said; I/Os and rates once, by the best of the logs. */
Test(log_single, says_each_metric_once)
{
	const struct log_options options = {.interval_s = 1};
	const struct log_text logs[] = {{LOG_IOPS, "7, 1, 0, 4096, 0\n", 0},
					{LOG_BW, "7, 4000, 0, 4096, 0\n", 0},
					{LOG_SLAT, "5, 10, 0, 4096, 0\n", 0},
					{LOG_CLAT, "6, 20, 0, 4096, 0\n", 0},
					{LOG_LAT, "7, 30, 0, 4096, 0\n", 0}};
	struct log_trial trial = log_trial_run(logs, 5, &options);

	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_int(log_trial_count(&trial, "read.ios,"), 1);
	check_int(log_trial_count(&trial, "read.iops,iops,,"), 1);
	check_int(log_trial_count(&trial, "read.iops,iops,0,"), 1);
	check_int(log_trial_count(&trial, "runtime,"), 1);
	check_close(log_trial_value(&trial, "runtime,s,,,,,"), 0.008, 1e-12, "of the lat log");
	check_close(log_trial_value(&trial, "read.slat.max,ns,,,,,"), 10, 0, "slat");
	check_close(log_trial_value(&trial, "read.clat.max,ns,,,,,"), 20, 0, "clat");
	check_close(log_trial_value(&trial, "read.lat.max,ns,,,,,"), 30, 0, "lat");
	cr_expect(strstr(trial.notes, "a:0: 1 throughout") != NULL, "%s", trial.notes);
	cr_expect(strstr(trial.notes, "counted from the rows of e") != NULL, "%s", trial.notes);
	log_trial_free(&trial);
}

Test(log_single, counts_rows_where_the_values_are_no_rates)
{
	struct log_trial iops = log_trial_text(LOG_IOPS, "0, 1, 0, 4096\n3, 1, 0, 4096\n");
	struct log_trial bw = log_trial_text(LOG_BW, "0, 64393, 1, 512\n3, 153696, 1, 512\n");

	check_close(log_trial_value(&iops, "read.ios,1,,,,,"), 2, 0, "ios");
	check_close(log_trial_value(&iops, "read.bw,B/s,,,,,"), 8192 / 0.004, 1e-12, "bw");
	check_close(log_trial_value(&bw, "write.bytes,B,,,,,"), 1024, 0, "bytes");
	check_close(log_trial_value(&bw, "write.iops,iops,,,,,"), 500, 1e-12, "iops");
	cr_expect(strstr(bw.notes, "bandwidth of single I/Os") != NULL, "%s", bw.notes);
	log_trial_free(&iops);
	log_trial_free(&bw);
}

Test(log_single, reads_every_layout)
{
	static const struct {
		const char *name, *text;
	} cases[] = {
	    {"4", "5, 7, 0, 4096\n9, 8, 1, 4096\n"},
	    {"no blanks", "5,7,0,4096\n9,8,1,4096\n"},
	    {"offset", "5, 7, 0, 4096, 8192\n9, 8, 1, 4096, 512\n"},
	    {"priority", "5, 7, 0, 4096, 0x4004\n9, 8, 1, 4096, 0\n"},
	    {"offset and priority", "5, 7, 0, 4096, 8192, 0\n9, 8, 1, 4096, 512, 1\n"},
	    {"issue time", "5, 7, 0, 4096, 8192, 0x4004, 4900000\n9, 8, 1, 4096, 0, 0, 8999999\n"},
	    {"window=both", "5, 7, 0, 0, 4096, 0\n9, 8, 0, 1, 4096, 0\n"},
	    {"CRLF and an empty line", "5, 7, 0, 4096\r\n\r\n9, 8, 1, 4096\r\n"},
	    {"a row of zeros", "5, 7, 0, 4096\n0, 0, 0, 0\n9, 8, 1, 4096\n"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct log_trial trial = log_trial_text(LOG_LAT, cases[i].text);
		cr_expect(trial.ok == true, "%s: %s", cases[i].name, trial.why.why);
		check_close(log_trial_value(&trial, "read.lat.max,ns,,,,,"), 7, 0, cases[i].name);
		check_close(log_trial_value(&trial, "write.lat.max,ns,,,,,"), 8, 0, cases[i].name);
		check_close(log_trial_value(&trial, "write.bytes,B,,,,,"), 4096, 0, cases[i].name);
		check_close(log_trial_value(&trial, "runtime,s,,,,,"), 0.01, 1e-12, cases[i].name);
		log_trial_free(&trial);
	}
}

#define ROWS_4 "1, 1, 0, 512\n1, 1, 0, 512\n1, 1, 0, 512\n1, 1, 0, 512\n"
#define ROWS_32 ROWS_4 ROWS_4 ROWS_4 ROWS_4 ROWS_4 ROWS_4 ROWS_4 ROWS_4
#define ROWS_256 ROWS_32 ROWS_32 ROWS_32 ROWS_32 ROWS_32 ROWS_32 ROWS_32 ROWS_32

Test(log_single, refuses_with_line_and_reason)
{
	static const struct {
		enum log_kind kind;
		const char *text, *why;
		size_t line;
	} cases[] = {
	    {LOG_LAT, "time, value\n",
	     "not a row of fio's logs (time, value, direction, block size ...)", 1},
	    {LOG_LAT, "1, 1, 0, 512\n1, 1, 3, 512\n",
	     "not a row of fio's logs (time, value, direction, block size ...)", 2},
	    {LOG_LAT, "1, 1, 0, 512\n2, 1, x, 4096 and more",
	     "not a row of fio's logs (time, value, direction, block size ...)", 2},
	    {LOG_LAT, ROWS_256 ROWS_256 "\n2, 1, 0, 512, 0\n",
	     "not a row like those before it: '2, 1, 0, 512, 0'", 514},
	    {LOG_LAT, ROWS_256 ROWS_256 "2, 1, 3, 512\n",
	     "not a row like those before it: '2, 1, 3, 512'", 513},
	    {LOG_LAT, ROWS_256 ROWS_256 "x\n", "not a row of this log: 'x'", 513},
	    {LOG_LAT, ROWS_256 ROWS_256 "2, 1 and", "not a row like those before it: '2, 1 and'",
	     513},
	    {LOG_LAT, "1, 1, 0, 512\n1, 1, 0, 0\n", "a value that no single I/O has: '1, 1, 0, 0'",
	     2},
	    {LOG_LAT, "1, 1125899906842625, 0, 512\n",
	     "a value that no single I/O has: '1, 1125899906842625, 0, 512'", 1},
	    {LOG_LAT, "1, 18446744073709551615, 0, 512\n",
	     "a value that no single I/O has: '1, 18446744073709551615, 0, 512'", 1},
	    {LOG_LAT, "99999999999999999999, 1, 0, 512\n",
	     "a time that cannot be: '99999999999999999999, 1, 0, 512'", 1},
	    {LOG_IOPS, ROWS_256 ROWS_256 "2, 2, 0, 512\n", "not a row of 1: '2, 2, 0, 512'", 513},
	    {LOG_LAT, "1, 1, 0, 512\n99999999999, 1, 0, 512\n",
	     "it lasts 100000000 s, which are 100000000 intervals of 1 s, for a file of 36 bytes",
	     0},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct log_trial trial = log_trial_text(cases[i].kind, cases[i].text);
		cr_expect(trial.ok == false, "%s: accepted", cases[i].why);
		check_text(trial.why.why, cases[i].why);
		check_text(trial.why.file, "a");
		cr_expect(trial.why.line == cases[i].line, "%s: line %zu", cases[i].why,
			  trial.why.line);
		log_trial_free(&trial);
	}
}

Test(log_single, names_empty_logs)
{
	const struct log_options options = {.interval_s = 1};
	const struct log_text some[] = {{LOG_SLAT, "", 0}, {LOG_CLAT, "1, 1, 0, 512, 0\n", 0}};
	const struct log_text none[] = {{LOG_SLAT, "", 0}, {LOG_CLAT, "", 0}};
	struct log_trial trial = log_trial_run(some, 2, &options);

	cr_expect(trial.ok == true);
	check_text(trial.notes, "a:0: an empty log\n");
	log_trial_free(&trial);
	trial = log_trial_run(none, 2, &options);
	cr_expect(trial.ok == false);
	check_text(trial.why.why, "all 2 logs of the run are empty");
	log_trial_free(&trial);
	trial = log_trial_run(none, 1, &options);
	cr_expect(trial.ok == false);
	check_text(trial.why.why, "an empty log");
	log_trial_free(&trial);
}

static void
ignore_note(void *ctx, const struct where *what)
{
	(void)ctx;
	(void)what;
}

/* A pipe can be read only once. */
Test(log_single, reads_standard_input)
{
	const struct log_options options = {.interval_s = 1};
	const struct log_file file = {"-", "stdin", LOG_CLAT, NULL, 0};
	const struct sink sink = {"stdin", NULL, ignore_note, NULL};
	struct log_trial trial = {.ok = false};
	size_t size = 0;
	int ends[2];
	FILE *out = mem_stream(&trial.records, &size);
	const struct rows rows = {out, "c", "r", "t"};

	cr_assert(pipe(ends) == 0);
	cr_assert(write(ends[1], fio_clat, strlen(fio_clat)) == (ssize_t)strlen(fio_clat));
	close(ends[1]);
	cr_assert(dup2(ends[0], STDIN_FILENO) == STDIN_FILENO);
	trial.ok = log_read(&file, 1, &options, &rows, &sink, &trial.why);
	fclose(out);
	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_close(log_trial_value(&trial, "read.clat.n,1,,,,,"), 14, 0, "n");
	check_close(log_trial_value(&trial, "write.clat.n,1,,,,,"), 16, 0, "n");
	log_trial_free(&trial);
}

/* What of a pipe was read to look at it is given again by a stream. */
Test(log_single, reads_a_stream_instead_of_the_path)
{
	const struct log_options options = {.interval_s = 1};
	FILE *in = fmemopen((char *)fio_clat, strlen(fio_clat), "r");
	const struct log_file file = {"/nonexistent", "a", LOG_CLAT, in, 0};
	const struct sink sink = {"a", NULL, ignore_note, NULL};
	struct log_trial trial = {.ok = false};
	size_t size = 0;
	FILE *out = mem_stream(&trial.records, &size);
	const struct rows rows = {out, "c", "r", "t"};

	trial.ok = log_read(&file, 1, &options, &rows, &sink, &trial.why);
	fclose(out);
	fclose(in);
	cr_assert(trial.ok == true, "%s", trial.why.why);
	check_close(log_trial_value(&trial, "read.clat.n,1,,,,,"), 14, 0, "n");
	check_close(log_trial_value(&trial, "write.clat.n,1,,,,,"), 16, 0, "n");
	log_trial_free(&trial);
}

Test(log_single, says_what_cannot_be_opened)
{
	const struct log_options options = {.interval_s = 1};
	const struct log_file files[] = {{"/nonexistent/a_lat.log", "a_lat.log", LOG_LAT, NULL, 0},
					 {"/", "the root", LOG_LAT, NULL, 0}};
	const struct sink sink = {"run", NULL, ignore_note, NULL};
	const struct rows rows = {stdout, "c", "r", "t"};
	struct where why = {.line = 0};

	cr_expect(log_read(&files[0], 1, &options, &rows, &sink, &why) == false);
	check_text(why.why, "cannot open: No such file or directory");
	check_text(why.file, "a_lat.log");
	cr_expect(log_read(&files[1], 1, &options, &rows, &sink, &why) == false);
	check_text(why.why, "cannot read: Is a directory");
	cr_expect(log_read(files, 0, &options, &rows, &sink, &why) == false);
}

/* A text cut anywhere is read up to there, or refused; a NUL is never read over. */
Test(log_single, survives_a_cut_and_a_nul_at_any_byte)
{
	const struct log_options options = {.interval_s = 1};
	char text[sizeof(fio_clat)];

	for (size_t i = 1; i < sizeof(fio_clat) - 1; i++) {
		struct log_text log = {LOG_CLAT, fio_clat, i};
		struct log_trial trial = log_trial_run(&log, 1, &options);
		cr_expect(trial.ok || trial.why.why[0], "cut at %zu", i);
		log_trial_free(&trial);
		memcpy(text, fio_clat, sizeof(text));
		text[i] = '\0';
		log = (struct log_text){LOG_CLAT, text, sizeof(text) - 1};
		trial = log_trial_run(&log, 1, &options);
		cr_expect(trial.ok == false, "a NUL at %zu", i);
		log_trial_free(&trial);
	}
}

/* Beside a document: no scalars, and buckets only of what it has no bins of. */
Test(log_single, beside_a_document)
{
	const char *rows = "1, 10, 0, 4096, 0\n500, 30, 0, 4096, 0\n";
	const struct log_text logs[] = {{LOG_LAT, rows, 0}, {LOG_CLAT, rows, 0}};
	const struct log_known known = {.bins[FIO_READ][FIO_LAT] = true, .version = true};
	const struct log_options options = {.interval_s = 1, .known = &known};
	struct log_trial trial = log_trial_run(logs, 2, &options);

	cr_assert(trial.ok);
	check_int(log_trial_count(&trial, ""), 4);
	check_int(log_trial_count(&trial, "read.iops,iops,0,"), 1);
	check_int(log_trial_count(&trial, "read.bw,B/s,0,"), 1);
	check_int(log_trial_count(&trial, "read.clat,ns,,,"), 2);
	check_text(trial.notes, "");
	log_trial_free(&trial);
}

/* Of 4096 it may be a part, as may the time: nothing of it is to be trusted. */
Test(log_single, leaves_out_a_last_row_without_newline)
{
	static const char *const texts[] = {"1, 5, 0, 4096\n9, 7, 0, 40", "1, 5, 0, 4096\n9",
					    "1, 5, 0, 4096\n9, 7, 0, 4096"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct log_trial trial = log_trial_text(LOG_CLAT, texts[i]);
		cr_assert(trial.ok == true, "%s: %s", texts[i], trial.why.why);
		check_close(log_trial_value(&trial, "read.ios,1,,,,,"), 1, 0, "ios");
		check_close(log_trial_value(&trial, "read.bytes,B,,,,,"), 4096, 0, "bytes");
		check_close(log_trial_value(&trial, "runtime,s,,,,,"), 0.002, 0, "runtime");
		cr_expect(strstr(trial.notes, "a:0: the last row has no newline, may be cut off, "
					      "and was left out\n") == trial.notes,
			  "%s", trial.notes);
		log_trial_free(&trial);
	}
}

Test(log_single, keeps_a_last_row_with_its_newline)
{
	static const char *const texts[] = {"1, 5, 0, 4096\n9, 7, 0, 4096\n",
					    "1, 5, 0, 4096\n9, 7, 0, 4096\n\n"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct log_trial trial = log_trial_text(LOG_CLAT, texts[i]);
		cr_assert(trial.ok == true, "%s", trial.why.why);
		check_close(log_trial_value(&trial, "read.ios,1,,,,,"), 2, 0, "ios");
		cr_expect(strstr(trial.notes, "newline") == NULL, "%s", trial.notes);
		log_trial_free(&trial);
	}
}
