/* What surrounds the measuring of a thread: priorities, processors, the loop's own cost, ends by
 * steadiness. On the null engine, which needs no target. */
#include "collect/engine/calibrate.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/engine/clock.h"
#include "collect/engine/engine.h"
#include "tests/unit/check.h"
#include "tests/unit/trial.h"

TestSuite(around, .timeout = 60);

static const struct target_case null_case = {"null", JOB_ENGINE_NULL, false, false};

/* A job on the null engine; its file is never touched. */
static struct job
null_job(enum job_rw rw)
{
	return trial_job(&null_case, rw);
}

static int
null_file(void)
{
	int fd = open("/dev/null", O_RDWR | O_CLOEXEC);

	cr_assert(fd >= 0);
	return fd;
}

Test(around, the_loop_s_own_cost_is_had_for_each_kind_of_job)
{
	static const struct {
		enum job_rw rw;
		const struct engine *engine;
		unsigned depth;
	} rows[] = {{JOB_RW_RANDREAD, &engine_libaio, 32},
		    {JOB_RW_RANDWRITE, &engine_io_uring, 8},
		    {JOB_RW_RANDRW, &engine_psync, 1},
		    {JOB_RW_READ, &engine_null, 1},
		    {JOB_RW_RANDREAD, &engine_libaio, 1024}};
	struct measure_config config = {.interval_s = 1, .stop = &trial_stop};

	for (size_t i = 0; i < countof(rows); i++) {
		struct job job = null_job(rows[i].rw);
		job.iodepth = rows[i].depth;
		/* None of these may make it longer or shorter. */
		job.runtime_ns = 3600000000000U;
		job.ramp_time_ns = 3600000000000U;
		job.startdelay_ns = 3600000000000U;
		job.thinktime_ns = 3600000000000U;
		job.thinktime_blocks = 1;
		job.rate_iops[DIRECTION_READ] = 1;
		job.number_ios = 1;
		/* No such file is open: nobody asks for it but to look for a spare number. */
		int fd = null_file();
		struct measure_task task = TRIAL_TASK(&job, fd, 0, trial_range);
		uint64_t before = clock_monotonic_ns();
		double ns = calibrate_self_cost_ns(&task, rows[i].engine, &config);
		double took_s = (double)(clock_monotonic_ns() - before) / 1e9;
		cr_expect(ns > 1 && ns < 50000, "row %zu: %g ns", i, ns);
		cr_expect(took_s > 0.019 && took_s < 5, "row %zu: %g s", i, took_s);
		close(fd);
	}
}

Test(around, no_cost_is_made_up)
{
	struct measure_config config = {.interval_s = 1, .stop = &trial_stop};
	struct job job = null_job(JOB_RW_READ);
	struct measure_task task = TRIAL_TASK(&job, -1, 0, trial_range);

	check_nan(calibrate_self_cost_ns(&task, &engine_libaio, &config), "no file");
}

/* Nothing is written to the target: it keeps its bytes. */
Test(around, calibrating_a_writer_writes_nothing)
{
	struct measure_config config = {.interval_s = 1, .stop = &trial_stop};
	int fd = target_make(&null_case, trial_range, O_RDWR);
	struct job job = null_job(JOB_RW_RANDWRITE);
	struct measure_task task = TRIAL_TASK(&job, fd, 0, trial_range);

	cr_expect(calibrate_self_cost_ns(&task, &engine_psync, &config) > 0);
	target_check_blocks(fd, TRIAL_BLOCKS, TRIAL_BS);
	close(fd);
}

Test(around, every_clone_knows_the_cost_and_its_own_use)
{
	struct job job = null_job(JOB_RW_READ);
	int fd = null_file();
	struct measure_file file = {fd, 0, trial_range, fd};
	struct measure_task tasks[3];
	struct measure_result results[3];
	struct measure_config config = {.interval_s = 1, .stop = &trial_stop};
	char why[MEASURE_WHY];

	job.numjobs = 3;
	job.loops = 100;
	for (unsigned i = 0; i < 3; i++)
		tasks[i] =
		    (struct measure_task){.job = &job, .clone = i, .file = &file, .n_files = 1};
	cr_assert(measure_run(tasks, 3, &config, results, why) == 0, "%s", why);
	double cost_ns = results[0].self_cost_ns;
	for (int i = 0; i < 3; i++) {
		cr_expect(results[i].self_cost_ns > 1 && results[i].self_cost_ns < 50000);
		check_close(results[i].self_cost_ns, cost_ns, 0, "of the job");
		check_int(results[i].all_ios, 100 * TRIAL_BLOCKS);
		cr_expect(isnan(results[i].run_delay_s) || results[i].run_delay_s >= 0);
		check_int(isnan(results[i].cycles), isnan(results[i].instructions));
		measure_result_free(&results[i]);
	}
	close(fd);
}

