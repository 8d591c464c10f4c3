/* What the loop asks of its engine: budgets, syncs, low water, counts. */
#include "tests/unit/recorder.h"

#include <errno.h>

#include "collect/base/mem.h"
#include "tests/unit/check.h"
#include "tests/unit/trial.h"

TestSuite(feed, .timeout = 60);

static const uint64_t ms = 1000000;

Test(feed, budgets)
{
	static const struct {
		unsigned loops;
		struct job_amount io_size;
		uint64_t number_ios;
		unsigned want;
	} rows[] = {
	    {1, {0, 0}, 0, 64},
	    {3, {0, 0}, 0, 192},
	    {3, {1024, 0}, 0, 2},
	    {1, {1025, 0}, 0, 3},
	    {1, {1, 0}, 0, 1},
	    {1, {0, 50}, 0, 32},
	    {1, {0, 200}, 0, 128},
	    {1, {0, 0}, 5, 5},
	    {1, {0, 0}, 1, 1},
	    {1, {RECORDER_BS * 70, 0}, 0, 70},
	    {1, {RECORDER_BS * 70, 0}, 65, 65},
	    {1, {0, 0}, 100, 64},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		struct job job = recorder_job(JOB_RW_READ);
		job.iodepth = i % 2 ? RECORDER_DEPTH : 1;
		job.loops = rows[i].loops;
		job.io_size = rows[i].io_size;
		job.number_ios = rows[i].number_ios;
		struct measure_result result = recorder_run(&job, 1);
		check_int(result.ios[DIRECTION_READ], rows[i].want);
		check_int(rec.n_seen, rows[i].want);
		for (unsigned k = 0; k < rec.n_seen; k++)
			check_int(rec.seen[k].io.offset, k % RECORDER_BLOCKS * RECORDER_BS);
		measure_result_free(&result);
	}
}

static unsigned
count_op(enum engine_op op)
{
	unsigned n = 0;

	for (unsigned i = 0; i < rec.n_seen; i++)
		n += rec.seen[i].io.op == op;
	return n;
}

/* 64 writes: each N-th is followed by a sync, that N times M by an fsync alone; the last one by
 * none, for no I/O follows. The counts are those of fio 3.33 (strace). */
Test(feed, syncs_follow_writes)
{
	static const struct {
		unsigned fsync, fdatasync, want_fsync, want_fdatasync, depth;
	} rows[] = {
	    {0, 0, 0, 0, 1},  {1, 0, 63, 0, 1},  {1, 0, 63, 0, RECORDER_DEPTH},
	    {0, 1, 0, 63, 1}, {3, 0, 21, 0, 4},  {0, 64, 0, 0, RECORDER_DEPTH},
	    {65, 0, 0, 0, 1}, {4, 2, 15, 16, 3}, {0, 63, 0, 1, RECORDER_DEPTH},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		struct job job = recorder_job(JOB_RW_WRITE);
		job.iodepth = rows[i].depth;
		job.fsync = rows[i].fsync;
		job.fdatasync = rows[i].fdatasync;
		struct measure_result result = recorder_run(&job, 1);
		check_int(result.ios[DIRECTION_WRITE], 64);
		check_int(result.bytes[DIRECTION_WRITE], 64 * RECORDER_BS);
		check_int(result.lat[DIRECTION_WRITE]->n, 64);
		check_int(count_op(ENGINE_FSYNC), rows[i].want_fsync);
		check_int(count_op(ENGINE_FDATASYNC), rows[i].want_fdatasync);
		check_int(result.sync ? result.sync->n : 0,
			  rows[i].want_fsync + rows[i].want_fdatasync);
		unsigned writes = 0;
		for (unsigned k = 0; k < rec.n_seen; k++) {
			enum engine_op op = rec.seen[k].io.op;
			writes += op == ENGINE_WRITE;
			if (op == ENGINE_FSYNC)
				check_int(writes % rows[i].fsync, 0);
			if (op == ENGINE_FDATASYNC)
				check_int(writes % rows[i].fdatasync, 0);
			if (op != ENGINE_WRITE)
				check_int(rec.seen[k].io.bytes + rec.seen[k].io.offset, 0);
		}
		measure_result_free(&result);
	}
}

