/* A short run of the null engine, whose results are thrown away but for their cost. */
#include "collect/engine/calibrate.h"

#include <math.h>
#include <time.h>

#include "collect/engine/engine.h"
#include "collect/engine/loop.h"
#include "collect/engine/worker.h"

enum { LENGTH_NS = 20000000 };

/* An engine without a ring has nothing counted of it. */
static int
open_without_ring(const struct engine_setup *setup, void **state, struct measure_engine *granted,
		  char why[MEASURE_WHY])
{
	int error = engine_null.open(setup, state, granted, why);

	granted->ring_slots = 0;
	return error;
}

/* The null engine in the shape of the other one. */
static struct engine
disguised(const struct engine *engine)
{
	struct engine null = engine_null;

	null.submits = engine->submits;
	if (!engine->submits)
		null.open = open_without_ring;
	return null;
}

/* The job without all that only lets time pass or ends it: the loop's work for each I/O remains. */
static struct job
without_pauses(const struct job *job)
{
	struct job quick = *job;

	quick.time_based = true;
	quick.runtime_ns = LENGTH_NS;
	quick.ramp_time_ns = 0;
	quick.startdelay_ns = 0;
	quick.thinktime_ns = 0;
	quick.number_ios = 0;
	quick.io_size = (struct job_amount){0};
	for (int d = 0; d < DIRECTIONS; d++) {
		quick.rate[d] = 0;
		quick.rate_iops[d] = 0;
	}
	return quick;
}

static double
thread_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

double
calibrate_self_cost_ns(const struct measure_task *task, const struct engine *engine,
		       const struct measure_config *config)
{
	const struct engine null = disguised(engine);
	const struct job job = without_pauses(task->job);
	struct measure_task quick = *task;
	struct measure_progress progress = {0};
	struct measure_result result = {0};
	struct worker *worker = NULL;
	char why[MEASURE_WHY];
	double ios = 0, cost_ns = NAN;

	quick.job = &job;
	/* No other thread knows of this worker, so none can take it. */
	if (worker_open(&quick, &null, config, &progress, &result, &worker, why) == 0) {
		double before = thread_ns();
		loop_run(worker);
		cost_ns = thread_ns() - before;
		worker_free(worker);
	}
	for (int d = 0; d < DIRECTIONS; d++)
		ios += (double)result.ios[d];
	measure_result_free(&result);
	return ios > 0 ? cost_ns / ios : NAN;
}
