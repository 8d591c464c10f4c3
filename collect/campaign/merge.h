/* Clones of a job add up to one result. */
#ifndef COLLECT_CAMPAIGN_MERGE_H
#define COLLECT_CAMPAIGN_MERGE_H

#include <stddef.h>

#include "collect/engine/measure.h"

/* Fills *out with the sum of n >= 1 results of one job: counts, histograms, intervals and cells by
 * their place on the grid, CPU times; the longest runtime and the largest lag at the end; the first
 * error; the engine and the self cost of the first. An interval's mean is that of all its I/Os; its
 * percentile comes from the cells of several clones, and is NaN without them. What one clone does
 * not know (NaN) the sum does not. Free it with measure_result_free. */
void merge_results(const struct measure_result *results, size_t n, struct measure_result *out);

#endif
