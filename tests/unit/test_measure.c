/* Whole measurements on small files: nothing is lost, nothing is counted twice, writes go where
 * they should. */
#include "collect/engine/measure.h"

#include <fcntl.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "tests/unit/check.h"
#include "tests/unit/target.h"
#include "tests/unit/trial.h"

#include <criterion/parameterized.h> /* not before criterion.h, which check.h includes */

TestSuite(measure, .timeout = 60);

ParameterizedTestParameters(measure, counts_add_up)
{
	return cr_make_param_array(struct target_case, target_cases, TARGET_CASES);
}

/* Every pattern ends after exactly size * loops bytes. */
ParameterizedTest(struct target_case *c, measure, counts_add_up)
{
	static const enum job_rw all[] = {JOB_RW_READ,     JOB_RW_WRITE,     JOB_RW_RW,
					  JOB_RW_RANDREAD, JOB_RW_RANDWRITE, JOB_RW_RANDRW};

	target_need(c);
	int fd = target_make(c, trial_range, O_RDWR);
	for (size_t i = 0; i < countof(all); i++) {
		struct job job = trial_job(c, all[i]);
		job.loops = 3;
		struct measure_result result = trial_run(&job, fd);
		trial_check_sums(&result, &job);
		check_int(result.ios[DIRECTION_READ] + result.ios[DIRECTION_WRITE],
			  3 * TRIAL_BLOCKS);
		cr_expect(result.cpu_user_s + result.cpu_system_s >= 0);
		cr_expect(result.runtime_s > 0);
		measure_result_free(&result);
	}
	close(fd);
}

static unsigned
highest_seen(const uint64_t *ring, size_t n)
{
	unsigned highest = 0;

	for (size_t k = 0; k < n; k++)
		if (ring[k])
			highest = (unsigned)k;
	return highest;
}

ParameterizedTestParameters(measure, batches_are_as_asked)
{
	return cr_make_param_array(struct target_case, target_cases + TARGET_PSYNC_CASES,
				   TARGET_CASES - TARGET_PSYNC_CASES);
}

ParameterizedTest(struct target_case *c, measure, batches_are_as_asked)
{
	static const struct {
		unsigned depth, submit, min, max; /* asked for */
		unsigned want_submit, want_min, want_max;
	} rows[] = {
	    {16, 0, 0, 0, 2, 1, 2},   {32, 0, 0, 0, 4, 1, 4},   {1, 0, 0, 0, 1, 1, 1},
	    {16, 1, 0, 16, 1, 1, 16}, {16, 0, 8, 0, 8, 8, 8},   {16, 5, 3, 7, 5, 3, 7},
	    {7, 99, 99, 99, 7, 7, 7}, {16, 16, 1, 1, 16, 1, 1},
	};

	target_need(c);
	int fd = target_make(c, trial_range, O_RDWR);
	for (size_t i = 0; i < countof(rows); i++) {
		struct job job = trial_job(c, JOB_RW_RANDREAD);
		job.iodepth = rows[i].depth;
		job.iodepth_batch_submit = rows[i].submit;
		job.iodepth_batch_complete_min = rows[i].min;
		job.iodepth_batch_complete_max = rows[i].max;
		struct measure_result result = trial_run(&job, fd);
		trial_check_sums(&result, &job);
		check_int(result.engine.submit_max, rows[i].want_submit);
		check_int(result.engine.reap_min, rows[i].want_min);
		check_int(result.engine.reap_max, rows[i].want_max);
		cr_expect(highest_seen(result.ring_reaped, result.ring_n) <= rows[i].want_max,
			  "row %zu: a reap took more than %u", i, rows[i].want_max);
		measure_result_free(&result);
	}
	close(fd);
}

ParameterizedTestParameters(measure, writes_reach_the_file)
{
	return cr_make_param_array(struct target_case, target_cases, TARGET_CASES);
}

/* A trial_range within the file is overwritten with blocks that all differ, nothing around it is.
 */
