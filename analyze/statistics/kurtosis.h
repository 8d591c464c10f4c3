/* How heavy the tails of observations are that come in small groups, each with a mean of its own;
 * and what that does to what is known of their variance. */
#ifndef ANALYZE_STATISTICS_KURTOSIS_H
#define ANALYZE_STATISTICS_KURTOSIS_H

#include <stddef.h>

/* Sums over groups; zeroed before the first one. */
struct kurtosis {
	double squares, fourths; /* of the distances from the groups' means */
	double df;               /* of squares */
	double normal, heavy;    /* what fourths consists of: 3 variance^2, fourth cumulant */
};

/* Adds a group of n observations; one of fewer than 2 tells nothing. */
void kurtosis_add(struct kurtosis *k, const double *x, size_t n);

/* The excess kurtosis of one observation, fourth cumulant / variance^2: 0 for a normal one, and
 * where less than that or nothing is known. In a group of n a distance from its mean has the
 * variance (1 - 1/n) and the fourth cumulant (1 - 1/n)^4 + (n - 1) / n^4 of an observation's. */
double kurtosis_excess(const struct kurtosis *k);

/* The degrees of freedom that a variance of n observations has in truth where it seems to have df:
 * 2 / (2 / df + excess / n), for its relative variance is 2 / df + excess / n (Box 1953,
 * "Non-normality and tests on variances"; Layard 1973). */
double kurtosis_df(double excess, double df, double n);

#endif
