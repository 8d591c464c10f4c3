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

/* A lag that begins at 0 and grows by the step to the end. */
static struct hist *
growing(uint64_t step_ns, unsigned n)
{
	struct hist *hist = hist_of(0, 0);

	for (unsigned i = 0; i < n; i++)
		hist_add(hist, i * step_ns);
	return hist;
}

Test(doubts, a_rate_that_is_not_kept)
{
	struct job job = plain;
	struct where what;
	struct measure_result result = {
	    .runtime_s = 10, .ios = {277000}, .lag_end_ns = 3075000000U};

	cr_expect(doubts_overload(&job, &result, 1, &what) == false, "no rate");
	job.rate_iops[DIRECTION_READ] = 40000;
	cr_assert(doubts_overload(&job, &result, 1, &what) == true);
	check_text(what.why,
		   "job 'j': overloaded: read: asked for 40000 IOPS, did 27700 IOPS, 3.075s late "
		   "at the end; latency counts from when each I/O was meant to start");
	job.rate_iops[DIRECTION_READ] = 0;
	job.rate[DIRECTION_READ] = 1 << 20;
	result.bytes[DIRECTION_READ] = 5 << 20;
	cr_assert(doubts_overload(&job, &result, 1, &what) == true);
	cr_expect(strstr(what.why, "asked for 1MiB/s") || strstr(what.why, "asked for 1.000MiB/s"),
		  "%s", what.why);
	result.error = -EIO;
	cr_expect(doubts_overload(&job, &result, 1, &what) == false, "it ended by an error");
	result.error = 0;
	result.runtime_s = 0;
	cr_expect(doubts_overload(&job, &result, 1, &what) == false, "nothing ran");
}

Test(doubts, a_rate_that_is_kept_well_enough)
{
	struct job job = plain;
	struct where what;
	struct measure_result result = {.runtime_s = 1, .ios = {991}};

	job.rate_iops[DIRECTION_READ] = 1000;
	cr_expect(doubts_overload(&job, &result, 1, &what) == false, "99.1 %%");
	result.ios[DIRECTION_READ] = 989;
	cr_expect(doubts_overload(&job, &result, 1, &what) == true, "98.9 %%");
	/* Of a Poisson process 1000 are 1000 +- 32. */
	job.rate_process = JOB_RATE_POISSON;
	cr_expect(doubts_overload(&job, &result, 1, &what) == false);
	result.ios[DIRECTION_READ] = 890;
	cr_expect(doubts_overload(&job, &result, 1, &what) == true);
	/* The last one that was due in time takes 100 ms. */
	job.rate_process = JOB_RATE_LINEAR;
	result.runtime_s = 1.1;
	result.ios[DIRECTION_READ] = 1000;
	result.clat[DIRECTION_READ] = hist_of(100000000, 1000);
	cr_expect(doubts_overload(&job, &result, 1, &what) == false);
	free(result.clat[DIRECTION_READ]);
}

/* 99.5 % are done, and each I/O is later than the one before. */
Test(doubts, a_lag_that_grows_until_the_end)
{
	struct job job = plain;
	struct where what;
	struct measure_result result = {
	    .runtime_s = 10, .ios = {9950}, .lag = growing(5000, 10000), .lag_end_ns = 50000000};

	job.rate_iops[DIRECTION_READ] = 1000;
	cr_expect(doubts_overload(&job, &result, 1, &what) == true);
	result.lag_end_ns = 40000000; /* it was more before */
	cr_expect(doubts_overload(&job, &result, 1, &what) == false);
	free(result.lag);
	result.lag = hist_of(45000000, 100); /* it is as late as ever */
	result.lag_end_ns = 45000000;
	cr_expect(doubts_overload(&job, &result, 1, &what) == false);
	free(result.lag);
	result.lag = growing(10, 10000); /* 100 us are no matter */
	result.lag_end_ns = 100000;
	cr_expect(doubts_overload(&job, &result, 1, &what) == false);
	free(result.lag);
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
