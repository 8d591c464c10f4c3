/* How measurements end: by size, time, stop, errors, and targets that do not answer. */
#include "collect/engine/measure.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/time.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/engine/clock.h"
#include "tests/unit/check.h"
#include "tests/unit/target.h"
#include "tests/unit/trial.h"

#include <criterion/parameterized.h> /* not before criterion.h, which check.h includes */

ParameterizedTestParameters(measure, stops_at_the_target_s_end)
{
	return cr_make_param_array(struct target_case, target_cases, TARGET_CASES);
}

/* The file was cut to half of the trial_range meanwhile: one I/O is short, the next moves nothing.
 */
ParameterizedTest(struct target_case *c, measure, stops_at_the_target_s_end)
{
	target_need(c);
	int fd = target_make(c, trial_range, O_RDWR);
	struct job job = trial_job(c, JOB_RW_READ);
	job.iodepth = 1; /* so that the first failure is the first in the file */
	cr_assert(ftruncate(fd, 100 * TRIAL_BS + 2048) == 0);
	struct measure_result result = trial_run(&job, fd);
	check_int(result.error, -EIO);
	check_text(result.why, "unexpected end of the target: read of 4096 bytes at offset 413696");
	check_int(result.errors[EIO], 1);
	check_int(result.ios[DIRECTION_READ], 101);
	check_int(result.bytes[DIRECTION_READ], 100 * TRIAL_BS + 2048);
	check_int(result.lat[DIRECTION_READ]->n, 101);
	measure_result_free(&result);
	close(fd);
}

ParameterizedTestParameters(measure, errors_end_a_clone_or_are_counted)
{
	return cr_make_param_array(struct target_case, target_cases, TARGET_CASES);
}

/* Writing through a descriptor for reading. */
ParameterizedTest(struct target_case *c, measure, errors_end_a_clone_or_are_counted)
{
	target_need(c);
	int fd = target_make(c, trial_range, O_RDONLY);
	struct job job = trial_job(c, JOB_RW_WRITE);

	struct measure_result result = trial_run(&job, fd);
	check_int(result.error, -EBADF);
	cr_expect(strncmp(result.why, "write of 4096 bytes at offset ", 30) == 0, "why is '%s'",
		  result.why);
	cr_expect(result.errors[EBADF] > 0);
	cr_expect(result.errors[EBADF] < TRIAL_BLOCKS, "all were tried in spite of the error");
	check_int(result.ios[DIRECTION_WRITE], 0);
	measure_result_free(&result);

	job.continue_on_error = true;
	result = trial_run(&job, fd);
	check_int(result.error, 0);
	check_text(result.why, "");
	check_int(result.errors[EBADF], TRIAL_BLOCKS);
	check_int(result.ios[DIRECTION_WRITE], 0);
	check_int(result.lat[DIRECTION_WRITE]->n, 0);
	measure_result_free(&result);

	/* Mixed: the reads go on and are all counted. */
	job.rw = JOB_RW_RANDRW;
	result = trial_run(&job, fd);
	check_int(result.error, 0);
	check_int(result.errors[EBADF] + result.ios[DIRECTION_READ], TRIAL_BLOCKS);
	check_int(result.lat[DIRECTION_READ]->n, result.ios[DIRECTION_READ]);
	cr_expect(result.ios[DIRECTION_READ] > 0);
	measure_result_free(&result);
	close(fd);
}

ParameterizedTestParameters(measure, ends_by_time)
{
	return cr_make_param_array(struct target_case, target_cases, TARGET_CASES);
}

ParameterizedTest(struct target_case *c, measure, ends_by_time)
{
	target_need(c);
	int fd = target_make(c, trial_range, O_RDWR);
	struct job job = trial_job(c, JOB_RW_RANDREAD);

	job.time_based = true;
	job.runtime_ns = 50000000;
	uint64_t before = clock_monotonic_ns();
	struct measure_result result = trial_run(&job, fd);
	cr_expect(clock_monotonic_ns() - before >= job.runtime_ns);
	trial_check_sums(&result, &job);
	/* Without time_based the size ends it, long before an hour. */
	measure_result_free(&result);
	job.time_based = false;
	job.runtime_ns = 3600000000000U;
	result = trial_run(&job, fd);
	check_int(result.ios[DIRECTION_READ], TRIAL_BLOCKS);
	trial_check_sums(&result, &job);
	measure_result_free(&result);
	close(fd);
}

ParameterizedTestParameters(measure, a_ramp_does_not_count)
{
	return cr_make_param_array(struct target_case, target_cases, TARGET_CASES);
}

