/* The measuring loop of a worker. */
#ifndef COLLECT_ENGINE_LOOP_H
#define COLLECT_ENGINE_LOOP_H

#include <stdbool.h>

struct worker;

/* Runs until the job's end or the caller's stop, and until all I/Os are back. Returns false when
 * another thread took the worker meanwhile: nothing of the caller's may be touched then, the
 * worker's memory belongs to nobody and is left to the kernel. */
bool loop_run(struct worker *worker);

/* From another thread: takes the result away from a worker that hangs in the kernel, ends its
 * tally, and says so in it. What the kernel may still write to stays allocated for good. Returns
 * false when the worker is not in the kernel just now. */
bool loop_take(struct worker *worker);

#endif
