/* Whole measurements on small files: nothing is lost, nothing is counted twice, ends and errors are
 * told. */
#include "collect/engine/measure.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/time.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/engine/clock.h"
#include "tests/unit/check.h"
#include "tests/unit/target.h"

#include <criterion/parameterized.h> /* not before criterion.h, which check.h includes */

TestSuite(measure, .timeout = 60);

enum { BS = 4096, BLOCKS = 200 };
static const uint64_t range = (uint64_t)BLOCKS * BS;

static volatile sig_atomic_t stop;

static struct job
job_of(const struct target_case *c, enum job_rw rw)
{
	return (struct job){.rw = rw,
			    .rwmixread = 50,
			    .bs = BS,
			    .direct = c->direct,
			    .ioengine = c->ioengine,
			    .userspace_reap = c->userspace_reap,
			    .iodepth = c->ioengine == JOB_ENGINE_PSYNC ? 1 : 16,
			    .numjobs = 1,
			    .loops = 1,
			    .randseed = 42};
}

/* Runs one clone on the whole file; it must come to start. */
static struct measure_result
run_one(const struct job *job, int fd)
{
	struct measure_task task = {.job = job, .fd = fd, .range_size = range};
	struct measure_config config = {.interval_s = 0.001, .stop = &stop};
	struct measure_result result;
	char why[256];

	int error = measure_run(&task, 1, &config, &result, why);
	cr_assert(error == 0, "%s: %s", strerror(-error), why);
	return result;
}

static uint64_t
hist_total(const struct hist *hist)
{
	uint64_t n = 0;

	for (size_t i = 0; i < HIST_BUCKETS; i++)
		n += hist->count[i];
	return n;
}