/* The ramp ends by time, then size * loops bytes are measured: those and no others. */
ParameterizedTest(struct target_case *c, measure, a_ramp_does_not_count)
{
	target_need(c);
	int fd = target_make(c, trial_range, O_RDWR);
	struct job job = trial_job(c, JOB_RW_RANDREAD);

	job.loops = 2;
	job.ramp_time_ns = 50000000;
	uint64_t before = clock_monotonic_ns();
	struct measure_result result = trial_run(&job, fd);
	double took_s = (double)(clock_monotonic_ns() - before) / 1e9;
	cr_expect(took_s >= 0.05);
	cr_expect(result.runtime_s <= took_s - 0.049, "the ramp is part of the run time");
	check_int(result.ios[DIRECTION_READ], 2 * TRIAL_BLOCKS);
	check_int(result.lat[DIRECTION_READ]->n, 2 * TRIAL_BLOCKS);
	uint64_t reaped = 0, reaps = 0, looks = 0;
	for (size_t k = 0; k < result.ring_n; k++) {
		reaped += k * result.ring_reaped[k];
		reaps += result.ring_reaped[k];
		looks += result.ring_standing[k];
	}
	check_int(looks, reaps);
	/* Those of the ramp that were in flight at its end are reaped later. */
	if (result.ring_n)
		cr_expect(reaped >= 2 * TRIAL_BLOCKS);
	cr_expect(reaped <= 2 * TRIAL_BLOCKS + job.iodepth);
	measure_result_free(&result);
	close(fd);
}

static void
on_alarm(int signal)
{
	(void)signal;
	trial_stop = 1;
}

static void
stop_after_ms(int ms)
{
	struct itimerval timer = {.it_value.tv_usec = ms * 1000};

	signal(SIGALRM, on_alarm);
	setitimer(ITIMER_REAL, &timer, NULL);
}

ParameterizedTestParameters(measure, stop_ends_it)
{
	return cr_make_param_array(struct target_case, target_cases, TARGET_CASES);
}

ParameterizedTest(struct target_case *c, measure, stop_ends_it)
{
	target_need(c);
	int fd = target_make(c, trial_range, O_RDWR);
	struct job job = trial_job(c, JOB_RW_RANDREAD);

	job.time_based = true;
	job.runtime_ns = 3600000000000U;
	stop_after_ms(100);
	struct measure_result result = trial_run(&job, fd);
	trial_check_sums(&result, &job);
	measure_result_free(&result);

	/* A stop that came before the start, or in the ramp, leaves nothing to count. */
	job.ramp_time_ns = 3600000000000U;
	job.startdelay_ns = 3600000000000U;
	result = trial_run(&job, fd);
	check_int(result.error, 0);
	check_int(result.ios[DIRECTION_READ], 0);
	check_int(result.n_intervals, 0);
	check_close(result.runtime_s, 0, 0, "runtime");
	measure_result_free(&result);
	close(fd);
}

struct ticks {
	int n;
	uint64_t ios;
	bool measuring;
};

static void
count_tick(void *ctx, const struct measure_progress *progress)
{
	struct ticks *ticks = ctx;

	ticks->n++;
	ticks->ios = atomic_load(&progress->ios);
	ticks->measuring = atomic_load(&progress->measuring);
	trial_stop = 1;
}

/* Three clones on ranges of their own and one job that comes later, all at once; the tick ends
 * them. */
Test(measure, clones_run_together)
{
	const struct target_case c = {"libaio", JOB_ENGINE_LIBAIO, false, true};
	int fd = target_make(&c, trial_range, O_RDWR);
	struct job write = trial_job(&c, JOB_RW_WRITE), late = trial_job(&c, JOB_RW_READ);
	struct measure_file files[4];
	struct measure_task tasks[4];
	struct measure_result results[4];
	struct ticks ticks = {0};
	struct measure_config config = {
	    .interval_s = 0.01, .stop = &trial_stop, .tick = count_tick, .ctx = &ticks};
	char why[256];

	write.numjobs = 3;
	write.time_based = true;
	write.runtime_ns = 3600000000000U;
	late.startdelay_ns = 50000000;
	for (unsigned i = 0; i < 4; i++) {
		files[i] = (struct measure_file){fd, (uint64_t)i * 50 * TRIAL_BS,
						 50 * (uint64_t)TRIAL_BS, fd};
		tasks[i] = (struct measure_task){
		    .job = i < 3 ? &write : &late, .clone = i % 3, .file = &files[i], .n_files = 1};
	}
	cr_assert(measure_run(tasks, 4, &config, results, why) == 0, "%s", why);
	check_int(ticks.n, 1);
	cr_expect(ticks.measuring == true);
	cr_expect(ticks.ios > 0);
	for (unsigned i = 0; i < 3; i++) {
		trial_check_sums(&results[i], &write);
		cr_expect(results[i].ios[DIRECTION_WRITE] > 0);
	}
	trial_check_sums(&results[3], &late);
	check_int(results[3].ios[DIRECTION_READ], 50);
	for (unsigned i = 0; i < 4; i++)
		measure_result_free(&results[i]);
	close(fd);
}

