/* Starts the clones together, watches over them, and gathers what they measured. */
#include "collect/engine/measure.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "collect/base/mem.h"
#include "collect/engine/calibrate.h"
#include "collect/engine/clock.h"
#include "collect/engine/loop.h"
#include "collect/engine/pin.h"
#include "collect/engine/usage.h"
#include "collect/engine/watch.h"
#include "collect/engine/worker.h"

enum {
	TICK_NS = 1000000000,
	DELAY_STEP_NS = 100000000 /* how often a delayed clone looks at stop */
};

static const uint64_t give_up_after_ns =
    5000000000; /* after stop, for a target that does not answer */

enum phase { SETTING_UP, RUNNING, CALLED_OFF };

struct run;

struct clone {
	struct run *run;
	const struct measure_task *task;
	struct measure_result *result;
	struct measure_progress *progress;
	struct worker *worker; /* the thread's until it is done, or taken */
	pthread_t thread;
	int cpu; /* to run on; -1 = where the job or the scheduler wants */
	bool started, done, taken;
};

struct run {
	const struct measure_config *config;
	struct watch watch;
	struct clone *clone;
	size_t n;

	pthread_mutex_t lock; /* of all below and of done */
	pthread_cond_t changed;
	enum phase phase;
	size_t n_ready, n_done;
	int error; /* the first one while setting up */
	char why[MEASURE_WHY];
	uint64_t start_ns; /* CLOCK_MONOTONIC */
};

static struct timespec
timespec_of(uint64_t ns)
{
	return (struct timespec){.tv_sec = (time_t)(ns / 1000000000U),
				 .tv_nsec = (long)(ns % 1000000000U)};
}

static int
pin(const struct clone *clone, char why[MEASURE_WHY])
{
	const struct job *job = clone->task->job;
	cpu_set_t set;

	if (job->cpus_allowed_set) {
		set = job->cpus_split ? pin_split(&job->cpus_allowed, clone->task->clone)
				      : job->cpus_allowed;
	} else if (clone->cpu >= 0) {
		CPU_ZERO(&set);
		CPU_SET(clone->cpu, &set);
	} else {
		return 0;
	}
	if (sched_setaffinity(0, sizeof(set), &set) == 0)
		return 0;
	int error = -errno;
	snprintf(why, MEASURE_WHY, "cannot run on the processors %s",
		 job->cpus_allowed_set ? "of cpus_allowed" : "chosen for it");
	return error;
}

/* Of the calling thread alone, as Linux has it. */
static int
set_nice(const struct job *job, char why[MEASURE_WHY])
{
	if (!job->nice_set || setpriority(PRIO_PROCESS, 0, job->nice) == 0)
		return 0;
	int error = -errno;
	snprintf(why, MEASURE_WHY, "cannot run with nice %d", job->nice);
	return error;
}

static int
set_up(struct clone *clone, char why[MEASURE_WHY])
{
	const struct measure_config *config = clone->run->config;
	const struct engine *engine = engine_of(clone->task->job->ioengine);
	int error = pin(clone, why);

	if (!error)
		error = set_nice(clone->task->job, why);
	if (error)
		return error;
	/* Once a job, where it will run, and before it holds buffers of its own. */
	double cost_ns =
	    clone->task->clone == 0 ? calibrate_self_cost_ns(clone->task, engine, config) : NAN;
	error = worker_open(clone->task, engine, config, clone->progress, clone->result,
			    &clone->worker, why);
	clone->result->self_cost_ns = cost_ns;
	return error;
}

/* Tells how the setup went and waits for the others. Returns whether to run. */
static bool
wait_for_start(struct run *run, int error, const char *why)
{
	pthread_mutex_lock(&run->lock);
	run->n_ready++;
	if (error && !run->error) {
		run->error = error;
		snprintf(run->why, sizeof(run->why), "%s", why);
	}
	pthread_cond_broadcast(&run->changed);
	while (run->phase == SETTING_UP)
		pthread_cond_wait(&run->changed, &run->lock);
	bool go = run->phase == RUNNING;
	pthread_mutex_unlock(&run->lock);
	return go;
}

/* Waits for the job's startdelay; a stop ends it. */
static void
delay(const struct clone *clone)
{
	uint64_t until = clone->run->start_ns + clone->task->job->startdelay_ns;

	for (uint64_t now = clock_monotonic_ns(); now < until && !*clone->run->config->stop;
	     now = clock_monotonic_ns()) {
		uint64_t next = until - now < DELAY_STEP_NS ? until : now + DELAY_STEP_NS;
		struct timespec t = timespec_of(next);
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
	}
}

static void *
clone_main(void *arg)
{
	struct clone *clone = arg;
	struct run *run = clone->run;
	char why[MEASURE_WHY] = "";

	int error = set_up(clone, why);
	if (wait_for_start(run, error, why)) {
		delay(clone);
		if (!loop_run(clone->worker))
			return NULL; /* taken: the run may be gone */
	}
	pthread_mutex_lock(&run->lock);
	clone->done = true;
	run->n_done++;
	pthread_cond_broadcast(&run->changed);
	pthread_mutex_unlock(&run->lock);
	worker_free(clone->worker);
	return NULL;
}

/* Plans the processors and starts the threads, with all signals blocked in them: those are the
 * caller's to handle. */
