/* p-values corrected for the number of tests that were made. */
#ifndef ANALYZE_STATISTICS_ADJUST_H
#define ANALYZE_STATISTICS_ADJUST_H

#include <stddef.h>

/* Holm (1979): the chance of even one false alarm among all n stays below the level. out[i] belongs
 * to p[i]; out may be p. No p may be NaN. */
void adjust_holm(const double *p, size_t n, double *out);

/* Benjamini and Hochberg (1995): the expected share of false alarms among the alarms stays below
 * the level. Same arguments. */
void adjust_bh(const double *p, size_t n, double *out);

#endif
