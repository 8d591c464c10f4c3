/* What of a result is to be doubted: Little's law, rates that were not kept. */
#include "collect/campaign/doubts.h"

#include <errno.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "collect/machine/facts.h"
#include "tests/unit/check.h"

static char name[] = "j", file[] = "f";

static const struct job plain = {.name = name,
				 .file = file,
				 .line = 3,
				 .rw = JOB_RW_RANDREAD,
				 .ioengine = JOB_ENGINE_LIBAIO,
				 .iodepth = 4,
				 .bs = {{4096, 4096}, {4096, 4096}, {4096, 4096}}};

static struct hist *
hist_of(uint64_t ns, unsigned n)
{
	struct hist *hist = mem_alloc(1, sizeof(*hist));

	hist_init(hist);
	for (unsigned i = 0; i < n; i++)
		hist_add(hist, ns);
	return hist;
}

Test(doubts, the_queue_s_time_is_accounted_for)
{
	static const struct {
		const char *name;
		enum job_engine engine;
		unsigned depth, n;
		uint64_t lat_ns;
		double runtime_s, want; /* by hand: n lat / (runtime depth) */
	} rows[] = {
	    {"none", JOB_ENGINE_LIBAIO, 4, 0, 0, 1, NAN},
	    {"no time", JOB_ENGINE_LIBAIO, 4, 1, 5, 0, NAN},
	    {"one I/O", JOB_ENGINE_LIBAIO, 1, 1, 500000000, 1, 0.5},
	    {"two I/Os", JOB_ENGINE_LIBAIO, 4, 2, 500000000, 1, 0.25},
	    {"all", JOB_ENGINE_IO_URING, 4, 4000, 1000000, 1, 1},
	    {"one at a time, whatever the depth", JOB_ENGINE_PSYNC, 4, 1000, 1000000, 1, 1},
	    {"no depth is one", JOB_ENGINE_LIBAIO, 0, 1000, 1000000, 1, 1},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		struct job job = plain;
		struct measure_result result = {.runtime_s = rows[i].runtime_s};
		job.ioengine = rows[i].engine;
		job.iodepth = rows[i].depth;
		result.lat[DIRECTION_READ] = hist_of(rows[i].lat_ns, rows[i].n);
		double got = doubts_accounted(&job, &result, 1);
		if (isnan(rows[i].want))
			check_nan(got, rows[i].name);
		else
			check_close(got, rows[i].want, 1e-12, rows[i].name);
		free(result.lat[DIRECTION_READ]);
	}
	check_nan(doubts_accounted(&plain, NULL, 0), "no clones");
}

/* A clone whose 4 places did 4 * 500 I/Os of so long in one second. */
static struct measure_result
second_of(uint64_t lat_ns)
{
	struct measure_result result = {.runtime_s = 1, .ios = {2000}, .run_delay_s = NAN};

	result.lat[DIRECTION_READ] = hist_of(lat_ns, 2000);
	return result;
}

Test(doubts, a_closed_loop_accounts_for_its_time)
{
	struct measure_result good[] = {second_of(2000000), second_of(1945000)},
			      bad[] = {second_of(2000000), second_of(1700000)};
	struct where what;

	cr_expect(doubts_accounting(&plain, good, 2, &what) == false);
	cr_assert(doubts_accounting(&plain, bad, 2, &what) == true);
	check_text(what.why, "job 'j': self-check: 92.5 % of the queue's time is accounted for by "
			     "latencies");
	check_int(what.line, 3);
	bad[0].run_delay_s = bad[1].run_delay_s = 0.05;
	cr_assert(doubts_accounting(&plain, bad, 2, &what) == true);
	check_text(what.why, "job 'j': self-check: 92.5 % of the queue's time is accounted for by "
			     "latencies; 5 % of it was waiting for a processor");
	struct measure_result much = second_of(2100000);
	cr_expect(doubts_accounting(&plain, &much, 1, &what) == true);
	free(much.lat[DIRECTION_READ]);
	for (int i = 0; i < 2; i++) {
		free(good[i].lat[DIRECTION_READ]);
		free(bad[i].lat[DIRECTION_READ]);
	}
}

