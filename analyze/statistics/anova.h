/* One-way analysis of variance of groups of any sizes (Fisher 1925): how far the groups' means lie
 * apart, measured by the spread within the groups. */
#ifndef ANALYZE_STATISTICS_ANOVA_H
#define ANALYZE_STATISTICS_ANOVA_H

#include <stddef.h>

struct anova_group {
	const double *x; /* the caller's */
	size_t n;        /* a group of 0 is as if it were not there */
};

struct anova {
	double between, within; /* mean squares; NaN where their df are 0 */
	double df_between;      /* groups - 1 */
	double df_within;       /* observations - groups */
	double f, p;            /* between / within; NaN where within is not above 0 */
	double size;      /* n~ = (N - sum n_i^2 / N) / (groups - 1), the groups' effective size */
	double component; /* variance between groups, max(0, (between - within) / n~) */
};

/* What cannot be told is NaN: with one group everything of between, without two observations in
 * any group everything of within. Squares that overflow leave NaN, too. */
struct anova anova_one_way(const struct anova_group *group, size_t groups);

#endif
