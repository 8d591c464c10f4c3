/* Clones of a job add up to one result. */
#ifndef COLLECT_CAMPAIGN_MERGE_H
#define COLLECT_CAMPAIGN_MERGE_H

#include <stddef.h>

#include "collect/engine/measure.h"

/* Fills *out with the sum of n >= 1 results of one job: counts, histograms, intervals by their
 * place on the grid, CPU times; the longest runtime; the first error; the engine of the first.
 * Free it with measure_result_free. */
void merge_results(const struct measure_result *results, size_t n, struct measure_result *out);

#endif
