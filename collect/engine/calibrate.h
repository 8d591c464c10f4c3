/* What the measuring loop itself costs. */
#ifndef COLLECT_ENGINE_CALIBRATE_H
#define COLLECT_ENGINE_CALIBRATE_H

#include "collect/engine/measure.h"

struct engine;

/* Runs the task's loop for some 20 ms on the calling thread with the null engine in place of the
 * given one: same depth, batches, sizes, pattern and accounting, but no pauses and no I/O; targets
 * are not touched. Returns the thread's processor time in ns for one I/O, NaN when that cannot be
 * had. */
double calibrate_self_cost_ns(const struct measure_task *task, const struct engine *engine,
			      const struct measure_config *config);

#endif