Test(feed, reads_are_not_synced)
{
	struct job job = recorder_job(JOB_RW_READ);
	job.fsync = 1;
	job.end_fsync = true;
	struct measure_result result = recorder_run(&job, 2);

	check_int(rec.n_seen, result.ios[DIRECTION_READ]);
	cr_expect(result.sync == NULL);
	measure_result_free(&result);
}

Test(feed, the_end_syncs_each_file_when_all_is_done)
{
	struct job job = recorder_job(JOB_RW_WRITE);
	job.iodepth = RECORDER_DEPTH;
	job.end_fsync = job.fsync_on_close = true;
	rec.plan.service_ns = ms;
	struct measure_result result = recorder_run(&job, 3);

	check_int(rec.n_seen, result.ios[DIRECTION_WRITE] + 3);
	for (unsigned i = 0; i < 3; i++) {
		const struct recorder_seen *sync = &rec.seen[rec.n_seen - 3 + i];
		check_int(sync->io.op, ENGINE_FSYNC);
		check_int(sync->io.file, i);
		check_int(sync->flying, 1);
	}
	check_int(result.sync->n, 3);
	/* Each takes a millisecond, and all of them belong to the runtime. */
	double syncs_s = (double)(rec.seen[rec.n_seen - 1].at_ns - rec.seen[0].at_ns) / 1e9 + 1e-3;
	cr_expect(result.runtime_s >= syncs_s - 1e-6, "runtime %g of %g s", result.runtime_s,
		  syncs_s);
	measure_result_free(&result);
}

/* 8 writes with fsync=4 and end_fsync: one in the middle and one at the end, as fio 3.33 does it.
 */
Test(feed, the_last_write_is_synced_once)
{
	struct job job = recorder_job(JOB_RW_WRITE);
	job.fsync = 4;
	job.number_ios = 8;
	job.end_fsync = true;
	struct measure_result result = recorder_run(&job, 1);

	check_int(rec.n_seen, 10);
	check_int(rec.seen[4].io.op, ENGINE_FSYNC);
	check_int(rec.seen[9].io.op, ENGINE_FSYNC);
	check_int(result.sync->n, 2);
	measure_result_free(&result);
}

Test(feed, a_failed_sync_ends_the_job)
{
	struct job job = recorder_job(JOB_RW_WRITE);
	job.fdatasync = 5;
	job.end_fsync = true;
	rec.plan.fail_at = 6;
	struct measure_result result = recorder_run(&job, 1);

	check_int(result.error, -EIO);
	check_text(result.why, "fdatasync");
	check_int(result.errors[EIO], 1);
	check_int(result.ios[DIRECTION_WRITE], 5);
	check_int(result.sync->n, 0);
	check_int(rec.n_seen, 6); /* no sync of the end either */
	measure_result_free(&result);

	rec.plan.fail_at = 6;
	job.continue_on_error = true;
	result = recorder_run(&job, 2);
	check_int(result.error, 0);
	check_int(result.errors[EIO], 1);
	check_int(result.sync->n + 1, count_op(ENGINE_FSYNC) + count_op(ENGINE_FDATASYNC));
	measure_result_free(&result);
}

Test(feed, an_error_names_the_file_where_there_are_several)
{
	struct job job = recorder_job(JOB_RW_READ);
	rec.plan.fail_at = 1;
	struct measure_result result = recorder_run(&job, 2);

	check_text(result.why, "read of 512 bytes at offset 0 of file 1");
	measure_result_free(&result);
}

Test(feed, iodepth_low_refills_only_a_drained_queue)
{
	enum { LOW = 5 };
	struct job job = recorder_job(JOB_RW_READ);
	job.iodepth = RECORDER_DEPTH;
	job.iodepth_low = LOW;
	job.iodepth_batch_complete_max = 1;
	struct measure_result result = recorder_run(&job, 1);

	check_int(result.ios[DIRECTION_READ], 64);
	for (unsigned k = 1; k < rec.n_seen; k++) {
		unsigned want =
		    rec.seen[k - 1].flying == RECORDER_DEPTH ? LOW + 1 : rec.seen[k - 1].flying + 1;
		check_int(rec.seen[k].flying, want);
	}
	measure_result_free(&result);
}