/* One clone that cannot be set up calls all of them off. */
Test(measure, setup_errors_measure_nothing)
{
	const struct target_case c = {"psync", JOB_ENGINE_PSYNC, false, false};
	int fd = target_make(&c, trial_range, O_RDWR);
	struct job good = trial_job(&c, JOB_RW_WRITE), bad = trial_job(&c, JOB_RW_READ);
	struct measure_task tasks[] = {TRIAL_TASK(&good, fd, 0, trial_range),
				       TRIAL_TASK(&bad, fd, 0, trial_range)};
	struct measure_config config = {.interval_s = 1, .stop = &trial_stop};
	struct measure_result results[2];
	char why[256];

	CPU_ZERO(&bad.cpus_allowed); /* no machine runs on none */
	bad.cpus_allowed_set = true;
	check_int(measure_run(tasks, 2, &config, results, why), -EINVAL);
	check_text(why, "cannot run on the processors of cpus_allowed");
	check_int(results[0].ios[DIRECTION_WRITE], 0);
	target_check_blocks(fd, TRIAL_BLOCKS, TRIAL_BS);
	for (int i = 0; i < 2; i++)
		measure_result_free(&results[i]);

	bad.cpus_allowed_set = false;
	tasks[1].file = &(struct measure_file){-1, 0, trial_range, -1};
	check_int(measure_run(tasks, 2, &config, results, why), -EBADF);
	cr_expect(strlen(why) > 0);
	target_check_blocks(fd, TRIAL_BLOCKS, TRIAL_BS);
	for (int i = 0; i < 2; i++)
		measure_result_free(&results[i]);
	close(fd);
}

/* A pipe that nobody writes to stands for a device that does not answer: the job with it is given
 * up some seconds after the stop, and what it and the other one counted is kept. */
Test(measure, a_hung_target_is_given_up)
{
	const struct target_case hung = {"io_uring", JOB_ENGINE_IO_URING, false, false};
	const struct target_case well = {"libaio", JOB_ENGINE_LIBAIO, false, true};
	int ends[2];

	target_need(&hung);
	int fd = target_make(&well, trial_range, O_RDWR);
	cr_assert(pipe(ends) == 0);
	struct job jobs[] = {trial_job(&hung, JOB_RW_READ), trial_job(&well, JOB_RW_READ)};
	jobs[0].iodepth = 1;
	jobs[1].time_based = true;
	jobs[1].runtime_ns = 3600000000000U;
	struct measure_task tasks[] = {TRIAL_TASK(&jobs[0], ends[0], 0, trial_range),
				       TRIAL_TASK(&jobs[1], fd, 0, trial_range)};
	struct measure_config config = {.interval_s = 0.1, .stop = &trial_stop};
	struct measure_result results[2];
	char why[256];

	/* Two I/Os are answered. */
	char *bytes = mem_alloc(2, TRIAL_BS);
	cr_assert(write(ends[1], bytes, 2 * (size_t)TRIAL_BS) == 2 * TRIAL_BS);
	free(bytes);
	stop_after_ms(900); /* a busy machine needs some of it for the setting up */
	cr_assert(measure_run(tasks, 2, &config, results, why) == 0, "%s", why);
	check_int(results[0].error, -ETIMEDOUT);
	check_text(results[0].why, "the target did not complete its I/O after the job was to stop");
	check_int(results[0].ios[DIRECTION_READ], 2);
	check_int(results[0].lat[DIRECTION_READ]->n, 2);
	cr_expect(results[0].runtime_s >= 5);
	cr_expect(results[0].n_intervals >= 50);
	trial_check_sums(&results[1], &jobs[1]);
	for (int i = 0; i < 2; i++)
		measure_result_free(&results[i]);
	close(ends[0]);
	close(ends[1]);
	close(fd);
}
