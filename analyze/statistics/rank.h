/* Comparison of two samples by ranks, which no single wild value can move far: Mann and Whitney
 * 1947, Hodges and Lehmann 1963. All observations are finite. */
#ifndef ANALYZE_STATISTICS_RANK_H
#define ANALYZE_STATISTICS_RANK_H

#include <stdbool.h>
#include <stddef.h>

struct rank_test {
	double u; /* pairs where a is above b, ties by half */
	double
	    p; /* two-sided: P(|U - n_a n_b / 2| >= |u - n_a n_b / 2|) where all orders are alike */
	bool exact;
};

/* u and p are NaN where a side is empty. p counts all C(n_a + n_b, n_a) ways to deal the
 * observations to the sides, each with its midranks where there are ties (Streitberg and Roehmel
 * 1986, the shift algorithm). The work is bounded: without ties it is exact up to 215 against 215,
 * with ties up to about 36 against 36 (3 against 700); beyond, p is that of the normal distribution
 * with tie and continuity correction (Hollander, Wolfe, Chicken 2014, 4.1). */
struct rank_test rank_test(const double *a, size_t n_a, const double *b, size_t n_b);

/* Whether the test could reach p <= 0.05: C(n_a + n_b, n_a) > 40. 4 against 4 can, 3 against 3
 * cannot whatever the data say. */
bool rank_decides(size_t n_a, size_t n_b);

/* Hodges and Lehmann's estimate of how far b lies above a: the median of all n_a n_b differences
 * b[j] - a[i]. NaN where a side is empty. O(n log n). */
double rank_shift(const double *a, size_t n_a, const double *b, size_t n_b);

/* Its interval, which misses with at most 1 - confidence (ties aside): from the k-th smallest
 * difference to the k-th largest with k = the quantile of U at (1 - confidence) / 2. NaN where the
 * sides are too small for that, i.e. k = 0. */
void rank_interval(const double *a, size_t n_a, const double *b, size_t n_b, double confidence,
		   double *low, double *high);

#endif
