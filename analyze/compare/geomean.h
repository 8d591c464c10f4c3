/* One metric over all tests of a comparison. */
#ifndef ANALYZE_COMPARE_GEOMEAN_H
#define ANALYZE_COMPARE_GEOMEAN_H

#include "analyze/compare/pair.h"

/* Appends to the pair's rows one of kind geomean for each rate and each latency that decides
 * somewhere, where at least two tests have it on both sides with a test of their own. The verdicts
 * of these must have been decided; cells are all contrasts. */
void geomean_add(const struct pair *pair, const struct index *cells);

#endif
