/* How unsteady a rate is within one run. */
#ifndef ANALYZE_STATISTICS_JITTER_H
#define ANALYZE_STATISTICS_JITTER_H

#include <stddef.h>

#include "analyze/statistics/moments.h"

enum { JITTER_SAMPLES_MIN = 10 };

/* The logarithm of the coefficient of variation (standard deviation over mean) of n intervals'
 * rates. Rates come in steps of resolution, whose rounding alone spreads them by resolution /
 * sqrt(12): the result is never below that. NaN with fewer than JITTER_SAMPLES_MIN samples or
 * without a mean above 0. */
double jitter_log_cv(const double *rate, size_t n, double resolution);

/* The same from the rates' moments. */
double jitter_log_cv_of(struct moments rates, double resolution);

/* The variance that sampling alone gives the logarithm of a standard deviation of n independent
 * normal values: 1 / (2 (n - 1)), by the delta method from var(s^2) = 2 sigma^4 / (n - 1). */
double jitter_log_variance(size_t n);

#endif