static void
start_threads(struct run *run)
{
	int *cpu = mem_alloc(run->n, sizeof(*cpu));
	size_t n_free = 0;
	sigset_t all, before;

	for (size_t i = 0; i < run->n; i++)
		n_free += !run->clone[i].task->job->cpus_allowed_set;
	bool planned = pin_plan(cpu, n_free);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	n_free = 0;
	for (size_t i = 0; i < run->n; i++) {
		struct clone *clone = &run->clone[i];
		bool own = planned && !clone->task->job->cpus_allowed_set;
		clone->cpu = own ? cpu[n_free++] : -1;
		int error = pthread_create(&clone->thread, NULL, clone_main, clone);
		if (error) {
			pthread_mutex_lock(&run->lock);
			run->error = run->error ? run->error : -error;
			snprintf(run->why, sizeof(run->why), "cannot start thread %zu of %zu",
				 i + 1, run->n);
			pthread_mutex_unlock(&run->lock);
			break;
		}
		clone->started = true;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	free(cpu);
}

/* Waits until all threads are set up, and lets them run unless one could not be. */
static int
start_together(struct run *run)
{
	size_t started = 0;

	for (size_t i = 0; i < run->n; i++)
		started += run->clone[i].started;
	pthread_mutex_lock(&run->lock);
	while (run->n_ready < started)
		pthread_cond_wait(&run->changed, &run->lock);
	run->start_ns = clock_monotonic_ns();
	run->phase = run->error ? CALLED_OFF : RUNNING;
	pthread_cond_broadcast(&run->changed);
	int error = run->error;
	pthread_mutex_unlock(&run->lock);
	return error;
}

/* Takes the results from clones whose target does not answer. The lock is held. */
static void
give_up(struct run *run)
{
	for (size_t i = 0; i < run->n; i++) {
		struct clone *clone = &run->clone[i];
		if (clone->done || clone->taken || !loop_take(clone->worker))
			continue;
		clone->taken = true;
		run->n_done++;
	}
}

/* Ticks until all clones are done. */
static void
wait_for_end(struct run *run)
{
	const struct measure_config *config = run->config;
	uint64_t next_tick_ns = run->start_ns + TICK_NS;
	uint64_t give_up_ns = UINT64_MAX;

	pthread_mutex_lock(&run->lock);
	while (run->n_done < run->n) {
		struct timespec until = timespec_of(next_tick_ns);
		if (pthread_cond_timedwait(&run->changed, &run->lock, &until) != ETIMEDOUT)
			continue;
		uint64_t now = clock_monotonic_ns();
		next_tick_ns = now + TICK_NS;
		if (*config->stop && give_up_ns == UINT64_MAX)
			give_up_ns = now + give_up_after_ns;
		if (now >= give_up_ns)
			give_up(run);
		pthread_mutex_unlock(&run->lock);
		watch_look(&run->watch, now, config->tick != NULL);
		if (config->tick)
			config->tick(config->ctx, &run->watch.all);
		pthread_mutex_lock(&run->lock);
	}
	pthread_mutex_unlock(&run->lock);
}

static void
run_init(struct run *run, const struct measure_task *tasks, size_t n,
	 const struct measure_config *config, struct measure_result *results)
{
	pthread_condattr_t monotonic;

	memset(run, 0, sizeof(*run));
	run->config = config;
	run->n = n;
	run->clone = mem_alloc(n, sizeof(*run->clone));
	watch_init(&run->watch, tasks, n, results);
	for (size_t i = 0; i < n; i++) {
		usage_unknown(&results[i]);
		run->clone[i].run = run;
		run->clone[i].task = &tasks[i];
		run->clone[i].result = &results[i];
		run->clone[i].progress = &run->watch.progress[i];
	}
	pthread_mutex_init(&run->lock, NULL);
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&run->changed, &monotonic);
	pthread_condattr_destroy(&monotonic);
}

static void
run_free(struct run *run)
{
	watch_free(&run->watch);
	pthread_cond_destroy(&run->changed);
	pthread_mutex_destroy(&run->lock);
	free(run->clone);
}

int
measure_run(const struct measure_task *tasks, size_t n, const struct measure_config *config,
	    struct measure_result *results, char why[MEASURE_WHY])
{
	struct run run;

	memset(results, 0, n * sizeof(*results));
	why[0] = '\0';
	clock_get(); /* calibrates before any thread measures */
	run_init(&run, tasks, n, config, results);
	start_threads(&run);
	int error = start_together(&run);
	if (error)
		memcpy(why, run.why, sizeof(run.why));
	else
		wait_for_end(&run);
	for (size_t i = 0; i < n; i++) {
		if (run.clone[i].taken)
			pthread_detach(run.clone[i].thread);
		else if (run.clone[i].started)
			pthread_join(run.clone[i].thread, NULL);
	}
	/* What the loop costs was found out by the first clone of each job. */
	for (size_t i = 1; i < n; i++)
		if (tasks[i].job == tasks[i - 1].job)
			results[i].self_cost_ns = results[i - 1].self_cost_ns;
	watch_end(&run.watch, results);
	run_free(&run);
	return error;
}

void
measure_result_free(struct measure_result *result)
{
	for (int d = 0; d < DIRECTIONS; d++) {
		free(result->slat[d]);
		free(result->clat[d]);
		free(result->lat[d]);
	}
	free(result->interval);
	free(result->ring_reaped);
	free(result->ring_standing);
	free(result->cell);
	free(result->inflight);
	free(result->sync);
	free(result->lag);
	memset(result, 0, sizeof(*result));
}
