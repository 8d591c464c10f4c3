/* Mean, spread and serial correlation of a list of numbers. */
#ifndef ANALYZE_STATISTICS_MOMENTS_H
#define ANALYZE_STATISTICS_MOMENTS_H

#include <stddef.h>

struct moments {
	double n;
	double mean;     /* NaN when n is 0 */
	double variance; /* denominator n - 1; NaN when n < 2 */
	double min, max; /* NaN when n is 0 */
};

/* Two passes with compensated sums, so that a large mean does not eat a small spread. */
struct moments moments_of(const double *x, size_t n);

/* Standard deviation with denominator n - 1; NaN when n < 2. */
double moments_sd(struct moments m);

/* Two disjoint lists as one, from their moments alone (Chan, Golub, LeVeque 1979). */
struct moments moments_pool(struct moments a, struct moments b);

/* Autocorrelation at lag 1 by NIST's definition: sum over i < n of (x[i] - m)(x[i+1] - m), divided
 * by the sum over all i of (x[i] - m)^2. NaN when n < 2 or all are equal. */
double moments_lag1(const double *x, size_t n);

#endif
