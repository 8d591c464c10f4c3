/* Looks at clones while they run: how far all of them are, and whether a job is steady. Nothing of
 * it stands in the clones' way. */
#ifndef COLLECT_ENGINE_WATCH_H
#define COLLECT_ENGINE_WATCH_H

#include <stddef.h>

#include "collect/engine/measure.h"

struct watch_job;

struct watch {
	const struct measure_task *task;
	const struct measure_result *result;
	size_t n;                          /* tasks */
	struct measure_progress *progress; /* of each, for the clone to write */
	struct measure_progress all;
	struct watch_job *job; /* those that are to become steady */
	size_t n_jobs;
};

/* Clones of one job stand side by side in tasks. What is passed in is borrowed. */
void watch_init(struct watch *watch, const struct measure_task *tasks, size_t n,
		const struct measure_result *results);

void watch_free(struct watch *watch);

/* A look at now_ns, about once a second: takes the rates of jobs that are to become steady, and
 * tells the clones of one that is that it is enough. With sums also fills watch->all. */
void watch_look(struct watch *watch, uint64_t now_ns, bool sums);

/* When all clones have ended: fills the results' steady, steady_criterion and all_ios. */
void watch_end(const struct watch *watch, struct measure_result *results);

/* The 99th percentile of lat over all directions of n results that may still be counting: the
 * middle of the bucket that holds it, NaN when they are empty. */
double watch_p99_ns(const struct measure_result *results, size_t n);

#endif
