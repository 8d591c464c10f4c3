/* The difference of two means when the variances may differ (Welch 1947). */
#ifndef ANALYZE_STATISTICS_WELCH_H
#define ANALYZE_STATISTICS_WELCH_H

#include "analyze/statistics/moments.h"

/* The confidence of every interval that is reported: 0.95. */
extern const double welch_confidence;

/* What is known of one side beside its observations. */
struct welch_side {
	struct moments observed;
	double floor; /* the variance of one observation is at least this: its resolution, its
		       * sampling error; 0 where nothing is known */
};

struct welch {
	double difference; /* mean of b - mean of a */
	double se;         /* its standard error */
	double df;         /* Satterthwaite's (1946) */
	double t;
	double p;         /* two-sided */
	double low, high; /* confidence interval of difference */
	double sd;        /* of one observation, pooled over both sides */
};

/* b against a. Each side's variance is the larger of the observed one and its floor; where both
 * observed ones are 0 the degrees of freedom are n_a + n_b - 2. Fewer than 2 observations on a
 * side, or no variance at all, leave everything but difference NaN: there is no test then. */
struct welch welch_test(struct welch_side a, struct welch_side b, double confidence);

/* Interval of one side's mean by Student's t at n - 1 degrees of freedom; NaN with fewer than 2
 * observations. */
void welch_interval(struct welch_side side, double confidence, double *low, double *high);

#endif
