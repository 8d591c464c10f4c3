/* The difference of two means when the variances may differ (Welch 1947). */
#ifndef ANALYZE_STATISTICS_WELCH_H
#define ANALYZE_STATISTICS_WELCH_H

#include "analyze/statistics/difference.h"
#include "analyze/statistics/moments.h"

/* What is known of one side beside its observations. */
struct welch_side {
	struct moments observed;
	double floor; /* the variance of one observation is at least this: its resolution, its
		       * sampling error; 0 where nothing is known */
};

/* b against a. Each side's variance is the larger of the observed one and its floor; where both
 * observed ones are 0 the degrees of freedom are n_a + n_b - 2. Fewer than 2 observations on a
 * side, or no variance at all, leave everything but difference NaN: there is no test then. The df
 * are Satterthwaite's (1946); sd is pooled over both sides. */
struct difference welch_test(struct welch_side a, struct welch_side b, double confidence);

/* Interval of one side's mean by Student's t at n - 1 degrees of freedom; NaN with fewer than 2
 * observations. */
void welch_interval(struct welch_side side, double confidence, double *low, double *high);

#endif