/* All that must agree with each other in any result without a ramp and without errors. */
static void
check_sums(const struct measure_result *result, const struct job *job)
{
	bool has_slat = job->ioengine != JOB_ENGINE_PSYNC;
	uint64_t all = 0, reaped = 0, looks = 0, reaps = 0;

	for (int d = 0; d < DIRECTIONS; d++) {
		uint64_t ios = result->ios[d], in_intervals = 0, bytes = 0;
		for (size_t i = 0; i < result->n_intervals; i++) {
			in_intervals += result->interval[i].ios[d];
			bytes += result->interval[i].bytes[d];
		}
		check_int(in_intervals, ios);
		check_int(bytes, result->bytes[d]);
		check_int(result->bytes[d], ios * BS);
		all += ios;
		if (!result->lat[d]) {
			check_int(ios, 0);
			continue;
		}
		check_int(result->lat[d]->n, ios);
		check_int(result->clat[d]->n, ios);
		check_int(result->slat[d]->n, has_slat ? ios : 0);
		check_int(hist_total(result->lat[d]), ios);
		check_int(hist_total(result->clat[d]), ios);
		cr_expect(result->lat[d]->sum_ns >= result->clat[d]->sum_ns);
		cr_expect(result->lat[d]->sum_ns >= result->slat[d]->sum_ns);
	}
	for (size_t k = 0; k < result->ring_n; k++) {
		reaped += k * result->ring_reaped[k];
		reaps += result->ring_reaped[k];
		looks += result->ring_standing[k];
	}
	check_int(result->ring_n, job->ioengine == JOB_ENGINE_PSYNC ? 0 : job->iodepth + 1);
	if (result->ring_n)
		check_int(reaped, all);
	check_int(reaps, looks);
	double length = result->runtime_s / result->interval_s;
	cr_expect(length - (double)result->n_intervals <= 1e-6, "%g intervals lie in %zu", length,
		  result->n_intervals);
	cr_expect(length - (double)result->n_intervals >= -1 - 1e-6, "%g intervals lie in %zu",
		  length, result->n_intervals);
	check_text(result->why, "");
	check_int(result->error, 0);
}

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
	int fd = target_open(c, range, O_RDWR);
	for (size_t i = 0; i < countof(all); i++) {
		struct job job = job_of(c, all[i]);
		job.loops = 3;
		struct measure_result result = run_one(&job, fd);
		check_sums(&result, &job);
		check_int(result.ios[DIRECTION_READ] + result.ios[DIRECTION_WRITE], 3 * BLOCKS);
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
	int fd = target_open(c, range, O_RDWR);
	for (size_t i = 0; i < countof(rows); i++) {
		struct job job = job_of(c, JOB_RW_RANDREAD);
		job.iodepth = rows[i].depth;
		job.iodepth_batch_submit = rows[i].submit;
		job.iodepth_batch_complete_min = rows[i].min;
		job.iodepth_batch_complete_max = rows[i].max;
		struct measure_result result = run_one(&job, fd);
		check_sums(&result, &job);
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

/* A range within the file is overwritten with blocks that all differ, nothing around it is. */
ParameterizedTest(struct target_case *c, measure, writes_reach_the_file)
{
	enum { FIRST = 10, N = 50 };
	static unsigned char block[BLOCKS][BS] __attribute__((aligned(4096)));

	target_need(c);
	int fd = target_open(c, range, O_RDWR);
	struct job job = job_of(c, JOB_RW_WRITE);
	struct measure_task task = {
	    .job = &job, .fd = fd, .range_start = FIRST * BS, .range_size = N * BS};
	struct measure_config config = {.interval_s = 1, .stop = &stop};
	struct measure_result result;
	char why[256];
	cr_assert(measure_run(&task, 1, &config, &result, why) == 0, "%s", why);
	check_int(result.ios[DIRECTION_WRITE], N);
	cr_assert(pread(fd, block, sizeof(block), 0) == sizeof(block));
	for (unsigned i = 0; i < BLOCKS; i++) {
		unsigned seen[256] = {0}, most = 0;
		for (unsigned k = 0; k < BS; k++)
			most = ++seen[block[i][k]] > most ? seen[block[i][k]] : most;
		if (i < FIRST || i >= FIRST + N)
			cr_expect(most == BS && block[i][0] == (unsigned char)(i + 1),
				  "block %u was overwritten", i);
		else /* each of 256 values about 16 times */
			cr_expect(most < 50, "block %u holds one byte %u times", i, most);
		for (unsigned k = FIRST; k < i; k++)
			cr_expect(memcmp(block[i], block[k], BS) != 0, "blocks %u and %u are equal",
				  i, k);
	}
	measure_result_free(&result);
	close(fd);
}

/* For 2000 I/Os at 30 % the standard deviation of the reads is 20.5; the seed is fixed. */
Test(measure, mix_follows_rwmixread)
{
	const struct target_case c = {"libaio", JOB_ENGINE_LIBAIO, false, true};
	int fd = target_open(&c, range, O_RDWR);
	struct job job = job_of(&c, JOB_RW_RANDRW);

	job.rwmixread = 30;
	job.loops = 2000 / BLOCKS;
	struct measure_result result = run_one(&job, fd);
	check_sums(&result, &job);
	double reads = (double)result.ios[DIRECTION_READ];
	cr_expect(fabs(reads - 600) < 4 * 20.5, "%g reads of 2000", reads);
	measure_result_free(&result);
	close(fd);
}

Test(measure, directions_that_a_job_has_not_are_null)
{
	const struct target_case c = {"psync", JOB_ENGINE_PSYNC, false, false};
	int fd = target_open(&c, range, O_RDONLY);
	struct job job = job_of(&c, JOB_RW_READ);
	struct measure_result result = run_one(&job, fd);

	cr_expect(result.lat[DIRECTION_READ] != NULL);
	cr_expect(result.slat[DIRECTION_WRITE] == NULL);
	cr_expect(result.clat[DIRECTION_WRITE] == NULL);
	cr_expect(result.lat[DIRECTION_WRITE] == NULL);
	cr_expect(result.engine.clock[0] != '\0');
	measure_result_free(&result);
	close(fd);
}

ParameterizedTestParameters(measure, stops_at_the_target_s_end)
{
	return cr_make_param_array(struct target_case, target_cases, TARGET_CASES);
}

/* The file was cut to half of the range meanwhile: one I/O is short, the next moves nothing. */
ParameterizedTest(struct target_case *c, measure, stops_at_the_target_s_end)
{
	target_need(c);
	int fd = target_open(c, range, O_RDWR);
	struct job job = job_of(c, JOB_RW_READ);
	job.iodepth = 1; /* so that the first failure is the first in the file */
	cr_assert(ftruncate(fd, 100 * BS + 2048) == 0);
	struct measure_result result = run_one(&job, fd);
	check_int(result.error, -EIO);
	check_text(result.why, "unexpected end of the target: read of 4096 bytes at offset 413696");
	check_int(result.errors[EIO], 1);
	check_int(result.ios[DIRECTION_READ], 101);
	check_int(result.bytes[DIRECTION_READ], 100 * BS + 2048);
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
	int fd = target_open(c, range, O_RDONLY);
	struct job job = job_of(c, JOB_RW_WRITE);

	struct measure_result result = run_one(&job, fd);
	check_int(result.error, -EBADF);
	cr_expect(strncmp(result.why, "write of 4096 bytes at offset ", 30) == 0, "why is '%s'",
		  result.why);
	cr_expect(result.errors[EBADF] > 0);
	cr_expect(result.errors[EBADF] < BLOCKS, "all were tried in spite of the error");
	check_int(result.ios[DIRECTION_WRITE], 0);
	measure_result_free(&result);

	job.continue_on_error = true;
	result = run_one(&job, fd);
	check_int(result.error, 0);
	check_text(result.why, "");
	check_int(result.errors[EBADF], BLOCKS);
	check_int(result.ios[DIRECTION_WRITE], 0);
	check_int(result.lat[DIRECTION_WRITE]->n, 0);
	measure_result_free(&result);

	/* Mixed: the reads go on and are all counted. */
	job.rw = JOB_RW_RANDRW;
	result = run_one(&job, fd);
	check_int(result.error, 0);
	check_int(result.errors[EBADF] + result.ios[DIRECTION_READ], BLOCKS);
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
	int fd = target_open(c, range, O_RDWR);
	struct job job = job_of(c, JOB_RW_RANDREAD);

	job.time_based = true;
	job.runtime_ns = 50000000;
	uint64_t before = clock_monotonic_ns();
	struct measure_result result = run_one(&job, fd);
	cr_expect(clock_monotonic_ns() - before >= job.runtime_ns);
	check_sums(&result, &job);
	/* Without time_based the size ends it, long before an hour. */
	measure_result_free(&result);
	job.time_based = false;
	job.runtime_ns = 3600000000000U;
	result = run_one(&job, fd);
	check_int(result.ios[DIRECTION_READ], BLOCKS);
	check_sums(&result, &job);
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
	int fd = target_open(c, range, O_RDWR);
	struct job job = job_of(c, JOB_RW_RANDREAD);

	job.loops = 2;
	job.ramp_time_ns = 50000000;
	uint64_t before = clock_monotonic_ns();
	struct measure_result result = run_one(&job, fd);
	double took_s = (double)(clock_monotonic_ns() - before) / 1e9;
	cr_expect(took_s >= 0.05);
	cr_expect(result.runtime_s <= took_s - 0.049, "the ramp is part of the run time");
	check_int(result.ios[DIRECTION_READ], 2 * BLOCKS);
	check_int(result.lat[DIRECTION_READ]->n, 2 * BLOCKS);
	uint64_t reaped = 0;
	for (size_t k = 0; k < result.ring_n; k++)
		reaped += k * result.ring_reaped[k];
	/* Those of the ramp that were in flight at its end are reaped later. */
	if (result.ring_n)
		cr_expect(reaped >= 2 * BLOCKS);
	cr_expect(reaped <= 2 * BLOCKS + job.iodepth);
	measure_result_free(&result);
	close(fd);
}

static void
on_alarm(int signal)
{
	(void)signal;
	stop = 1;
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
	int fd = target_open(c, range, O_RDWR);
	struct job job = job_of(c, JOB_RW_RANDREAD);

	job.time_based = true;
	job.runtime_ns = 3600000000000U;
	stop_after_ms(100);
	struct measure_result result = run_one(&job, fd);
	check_sums(&result, &job);
	measure_result_free(&result);

	/* A stop that came before the start, or in the ramp, leaves nothing to count. */
	job.ramp_time_ns = 3600000000000U;
	job.startdelay_ns = 3600000000000U;
	result = run_one(&job, fd);
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
	stop = 1;
}

/* Three clones on ranges of their own and one job that comes later, all at once; the tick ends
 * them. */
Test(measure, clones_run_together)
{
	const struct target_case c = {"libaio", JOB_ENGINE_LIBAIO, false, true};
	int fd = target_open(&c, range, O_RDWR);
	struct job write = job_of(&c, JOB_RW_WRITE), late = job_of(&c, JOB_RW_READ);
	struct measure_task tasks[4];
	struct measure_result results[4];
	struct ticks ticks = {0};
	struct measure_config config = {
	    .interval_s = 0.01, .stop = &stop, .tick = count_tick, .ctx = &ticks};
	char why[256];

	write.numjobs = 3;
	write.time_based = true;
	write.runtime_ns = 3600000000000U;
	late.startdelay_ns = 50000000;
	for (unsigned i = 0; i < 4; i++)
		tasks[i] = (struct measure_task){.job = i < 3 ? &write : &late,
						 .clone = i % 3,
						 .fd = fd,
						 .range_start = (uint64_t)i * 50 * BS,
						 .range_size = 50 * (uint64_t)BS};
	cr_assert(measure_run(tasks, 4, &config, results, why) == 0, "%s", why);
	check_int(ticks.n, 1);
	cr_expect(ticks.measuring == true);
	cr_expect(ticks.ios > 0);
	for (unsigned i = 0; i < 3; i++) {
		check_sums(&results[i], &write);
		cr_expect(results[i].ios[DIRECTION_WRITE] > 0);
	}
	check_sums(&results[3], &late);
	check_int(results[3].ios[DIRECTION_READ], 50);
	for (unsigned i = 0; i < 4; i++)
		measure_result_free(&results[i]);
	close(fd);
}

/* One clone that cannot be set up calls all of them off. */
Test(measure, setup_errors_measure_nothing)
{
	const struct target_case c = {"psync", JOB_ENGINE_PSYNC, false, false};
	int fd = target_open(&c, range, O_RDWR);
	struct job good = job_of(&c, JOB_RW_WRITE), bad = job_of(&c, JOB_RW_READ);
	struct measure_task tasks[] = {{.job = &good, .fd = fd, .range_size = range},
				       {.job = &bad, .fd = fd, .range_size = range}};
	struct measure_config config = {.interval_s = 1, .stop = &stop};
	struct measure_result results[2];
	char why[256];

	CPU_ZERO(&bad.cpus_allowed); /* no machine runs on none */
	bad.cpus_allowed_set = true;
	check_int(measure_run(tasks, 2, &config, results, why), -EINVAL);
	check_text(why, "cannot run on the processors of cpus_allowed");
	check_int(results[0].ios[DIRECTION_WRITE], 0);
	target_check_blocks(fd, BLOCKS, BS);
	for (int i = 0; i < 2; i++)
		measure_result_free(&results[i]);

	bad.cpus_allowed_set = false;
	tasks[1].fd = -1;
	check_int(measure_run(tasks, 2, &config, results, why), -EBADF);
	cr_expect(strlen(why) > 0);
	target_check_blocks(fd, BLOCKS, BS);
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
	int fd = target_open(&well, range, O_RDWR);
	cr_assert(pipe(ends) == 0);
	struct job jobs[] = {job_of(&hung, JOB_RW_READ), job_of(&well, JOB_RW_READ)};
	jobs[0].iodepth = 1;
	jobs[1].time_based = true;
	jobs[1].runtime_ns = 3600000000000U;
	struct measure_task tasks[] = {{.job = &jobs[0], .fd = ends[0], .range_size = range},
				       {.job = &jobs[1], .fd = fd, .range_size = range}};
	struct measure_config config = {.interval_s = 0.1, .stop = &stop};
	struct measure_result results[2];
	char why[256];

	/* Two I/Os are answered. */
	char *bytes = mem_alloc(2, BS);
	cr_assert(write(ends[1], bytes, 2 * (size_t)BS) == 2 * BS);
	free(bytes);
	stop_after_ms(100);
	cr_assert(measure_run(tasks, 2, &config, results, why) == 0, "%s", why);
	check_int(results[0].error, -ETIMEDOUT);
	check_text(results[0].why, "the target did not complete its I/O after the job was to stop");
	check_int(results[0].ios[DIRECTION_READ], 2);
	check_int(results[0].lat[DIRECTION_READ]->n, 2);
	cr_expect(results[0].runtime_s >= 5);
	cr_expect(results[0].n_intervals >= 50);
	check_sums(&results[1], &jobs[1]);
	for (int i = 0; i < 2; i++)
		measure_result_free(&results[i]);
	close(ends[0]);
	close(ends[1]);
	close(fd);
}
