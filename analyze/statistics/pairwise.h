/* Order statistics of what all pairs of observations give, without making the pairs: n observations
 * have n^2 of them. */
#ifndef ANALYZE_STATISTICS_PAIRWISE_H
#define ANALYZE_STATISTICS_PAIRWISE_H

#include <stddef.h>

enum pairwise_kind {
	PAIRWISE_DIFFERENCE, /* b[j] - a[i] for all i and j */
	PAIRWISE_AVERAGE,    /* (a[i] + a[j]) / 2 for i <= j: Walsh's averages; b is not read */
	PAIRWISE_DISTANCE,   /* a[j] - a[i] for i < j; b is not read */
};

/* Finite numbers in ascending order, which stay the caller's. */
struct pairwise {
	enum pairwise_kind kind;
	const double *a, *b;
	size_t n_a, n_b;
};

/* A copy of n finite numbers in ascending order. The caller frees it. */
double *pairwise_sorted(const double *x, size_t n);

size_t pairwise_n(const struct pairwise *pairs);

/* The k-th smallest, 1 <= k <= pairwise_n; else NaN. Exactly the number that sorting all pairs
 * would give: numbers are halved by their bits, at most 64 times, and the pairs not above counted
 * in one walk over the observations (Shamos 1976 counts so). A difference that overflows is
 * infinite. */
double pairwise_at(const struct pairwise *pairs, size_t k);

/* The middle one or the average of the two; NaN where there are none. */
double pairwise_median(const struct pairwise *pairs);

/* (a + b) / 2 without overflow. */
double pairwise_middle(double a, double b);

#endif
