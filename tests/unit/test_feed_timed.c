/* When the loop asks its engine: rates and pauses. */
#include "tests/unit/recorder.h"

#include "collect/base/mem.h"
#include "collect/engine/clock.h"
#include "tests/unit/check.h"

TestSuite(feed_timed, .timeout = 60);

static const uint64_t ms = 1000000;

/* Never early, whatever the machine does; and all of them, however late. */
Test(feed_timed, a_rate_is_kept)
{
	static const struct {
		enum job_rate_process process;
		unsigned depth;
		uint64_t service_ns;
	} rows[] = {{JOB_RATE_LINEAR, 1, 0},
		    {JOB_RATE_LINEAR, RECORDER_DEPTH, 700000},
		    {JOB_RATE_POISSON, RECORDER_DEPTH, 0}};

	for (size_t i = 0; i < countof(rows); i++) {
		struct job job = recorder_job(JOB_RW_READ);
		job.iodepth = rows[i].depth;
		job.rate_iops[DIRECTION_READ] = 2000;
		job.rate_process = rows[i].process;
		rec.plan.service_ns = rows[i].service_ns;
		struct measure_result result = recorder_run(&job, 1);
		check_int(result.ios[DIRECTION_READ], 64);
		check_int(result.lag->n, 64);
		for (unsigned k = 0; rows[i].process == JOB_RATE_LINEAR && k < 64; k++)
			cr_expect(rec.seen[k].at_ns >= rec.began_ns + k * ms / 2, "%u is early", k);
		cr_expect(result.lat[DIRECTION_READ]->sum_ns >= result.lag->sum_ns);
		/* As large as was waited at most: the next one was due before. */
		cr_expect(rec.waited_most_ns <= 20 * ms);
		measure_result_free(&result);
	}
}

Test(feed_timed, what_a_stall_delays_is_caught_up_and_counted_from_its_time)
{
	struct job job = recorder_job(JOB_RW_READ);
	job.iodepth = RECORDER_DEPTH;
	job.rate_iops[DIRECTION_READ] = 1000;
	rec.plan.stall_at = 10;
	rec.plan.stall_ns = 30 * ms;
	struct measure_result result = recorder_run(&job, 1);

	check_int(result.ios[DIRECTION_READ], 64);
	/* 30 were due within: the first of them nearly as late as the stall took. */
	cr_expect(result.lag->max_ns >= 28 * ms, "lag %g ms", (double)result.lag->max_ns / 1e6);
	cr_expect(result.lat[DIRECTION_READ]->max_ns >= result.lag->max_ns);
	unsigned most = 0;
	for (unsigned k = 0; k < rec.n_seen; k++)
		most = rec.seen[k].flying > most ? rec.seen[k].flying : most;
	check_int(most, RECORDER_DEPTH);
	measure_result_free(&result);
}

/* More than the engine can do: 2 ms each, 1000 a second. It ends with its runtime, not later. */
Test(feed_timed, overload_ends_in_time_and_says_how_far_it_is_behind)
{
	struct job job = recorder_job(JOB_RW_READ);
	job.rate_iops[DIRECTION_READ] = 1000;
	job.runtime_ns = 100 * ms;
	job.time_based = true;
	rec.plan.service_ns = 2 * ms;
	struct measure_result result = recorder_run(&job, 1);

	cr_expect(result.ios[DIRECTION_READ] <= 51);
	cr_expect(result.lag_end_ns >= 40 * ms, "behind by %g ms", (double)result.lag_end_ns / 1e6);
	for (unsigned k = 0; k < rec.n_seen; k++)
		cr_expect(rec.seen[k].at_ns <= rec.began_ns + 200 * ms);
	measure_result_free(&result);
}

/* What the ramp is behind is not carried over. */
Test(feed_timed, the_measured_part_begins_without_debts)
{
	struct job job = recorder_job(JOB_RW_READ);
	job.iodepth = 1;
	job.rate_iops[DIRECTION_READ] = 1000;
	job.ramp_time_ns = 30 * ms;
	job.number_ios = 10;
	rec.plan.stall_at = 3;
	rec.plan.stall_ns = 100 * ms;
	struct measure_result result = recorder_run(&job, 1);

	check_int(result.ios[DIRECTION_READ], 10);
	cr_expect(rec.n_seen > 10 && rec.n_seen < 30, "%u in all", rec.n_seen);
	/* The first one at its begin, then nine gaps of 1 ms. */
	cr_expect(result.runtime_s >= 0.009);
	measure_result_free(&result);
}

Test(feed_timed, thinktime_comes_after_its_blocks)
{
	enum { BLOCKS_EACH = 4, N = 12 };
	struct job job = recorder_job(JOB_RW_READ);
	job.thinktime_ns = 5 * ms;
	job.thinktime_blocks = BLOCKS_EACH;
	job.number_ios = N;
	struct measure_result result = recorder_run(&job, 1);

	check_int(result.ios[DIRECTION_READ], N);
	for (unsigned k = BLOCKS_EACH; k < N; k += BLOCKS_EACH)
		cr_expect(rec.seen[k].at_ns - rec.seen[k - 1].at_ns >= 5 * ms, "no pause before %u",
			  k);
	/* None behind the last one. */
	cr_expect(result.runtime_s >= 0.010);
	measure_result_free(&result);
}