Test(feed, counts_in_flight_after_each_submission)
{
	struct job job = recorder_job(JOB_RW_READ);
	uint64_t n = 0;
	job.iodepth = RECORDER_DEPTH;
	struct measure_result result = recorder_run(&job, 1);

	check_int(result.inflight_n, RECORDER_DEPTH + 1);
	check_int(result.inflight[0], 0);
	for (size_t k = 0; k < result.inflight_n; k++)
		n += result.inflight[k];
	check_int(n, rec.n_submits);
	cr_expect(result.inflight[RECORDER_DEPTH] > 0);
	measure_result_free(&result);
}

Test(feed, what_comes_from_outside_the_ring_is_counted_but_not_there)
{
	struct job job = recorder_job(JOB_RW_READ);
	job.iodepth = RECORDER_DEPTH;
	rec.plan.outside = true;
	struct measure_result result = recorder_run(&job, 1);

	check_int(result.ios[DIRECTION_READ], 64);
	for (size_t k = 0; k < result.ring_n; k++)
		check_int(result.ring_reaped[k] + result.ring_standing[k], 0);
	measure_result_free(&result);
}

Test(feed, without_latency_all_else_is_counted)
{
	struct job job = recorder_job(JOB_RW_RW);
	job.iodepth = RECORDER_DEPTH;
	job.no_latency = true;
	struct measure_result result = recorder_run(&job, 1);

	cr_expect(result.no_latency == true);
	check_int(result.ios[DIRECTION_READ] + result.ios[DIRECTION_WRITE], 64);
	check_int(result.interval[0].ios[0] + result.interval[0].ios[1], 64);
	for (int d = 0; d < 2; d++)
		check_int(result.lat[d]->n + result.clat[d]->n + result.slat[d]->n, 0);
	measure_result_free(&result);
}

/* Wherever it is stopped, all that was queued and submitted comes back and is counted. */
Test(feed, stops_at_any_point)
{
	for (unsigned at = 1; at <= 90; at++)
		for (int kind = 0; kind < 4; kind++) {
			struct job job = recorder_job(JOB_RW_WRITE);
			job.iodepth = kind ? RECORDER_DEPTH : 1;
			job.fsync = 3;
			job.end_fsync = true;
			job.iodepth_low = kind == 1 ? 4 : 0;
			if (kind == 2)
				job.rate_iops[DIRECTION_WRITE] = 100000;
			if (kind == 3) {
				job.thinktime_ns = 10000;
				job.thinktime_blocks = 3;
			}
			rec.plan.stop_at = at;
			struct measure_result result = recorder_run(&job, 1);
			uint64_t syncs = result.sync->n;
			check_int(result.ios[DIRECTION_WRITE] + syncs, rec.n_done);
			cr_expect(rec.n_done <= rec.n_seen);
			if (recorder_stop)
				cr_expect(rec.n_seen <= at + RECORDER_DEPTH);
			else
				check_int(result.ios[DIRECTION_WRITE], 64);
			measure_result_free(&result);
		}
}

/* The time of the queue is that of its I/Os: mean latency times IOPS is the depth. */
Test(feed, a_closed_loop_accounts_for_all_of_its_time)
{
	static const unsigned depths[] = {1, 2, 32};

	for (size_t i = 0; i < countof(depths); i++) {
		struct job job = recorder_job(JOB_RW_RANDREAD);
		job.ioengine = JOB_ENGINE_NULL;
		job.iodepth = depths[i];
		job.runtime_ns = 100 * ms;
		job.time_based = true;
		struct measure_task task =
		    TRIAL_TASK(&job, 0, 0, (uint64_t)RECORDER_BLOCKS * RECORDER_BS);
		struct measure_config config = {.interval_s = 1, .stop = &recorder_stop};
		struct measure_result result;
		char why[MEASURE_WHY];
		cr_assert(measure_run(&task, 1, &config, &result, why) == 0, "%s", why);
		double lat_s = (double)result.lat[DIRECTION_READ]->sum_ns / 1e9;
		check_close(lat_s / result.runtime_s / depths[i], 1, 0.03, "lat * IOPS / depth");
		measure_result_free(&result);
	}
}
