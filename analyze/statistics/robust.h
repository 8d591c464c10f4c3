/* Estimators by medians of pairs, and what bounds they have without assumptions on the
 * distribution, as defined by pragmastat (A. Akinshin, github.com/AndreyAkinshin/pragmastat): a
 * sample may hold up to 29 % of wild values before an estimate is wild. All observations are
 * finite. */
#ifndef ANALYZE_STATISTICS_ROBUST_H
#define ANALYZE_STATISTICS_ROBUST_H

#include <stddef.h>

struct robust_bounds {
	double low, high; /* NaN where there are none */
};

/* The median of Walsh's averages (x[i] + x[j]) / 2, i <= j (Hodges and Lehmann 1963). NaN when n
 * is 0. */
double robust_center(const double *x, size_t n);

/* The median of the distances |x[i] - x[j]|, i < j (Shamos 1976): 0.954 sd of normal data. 0 when n
 * is 1, NaN when it is 0. */
double robust_spread(const double *x, size_t n);

/* How far b lies above a: rank_shift. */
double robust_shift(const double *a, size_t n_a, const double *b, size_t n_b);

/* exp of the shift of logarithms: b as a multiple of a. NaN where a value is not above 0. */
double robust_ratio(const double *a, size_t n_a, const double *b, size_t n_b);

/* The shift in units of the sides' mean spread (n_a spread_a + n_b spread_b) / (n_a + n_b). NaN
 * where both spreads are 0. */
double robust_disparity(const double *a, size_t n_a, const double *b, size_t n_b);

/* Bounds that leave out as many of the N sorted pairs at each end as the null distribution's
 * quantile c at misrate / 2 says: from pair c + 1 to pair N - c. c is the smallest with P(U <= c)
 * >= misrate / 2, so the bounds miss with misrate or a little more: for 5 against 5 at 0.05 with
 * 0.056. rank_interval, which leaves out one pair less, never misses more. There are no bounds
 * where even the outermost pairs miss more often: 2 / C(n_a + n_b, n_a) > misrate for two samples,
 * 2^(1 - n) > misrate for one. That of the center asks for a symmetric distribution. */
struct robust_bounds robust_center_bounds(const double *x, size_t n, double misrate);
struct robust_bounds robust_shift_bounds(const double *a, size_t n_a, const double *b, size_t n_b,
					 double misrate);
struct robust_bounds robust_ratio_bounds(const double *a, size_t n_a, const double *b, size_t n_b,
					 double misrate);

#endif
