/* The worker: one clone's measuring loop, and what it needs set up before. */
#ifndef COLLECT_ENGINE_WORKER_H
#define COLLECT_ENGINE_WORKER_H

#include <stdbool.h>

#include "collect/engine/engine.h"
#include "collect/engine/measure.h"

struct worker;

/* Sets up everything the loop needs, on the thread that will run it. result is filled while it runs
 * and stays the caller's; task's fd is duplicated. Returns 0 and *out, or -errno with why. */
int worker_open(const struct measure_task *task, const struct engine *engine,
		const struct measure_config *config, struct measure_progress *progress,
		struct measure_result *result, struct worker **out, char why[ENGINE_WHY]);

/* Runs until the job's end or *config->stop, and until all I/Os are back. Returns false when
 * another thread took the worker meanwhile: nothing of the caller's may be touched then, the
 * worker's memory belongs to nobody and is left to the kernel. */
bool worker_run(struct worker *worker);

/* From another thread: takes the result away from a worker that hangs in the kernel, ends its
 * tally, and says so in it. What the kernel may still write to stays allocated for good. Returns
 * false when the worker is not in the kernel just now. */
bool worker_take(struct worker *worker);

/* Frees a worker that was not taken; NULL is fine. */
void worker_free(struct worker *worker);

#endif