/* Jobs that leave places in the queue free on purpose, and runs that tell nothing. */
Test(doubts, others_need_not)
{
	struct measure_result bad = second_of(1000000);
	struct where what;
	struct job job = plain;

	cr_assert(doubts_accounting(&job, &bad, 1, &what) == true);
	job.rate_iops[DIRECTION_READ] = 1;
	cr_expect(doubts_accounting(&job, &bad, 1, &what) == false, "rate");
	job = plain;
	job.thinktime_ns = 1;
	cr_expect(doubts_accounting(&job, &bad, 1, &what) == false, "thinktime");
	job = plain;
	job.fsync = 1;
	cr_expect(doubts_accounting(&job, &bad, 1, &what) == false, "fsync");
	job = plain;
	job.iodepth_low = 2;
	cr_expect(doubts_accounting(&job, &bad, 1, &what) == false, "iodepth_low");
	job = plain;
	job.iodepth = 7;
	cr_expect(doubts_accounting(&job, &bad, 1, &what) == false, "300 I/Os of each place");
	bad.runtime_s = 0.9;
	cr_expect(doubts_accounting(&plain, &bad, 1, &what) == false, "too short");
	bad.runtime_s = 1;
	bad.errors[EIO] = 1;
	cr_expect(doubts_accounting(&plain, &bad, 1, &what) == false, "an I/O failed");
	bad.errors[EIO] = 0;
	bad.error = -EIO;
	cr_expect(doubts_accounting(&plain, &bad, 1, &what) == false, "ended by an error");
	free(bad.lat[DIRECTION_READ]);
}

Test(doubts, the_smaller_rate_is_asked_for)
{
	static const struct {
		const char *name;
		uint64_t iops, bw;
		size_t n;
		double want;
		bool bytes;
	} rows[] = {
	    {"none", 0, 0, 1, NAN, false},
	    {"iops", 1000, 0, 3, 3000, false},
	    {"bytes", 0, 1000, 2, 2000, true},
	    {"iops are less", 1000, 4096001, 1, 1000, false},
	    {"bytes are less", 1000, 4095999, 1, 4095999, true},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		struct job job = plain;
		bool bytes = false;
		job.rate_iops[DIRECTION_READ] = rows[i].iops;
		job.rate[DIRECTION_READ] = rows[i].bw;
		double got = doubts_asked(&job, DIRECTION_READ, rows[i].n, &bytes);
		if (isnan(rows[i].want))
			check_nan(got, rows[i].name);
		else
			check_close(got, rows[i].want, 0, rows[i].name);
		check_int(bytes, rows[i].bytes);
	}
}

Test(doubts, a_rate_that_is_not_kept)
{
	struct job job = plain;
	struct where what;
	char text[DOUBTS_TEXT];
	struct measure_result result = {
	    .runtime_s = 10, .ios = {277000}, .lag_end_ns = 3075000000U};

	cr_expect(doubts_overload(&job, &result, 1, text) == false, "no rate");
	check_text(text, "");
	cr_expect(doubts_overload_warning(&job, &result, 1, &what) == false, "no rate");
	job.rate_iops[DIRECTION_READ] = 40000;
	cr_assert(doubts_overload(&job, &result, 1, text) == true);
	check_text(text, "read: asked for 40000 IOPS, did 27700");
	cr_assert(doubts_overload_warning(&job, &result, 1, &what) == true);
	check_text(what.why,
		   "job 'j': overloaded: read: asked for 40000 IOPS, did 27700, 3.075s late at the "
		   "end; latency counts from when each I/O was meant to start");
	check_int(what.line, 3);
	job.rate_iops[DIRECTION_READ] = 0;
	job.rate[DIRECTION_READ] = 1 << 20;
	result.bytes[DIRECTION_READ] = 5 << 20;
	cr_assert(doubts_overload(&job, &result, 1, text) == true);
	cr_expect(strstr(text, "asked for 1MiB/s") || strstr(text, "asked for 1.000MiB/s"), "%s",
		  text);
	result.error = -EIO;
	cr_expect(doubts_overload(&job, &result, 1, text) == false, "it ended by an error");
	result.error = 0;
	result.runtime_s = 0;
	cr_expect(doubts_overload(&job, &result, 1, text) == false, "nothing ran");
}