/* What can be asked of the clones' threads while they run. */
enum { THREADS = 64 };
struct seen {
	pid_t before[THREADS]; /* threads that were there before */
	size_t n_before;
	int nice[THREADS];
	cpu_set_t set[THREADS];
	size_t n;
};

static bool
was_before(const struct seen *seen, pid_t id)
{
	for (size_t i = 0; i < seen->n_before; i++)
		if (seen->before[i] == id)
			return true;
	return false;
}

/* Calls take for each thread of the process. */
static void
each_thread(struct seen *seen, void (*take)(struct seen *seen, pid_t id))
{
	DIR *tasks = opendir("/proc/self/task");

	cr_assert(tasks != NULL);
	for (struct dirent *d = readdir(tasks); d; d = readdir(tasks))
		if (atoi(d->d_name))
			take(seen, (pid_t)atoi(d->d_name));
	closedir(tasks);
}

static void
note_before(struct seen *seen, pid_t id)
{
	cr_assert(seen->n_before < THREADS);
	seen->before[seen->n_before++] = id;
}

static void
note_new(struct seen *seen, pid_t id)
{
	if (was_before(seen, id) || seen->n == THREADS)
		return;
	seen->nice[seen->n] = getpriority(PRIO_PROCESS, (id_t)id);
	sched_getaffinity(id, sizeof(cpu_set_t), &seen->set[seen->n]);
	seen->n++;
}

static void
look_at_threads(void *ctx, const struct measure_progress *progress)
{
	struct seen *seen = ctx;

	(void)progress;
	each_thread(seen, note_new);
	trial_stop = 1;
}

Test(around, nice_and_split_processors_are_each_thread_s)
{
	static struct seen seen;
	struct job job = null_job(JOB_RW_READ);
	int fd = null_file(), before = getpriority(PRIO_PROCESS, 0);
	struct measure_file file = {fd, 0, trial_range, fd};
	struct measure_task tasks[2];
	struct measure_result results[2];
	struct measure_config config = {
	    .interval_s = 1, .stop = &trial_stop, .tick = look_at_threads, .ctx = &seen};
	char why[MEASURE_WHY];

	each_thread(&seen, note_before);
	cr_assert(sched_getaffinity(0, sizeof(job.cpus_allowed), &job.cpus_allowed) == 0);
	job.cpus_allowed_set = job.cpus_split = true;
	job.nice = before < 18 ? before + 2 : before;
	job.nice_set = true;
	job.numjobs = 2;
	job.time_based = true;
	job.runtime_ns = 3600000000000U;
	for (unsigned i = 0; i < 2; i++)
		tasks[i] =
		    (struct measure_task){.job = &job, .clone = i, .file = &file, .n_files = 1};
	cr_assert(measure_run(tasks, 2, &config, results, why) == 0, "%s", why);
	check_int(seen.n, 2);
	for (int i = 0; i < 2; i++) {
		check_int(seen.nice[i], job.nice);
		check_int(CPU_COUNT(&seen.set[i]), 1);
		measure_result_free(&results[i]);
	}
	bool same = CPU_EQUAL(&seen.set[0], &seen.set[1]);
	check_int(same, CPU_COUNT(&job.cpus_allowed) == 1);
	check_int(getpriority(PRIO_PROCESS, 0), before);
	close(fd);
}

/* A rule that any two seconds meet ends the job long before its runtime, as if that were over. */
Test(around, a_steady_job_ends)
{
	struct job job = null_job(JOB_RW_READ);
	int fd = null_file();
	struct measure_task task = TRIAL_TASK(&job, fd, 0, trial_range);
	struct measure_result result;
	struct measure_config config = {.interval_s = 1, .stop = &trial_stop};
	char why[MEASURE_WHY];

	job.time_based = true;
	job.runtime_ns = 3600000000000U;
	job.steadystate = (struct job_steadystate){
	    .metric = JOB_STEADY_IOPS, .limit = 150, .percent = true, .duration_ns = 2000000000U};
	cr_assert(measure_run(&task, 1, &config, &result, why) == 0, "%s", why);
	cr_expect(result.steady == true);
	cr_expect(result.steady_criterion < 150);
	cr_expect(result.runtime_s > 2 && result.runtime_s < 20, "%g s", result.runtime_s);
	check_int(result.error, 0);
	measure_result_free(&result);
	close(fd);
}