ParameterizedTest(struct target_case *c, measure, writes_reach_the_file)
{
	enum { FIRST = 10, N = 50 };
	static unsigned char block[TRIAL_BLOCKS][TRIAL_BS] __attribute__((aligned(4096)));

	target_need(c);
	int fd = target_make(c, trial_range, O_RDWR);
	struct job job = trial_job(c, JOB_RW_WRITE);
	struct measure_task task = TRIAL_TASK(&job, fd, FIRST * TRIAL_BS, N * TRIAL_BS);
	struct measure_config config = {.interval_s = 1, .stop = &trial_stop};
	struct measure_result result;
	char why[256];
	cr_assert(measure_run(&task, 1, &config, &result, why) == 0, "%s", why);
	check_int(result.ios[DIRECTION_WRITE], N);
	cr_assert(pread(fd, block, sizeof(block), 0) == sizeof(block));
	for (unsigned i = 0; i < TRIAL_BLOCKS; i++) {
		unsigned seen[256] = {0}, most = 0;
		for (unsigned k = 0; k < TRIAL_BS; k++)
			most = ++seen[block[i][k]] > most ? seen[block[i][k]] : most;
		if (i < FIRST || i >= FIRST + N)
			cr_expect(most == TRIAL_BS && block[i][0] == (unsigned char)(i + 1),
				  "block %u was overwritten", i);
		else /* each of 256 values about 16 times */
			cr_expect(most < 50, "block %u holds one byte %u times", i, most);
		for (unsigned k = FIRST; k < i; k++)
			cr_expect(memcmp(block[i], block[k], TRIAL_BS) != 0,
				  "blocks %u and %u are equal", i, k);
	}
	measure_result_free(&result);
	close(fd);
}

/* For 2000 I/Os at 30 % the standard deviation of the reads is 20.5; the seed is fixed. */
Test(measure, mix_follows_rwmixread)
{
	const struct target_case c = {"libaio", JOB_ENGINE_LIBAIO, false, true};
	int fd = target_make(&c, trial_range, O_RDWR);
	struct job job = trial_job(&c, JOB_RW_RANDRW);

	job.rwmixread = 30;
	job.loops = 2000 / TRIAL_BLOCKS;
	struct measure_result result = trial_run(&job, fd);
	trial_check_sums(&result, &job);
	double reads = (double)result.ios[DIRECTION_READ];
	cr_expect(fabs(reads - 600) < 4 * 20.5, "%g reads of 2000", reads);
	measure_result_free(&result);
	close(fd);
}

Test(measure, directions_that_a_job_has_not_are_null)
{
	const struct target_case c = {"psync", JOB_ENGINE_PSYNC, false, false};
	int fd = target_make(&c, trial_range, O_RDONLY);
	struct job job = trial_job(&c, JOB_RW_READ);
	struct measure_result result = trial_run(&job, fd);

	cr_expect(result.lat[DIRECTION_READ] != NULL);
	cr_expect(result.slat[DIRECTION_WRITE] == NULL);
	cr_expect(result.clat[DIRECTION_WRITE] == NULL);
	cr_expect(result.lat[DIRECTION_WRITE] == NULL);
	cr_expect(result.engine.clock[0] != '\0');
	measure_result_free(&result);
	close(fd);
}

ParameterizedTestParameters(measure, rates_are_never_passed)
{
	return cr_make_param_array(struct target_case, target_cases, TARGET_CASES);
}

/* 200 I/Os at 10000 a second: 199 gaps of 0.1 ms, or longer on a machine that has no time for it.
 */
ParameterizedTest(struct target_case *c, measure, rates_are_never_passed)
{
	target_need(c);
	int fd = target_make(c, trial_range, O_RDWR);
	struct job job = trial_job(c, JOB_RW_RANDREAD);
	job.rate_iops[DIRECTION_READ] = 10000;
	struct measure_result result = trial_run(&job, fd);
	trial_check_sums(&result, &job);
	check_int(result.ios[DIRECTION_READ], TRIAL_BLOCKS);
	cr_expect(result.runtime_s >= 0.0199, "done in %g s", result.runtime_s);
	check_int(result.lag->n, TRIAL_BLOCKS);
	cr_expect(result.lat[DIRECTION_READ]->sum_ns >= result.lag->sum_ns);
	cr_expect(result.lag_end_ns <= result.lag->max_ns);
	measure_result_free(&result);
	close(fd);
}

ParameterizedTestParameters(measure, a_heat_map_holds_all_ios)
{
	return cr_make_param_array(struct target_case, target_cases, TARGET_CASES);
}

ParameterizedTest(struct target_case *c, measure, a_heat_map_holds_all_ios)
{
	target_need(c);
	int fd = target_make(c, trial_range, O_RDWR);
	struct job job = trial_job(c, JOB_RW_RANDRW);
	struct measure_task task = TRIAL_TASK(&job, fd, 0, trial_range);
	struct measure_config config = {.interval_s = 1e-4, .heatmap = true, .stop = &trial_stop};
	struct measure_result result;
	uint64_t n[DIRECTIONS] = {0};
	char why[MEASURE_WHY];
	cr_assert(measure_run(&task, 1, &config, &result, why) == 0, "%s", why);
	cr_expect(result.cells_lost == false);
	for (size_t i = 0; i < result.n_cells; i++) {
		cr_expect(result.cell[i].interval < result.n_intervals);
		n[result.cell[i].direction] += result.cell[i].count;
	}
	for (int d = 0; d < DIRECTIONS; d++)
		check_int(n[d], result.ios[d]);
	measure_result_free(&result);
	close(fd);
}