/* Each direction by itself, and only those that the job has. */
Test(doubts, all_directions_that_fell_short_are_told)
{
	struct job job = plain;
	char text[DOUBTS_TEXT];
	struct measure_result result = {.runtime_s = 10, .ios = {5000, 155, 0}};

	job.rw = JOB_RW_RANDRW;
	job.rwmixread = 50;
	for (enum direction d = 0; d < DIRECTIONS; d++)
		job.rate_iops[d] = 1000;
	cr_assert(doubts_overload(&job, &result, 1, text) == true);
	check_text(text,
		   "read: asked for 1000 IOPS, did 500; write: asked for 1000 IOPS, did 15.5");
	result.ios[DIRECTION_READ] = 10000;
	cr_assert(doubts_overload(&job, &result, 1, text) == true);
	check_text(text, "write: asked for 1000 IOPS, did 15.5");
}

/* 99 % of 1000, and one I/O of each clone that may have been due just before the end. */
Test(doubts, a_rate_that_is_kept_well_enough)
{
	static const struct {
		const char *name;
		enum job_rate_process process;
		size_t n;
		uint64_t ios;
		bool want;
	} rows[] = {
	    {"all", JOB_RATE_LINEAR, 1, 1000, false},
	    {"99.8 %", JOB_RATE_LINEAR, 1, 998, false},
	    {"98.9 % and one", JOB_RATE_LINEAR, 1, 989, false},
	    {"98.8 % and one", JOB_RATE_LINEAR, 1, 988, true},
	    {"97.8 % of two clones, and two", JOB_RATE_LINEAR, 2, 1978, false},
	    {"less", JOB_RATE_LINEAR, 2, 1977, true},
	    {"nothing", JOB_RATE_LINEAR, 1, 0, true},
	    {"a Poisson process: 1000 +- 32", JOB_RATE_POISSON, 1, 895, false},
	    {"less than by three of that", JOB_RATE_POISSON, 1, 890, true},
	};
	char text[DOUBTS_TEXT];

	for (size_t i = 0; i < countof(rows); i++) {
		struct job job = plain;
		struct measure_result result = {.runtime_s = 1, .ios = {rows[i].ios}};
		job.rate_iops[DIRECTION_READ] = 1000;
		job.rate_process = rows[i].process;
		cr_expect(doubts_overload(&job, &result, rows[i].n, text) == rows[i].want, "%s",
			  rows[i].name);
	}
}

/* One I/O a second for 0, 1, 2 and 3 s: all there is, and one less, which tells nothing. */
Test(doubts, few_ios_are_no_overload)
{
	struct job job = plain;
	char text[DOUBTS_TEXT];

	job.rate_iops[DIRECTION_READ] = 1;
	for (unsigned n = 0; n <= 3; n++) {
		for (unsigned missing = 0; missing <= 3; missing++) {
			if (missing > n)
				continue;
			struct measure_result result = {.runtime_s = n, .ios = {n - missing}};
			cr_expect(doubts_overload(&job, &result, 1, text) == (missing > 1),
				  "%u of %u", n - missing, n);
		}
	}
}

/* I/Os are started for the runtime, and the last of them may take long. */
Test(doubts, what_is_waited_for_at_the_end_is_no_time_to_start)
{
	struct job job = plain;
	char text[DOUBTS_TEXT];
	struct measure_result result = {.runtime_s = 1.1, .ios = {1000}};

	job.rate_iops[DIRECTION_READ] = 1000;
	cr_expect(doubts_overload(&job, &result, 1, text) == true);
	job.runtime_ns = 1000000000;
	cr_expect(doubts_overload(&job, &result, 1, text) == false, "the runtime is known");
	job.runtime_ns = 0;
	result.clat[DIRECTION_READ] = hist_of(100000000, 1000);
	cr_expect(doubts_overload(&job, &result, 1, text) == false, "the last one took 100 ms");
	free(result.clat[DIRECTION_READ]);
}

