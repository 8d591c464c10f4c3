/* Whether two variances differ, and by which factor. */
#ifndef ANALYZE_STATISTICS_VARIANCE_RATIO_H
#define ANALYZE_STATISTICS_VARIANCE_RATIO_H

#include <stddef.h>

#include "analyze/statistics/anova.h"

/* A variance and how well it is known: that of n observations has df n - 1, one pooled over groups
 * the sum of theirs; infinite where it is known for certain. */
struct variance_known {
	double variance, df;
	double floor; /* the variance is at least this: resolution, sampling; 0 = nothing known */
};

struct variance_ratio {
	double ratio; /* b's variance over a's, each not below its floor */
	double low, high;
	double p; /* two-sided, that they are the same */
};

/* The F test of normal observations: under equal variances the ratio R has the F distribution with
 * (df_b, df_a) degrees of freedom; p = 2 min(P(F <= R), P(F >= R)), interval R / F_{1 - alpha/2} to
 * R / F_{alpha/2}. Honest only for what is close to normal: heavy tails give many false alarms.
 * Everything is NaN where a variance and its floor are both not above 0, or df are not. */
struct variance_ratio variance_ratio_test(struct variance_known a, struct variance_known b,
					  double confidence);

/* Brown and Forsythe (1974): the analysis of variance of the distances |x - median of its group|. f
 * is their W. It stands heavy tails, but never rejects with 3 observations a group and hardly with
 * 5. */
struct anova variance_brown_forsythe(const struct anova_group *group, size_t groups);

#endif
