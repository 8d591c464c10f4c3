/* How unsteady a rate is within one run. */
#ifndef ANALYZE_STATISTICS_JITTER_H
#define ANALYZE_STATISTICS_JITTER_H

#include <stdbool.h>
#include <stddef.h>

#include "analyze/statistics/moments.h"

enum { JITTER_SAMPLES_MIN = 10 };

/* What the standard deviation of intervals is had from. */
enum jitter_measure {
	JITTER_BY_MEAN, /* their distances from the mean: a drift counts as jitter */
	JITTER_BY_STEP, /* the steps d from one to the next (von Neumann 1941), without what they
			 * have in common: sqrt(sum (d - mean d)^2 / (2 (n - 2))), so that a
			 * straight drift counts for nothing. The two largest in the direction in
			 * which the run went are taken to be the third: so a cliff counts for
			 * little. A stall goes both ways, and counts */
	JITTER_MEASURES,
};

/* What the intervals of one run say. NaN = not known: fewer than JITTER_SAMPLES_MIN samples, no
 * mean above 0; where nothing but the moments of the samples is known, all but n and
 * log_cv[JITTER_BY_MEAN]. */
struct jitter {
	double n;
	double log_cv[JITTER_MEASURES]; /* logarithms of standard deviation / mean */
	double lag1;                    /* autocorrelation, moments_lag1 */
	double effective;               /* series_effective */
	double tau;                     /* series_tau */
	double third[3];                /* means of the thirds of the run */
	double drift, drift_p;          /* series_drift and the p of series_trend */
};

/* Of n intervals' rates in their order. Rates come in steps of resolution, whose rounding alone
 * spreads them by resolution / sqrt(12): no standard deviation is taken to be below that. */
struct jitter jitter_of(const double *rate, size_t n, double resolution);

/* The same from the rates' moments. */
struct jitter jitter_of_moments(struct moments m, double resolution);

/* log_cv[JITTER_BY_MEAN] alone. */
double jitter_log_cv(const double *rate, size_t n, double resolution);

/* The variance that sampling alone gives the logarithm of a standard deviation of n independent
 * normal values, by the delta method: 1 / (2 (n - 1)) from var(s^2) = 2 sigma^4 / (n - 1), and (3 n
 * - 4) / (4 (n - 1)^2) by steps (von Neumann 1941, whose mean step is 0). */
double jitter_log_variance(double n);
double jitter_step_log_variance(double n);

enum drift {
	DRIFT_NONE,
	DRIFT_WARM_UP, /* the first third is off, and the others are alike */
	DRIFT_LASTING, /* the run does not come to rest */
};

/* Whether a run drifts: its last third is more than 10 % away from the first, and its trend has p
 * <= 0.05 or it is known from elsewhere to be real. It is a warm-up where at most a quarter of that
 * change lies between the middle third and the last. */
enum drift jitter_drift(const struct jitter *jitter, bool known);

/* The first third over the mean of the others, less 1. */
double jitter_warm_up(const struct jitter *jitter);

/* What the drifts of n runs, as series_drift has them, are together: one observation a run, of
 * ln(1 + drift). */
struct jitter_together {
	double drift; /* geometric mean; NaN without runs */
	double p;     /* of Student's test that there is none; NaN with fewer than 2 */
};

struct jitter_together jitter_together(const double *drift, size_t n);

/* A run as one of several: the moments of its intervals and how many independent ones they are. */
struct jitter_run {
	struct moments samples;
	double effective;
};

/* The share of the variance of an interval that lies between runs (the intraclass correlation): B /
 * (B + W), W the mean of the runs' variances and B that of their means less what is left in these
 * of W, the mean of variance / effective; not below 0. NaN with fewer than 2 runs, where one is not
 * known, and where nothing varies. */
double jitter_between_share(const struct jitter_run *run, size_t n);

#endif