/* All that the rule of the lag looks at; the count is that of a Poisson process, within chance. */
Test(doubts, a_lag_that_grows_until_the_end)
{
	static const struct {
		const char *name;
		double runtime_s;
		uint64_t half_ns, end_ns;
		bool want;
	} rows[] = {
	    {"none", 10, 0, 0, false},
	    {"it grows", 10, 60000000, 120000000, true},
	    {"1 % of the runtime", 10, 50000000, 100000000, false},
	    {"a little more", 10, 50000000, 100000001, true},
	    {"a hiccup of 6 ms at the end", 3, 0, 6000000, false},
	    {"as late as ever", 10, 120000000, 120000000, false},
	    {"it was more before", 10, 300000000, 120000000, false},
	    {"waking up late in a short run", 0.05, 0, 999999, false},
	};
	char text[DOUBTS_TEXT];

	for (size_t i = 0; i < countof(rows); i++) {
		struct job job = plain;
		struct measure_result result = {.runtime_s = rows[i].runtime_s,
						.ios = {(uint64_t)(rows[i].runtime_s * 1000)},
						.lag_half_ns = rows[i].half_ns,
						.lag_end_ns = rows[i].end_ns};
		job.rate_iops[DIRECTION_READ] = 1000;
		job.rate_process = JOB_RATE_POISSON;
		cr_expect(doubts_overload(&job, &result, 1, text) == rows[i].want, "%s",
			  rows[i].name);
	}
}

Test(doubts, a_job_that_never_was_steady)
{
	struct job job = plain;
	struct where what;
	struct measure_result result = {.runtime_s = 10.001, .steady_criterion = 3.25};

	job.runtime_ns = 10000000000;
	cr_expect(doubts_steady(&job, &result, &what) == false, "it was not asked for");
	job.steadystate =
	    (struct job_steadystate){.metric = JOB_STEADY_IOPS, .percent = true, .limit = 2};
	cr_assert(doubts_steady(&job, &result, &what) == true);
	check_text(what.why, "job 'j' was not steady when its runtime was over: the largest "
			     "deviation of iops was 3.25 %, and 2 % was asked for");
	job.steadystate.slope = true;
	job.steadystate.percent = false;
	result.steady_criterion = 120.4;
	result.runtime_s = 5;
	cr_assert(doubts_steady(&job, &result, &what) == true);
	check_text(what.why, "job 'j' was not steady when it ended: the slope of iops was 120, and "
			     "2 was asked for");
	result.steady_criterion = NAN;
	cr_assert(doubts_steady(&job, &result, &what) == true);
	check_text(what.why, "job 'j' was not steady when it ended: it was too short to tell");
	result.error = -EIO;
	cr_expect(doubts_steady(&job, &result, &what) == false, "it ended by an error");
	result.error = 0;
	result.steady = true;
	cr_expect(doubts_steady(&job, &result, &what) == false, "it was steady");
}

Test(doubts, io_uring_on_a_device_that_only_blocks)
{
	static const struct {
		bool direct, iowq;
		const char *bio_based; /* NULL = not known */
		bool doubted;
	} rows[] = {{true, true, "1", true},
		    {true, true, "0", false},
		    {true, true, NULL, false},
		    {true, false, "1", false},
		    {false, true, "1", false}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct job job = {.name = name, .direct = rows[i].direct};
		const struct measure_result result = {.engine = {.iowq = rows[i].iowq}};
		struct where what = {.why = ""};
		struct fact *facts = NULL;

		facts_add(&facts, "meta.device.model", "1");
		if (rows[i].bio_based)
			facts_add(&facts, "meta.device.bio_based", "%s", rows[i].bio_based);
		check_int(doubts_punted(&job, &result, facts, &what), rows[i].doubted);
		check_int(strstr(what.why, "'j': io_uring handed") != NULL, rows[i].doubted);
		facts_free(&facts);
	}
}
