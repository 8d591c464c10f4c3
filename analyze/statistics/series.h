/* A run's samples in the order of time: do they drift, and how many independent ones are they
 * worth? All samples are finite. */
#ifndef ANALYZE_STATISTICS_SERIES_H
#define ANALYZE_STATISTICS_SERIES_H

#include <stddef.h>

enum { SERIES_TREND_MIN = 10 }; /* samples */

struct series_trend {
	double s;        /* Kendall's S: pairs that rise - pairs that fall */
	double variance; /* of S if the samples were independent, ties corrected */
	double rho;      /* the autocorrelation that p allows for, 0 .. 0.95 */
	double p;        /* two-sided; all NaN with fewer than SERIES_TREND_MIN samples */
};

/* Mann's (1945) and Kendall's test for a trend, for samples that are autocorrelated as AR(1):
 * variance times 1 + 2 / (n (n-1) (n-2)) sum over k of (n-k) (n-k-1) (n-k-2) rho^k (Hamed and Rao
 * 1998), and Student's t at n (1 - rho) / (1 + rho) - 2 degrees of freedom, at least 1, in place of
 * the normal distribution. rho is had from the ranks without their linear trend: with r their lag-1
 * autocorrelation, (n r + 2) / (n - 4) undoes its bias (Marriott and Pope 1954), 2 sin(pi/6 x)
 * makes it one of values (Pearson 1907). O(n log n). */
struct series_trend series_trend(const double *x, size_t n);

/* The mean of the last third over that of the first, - 1; thirds of n / 3 samples, rounded down.
 * NaN with fewer than 3 samples or where the first one's mean is not above 0. */
double series_drift(const double *x, size_t n);

/* n (1 - r) / (1 + r) with r = moments_lag1: what n samples of an AR(1) series tell of the mean, as
 * a number of independent ones; above n where neighbours differ more than chance has it. NaN with
 * fewer than 2 samples or without variance. */
double series_effective(const double *x, size_t n);

/* The same for any series is n / tau: tau = 1 + 2 times the sum of autocorrelations r_k, by Geyer's
 * (1992) initial positive sequence, pairs r_2m + r_2m+1 as long as they are above 0. The work is
 * bounded: no lag beyond 1e7 / n, at least 20, is looked at. NaN as series_effective. */
double series_tau(const double *x, size_t n);

/* Von Neumann's (1941) standard deviation, from differences of neighbours: sqrt(sum (x[i+1] -
 * x[i])^2 / (2 (n - 1))). A drift hardly enters it. NaN with fewer than 2 samples. */
double series_neumann_sd(const double *x, size_t n);

#endif
