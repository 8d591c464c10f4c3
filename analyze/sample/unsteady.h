/* What the runs of a rate show beside their value, in words: two levels, a warm-up, a drift. */
#ifndef ANALYZE_SAMPLE_UNSTEADY_H
#define ANALYZE_SAMPLE_UNSTEADY_H

#include <stdbool.h>
#include <stddef.h>

#include "analyze/statistics/jitter.h"

struct derived;
struct group;

/* The drift of a group's runs together; NaN where they have no intervals. */
struct jitter_together unsteady_drift(const struct group *group, size_t i);

/* Whether a run drifts: by itself, or because 3 runs or more do so together (by more than 10 %,
 * with p <= 0.05; one run's intervals may be too few or too much alike to prove a step). */
bool unsteady_any(const struct group *group, size_t i);

/* Of one run: "warm-up: the first third is 14 % below the rest", "not steady: the last third is 14
 * % below the first"; "" where there is nothing to tell. The caller frees it. */
char *unsteady_run_text(const struct derived *derived);

/* Of all runs of a group, one remark: "two levels: 3 runs near 59.10k and 2 near 63.45k", else that
 * of a run with the median over those that show the same and " in 3 of 5 runs" behind. */
char *unsteady_text(const struct group *group, size_t i);

#endif