/* A deep queue: all that is in flight completes within the pause, then it is filled at once. */
Test(feed_timed, thinktime_lets_the_queue_drain)
{
	struct job job = recorder_job(JOB_RW_READ);
	job.iodepth = RECORDER_DEPTH;
	job.iodepth_batch_complete_max = 1;
	job.thinktime_ns = 3 * ms;
	job.thinktime_blocks = 1;
	struct measure_result result = recorder_run(&job, 1);

	check_int(result.ios[DIRECTION_READ], 64);
	for (unsigned k = RECORDER_DEPTH; k < 64; k += RECORDER_DEPTH) {
		check_int(rec.seen[k].flying, 1);
		cr_expect(rec.seen[k].at_ns - rec.seen[k - 1].at_ns >= 3 * ms);
	}
	measure_result_free(&result);
}

static void
interrupt_now(int signal)
{
	(void)signal;
	recorder_stop = 1;
}

Test(feed_timed, a_stop_ends_a_pause)
{
	struct job job = recorder_job(JOB_RW_READ);

	rec.plan.alarm = true;
	signal(SIGALRM, interrupt_now);
	job.thinktime_ns = 60000 * ms;
	struct measure_result result = recorder_run(&job, 1);
	check_int(recorder_stop, 1);
	check_int(result.ios[DIRECTION_READ], 1);
	cr_expect(clock_now_ns(clock_get()) - rec.began_ns < 5000 * ms);
	measure_result_free(&result);
}

/* Rates that do little in their time take that time. The null engine of the test does each at once,
 * so that nothing completes after the end. */
Test(feed_timed, the_whole_runtime_is_measured)
{
	static const struct {
		uint64_t rate, runtime_ms, want;
	} rows[] = {{10, 100, 1}, {10, 200, 2}, {10, 300, 3}, {1, 50, 1}, {100, 95, 10}};

	for (size_t i = 0; i < countof(rows); i++) {
		struct job job = recorder_job(JOB_RW_READ);
		job.rate_iops[DIRECTION_READ] = rows[i].rate;
		job.runtime_ns = rows[i].runtime_ms * ms;
		job.time_based = true;
		struct measure_result result = recorder_run(&job, 1);
		check_int(result.ios[DIRECTION_READ], rows[i].want);
		check_close(result.runtime_s, (double)rows[i].runtime_ms / 1e3, 1e-9, "runtime");
		check_int(result.n_intervals, 1);
		check_int(result.interval[0].ios[DIRECTION_READ], rows[i].want);
		check_int(result.lag_end_ns <= result.lag->max_ns, true);
		measure_result_free(&result);
	}
}

/* Where the first gap is longer than the run; the seed is fixed. */
Test(feed_timed, a_run_without_any_io_takes_its_runtime_too)
{
	struct job job = recorder_job(JOB_RW_READ);
	job.rate[DIRECTION_READ] = 1; /* a block takes 512 s */
	job.rate_process = JOB_RATE_POISSON;
	job.runtime_ns = 50 * ms;
	job.ramp_time_ns = 10 * ms;
	struct measure_result result = recorder_run(&job, 1);

	check_int(result.ios[DIRECTION_READ], 0);
	check_int(rec.n_seen, 0);
	check_close(result.runtime_s, 0.05, 1e-9, "runtime");
	check_int(result.lag_end_ns, 0);
	measure_result_free(&result);
}

/* An amount that is done ends the run, and it is as long as that took. */
Test(feed_timed, an_amount_ends_a_rate_before_its_runtime)
{
	struct job job = recorder_job(JOB_RW_READ);
	job.rate_iops[DIRECTION_READ] = 1000;
	job.runtime_ns = 60000 * ms;
	job.number_ios = 11;
	struct measure_result result = recorder_run(&job, 1);

	check_int(result.ios[DIRECTION_READ], 11);
	cr_expect(result.runtime_s >= 0.010 && result.runtime_s < 5, "%g s", result.runtime_s);
	measure_result_free(&result);
}

/* 2 ms each, due each ms: the lag grows by 1 ms an I/O, so at half time it is half of that at the
 * end, whatever else the machine does. */
Test(feed_timed, the_lag_at_half_time_is_kept)
{
	for (int by_time = 0; by_time < 2; by_time++) {
		struct job job = recorder_job(JOB_RW_READ);
		job.rate_iops[DIRECTION_READ] = 1000;
		job.runtime_ns = by_time ? 100 * ms : 0;
		rec.plan.service_ns = 2 * ms;
		struct measure_result result = recorder_run(&job, 1);
		cr_expect(result.lag_half_ns >= 15 * ms, "%g ms", (double)result.lag_half_ns / 1e6);
		cr_expect(result.lag_half_ns + 10 * ms <= result.lag_end_ns, "%g of %g ms",
			  (double)result.lag_half_ns / 1e6, (double)result.lag_end_ns / 1e6);
		measure_result_free(&result);
	}
}

/* No use in waiting for what would come after the end; but the end is waited for. */
Test(feed_timed, a_pause_beyond_the_end_lasts_to_the_end)
{
	struct job job = recorder_job(JOB_RW_READ);
	job.runtime_ns = 60 * ms;
	job.thinktime_ns = 30000 * ms;
	struct measure_result result = recorder_run(&job, 1);

	check_int(result.ios[DIRECTION_READ], 1);
	check_close(result.runtime_s, 0.06, 1e-9, "runtime");
	cr_expect(clock_now_ns(clock_get()) - rec.began_ns < 10000 * ms);
	measure_result_free(&result);
}

Test(feed_timed, a_pause_without_an_end_ends_the_job)
{
	struct job job = recorder_job(JOB_RW_READ);
	job.thinktime_ns = UINT64_MAX - 1;
	struct measure_result result = recorder_run(&job, 1);

	check_int(result.ios[DIRECTION_READ], 1);
	cr_expect(clock_now_ns(clock_get()) - rec.began_ns < 10000 * ms);
	measure_result_free(&result);
}
