/* Several runs' histograms as one, and how far its quantiles can be trusted: the runs differ more
 * than chance makes their I/Os differ, so that the interval comes from leaving out one run after
 * another. */
#ifndef ANALYZE_STATISTICS_MERGED_H
#define ANALYZE_STATISTICS_MERGED_H

#include <stdbool.h>
#include <stddef.h>

#include "analyze/statistics/quantile.h"

/* Makes out the sum of n histograms. Buckets that several of them have add exactly. Buckets that
 * overlap without being the same come from different schemes; how their counts should be shared is
 * not known, so that they are not added: returns false, and out is empty. min and max are those of
 * all, NaN where one does not know its own. quantile_free frees out in any case. */
bool merged_of(const struct quantile_buckets *runs, size_t n, struct quantile_buckets *out);

/* A quantile of the sum with its interval, NaN where there is none. */
struct merged_quantile {
	double value;
	double low, high;
};

/* The q-quantile of merged, the sum of these n runs, with Student's interval at n - 1 degrees of
 * freedom of its logarithm. Its variance is the larger of the jackknife's (Efron and Stein 1981),
 * (n - 1) / n * sum (theta_(-j) - mean)^2, where theta_(-j) is the quantile without run j within
 * the limits of all, and floor. One run, a value that is not above 0, or a run that alone has I/Os
 * have no interval. */
struct merged_quantile merged_quantile(const struct quantile_buckets *merged,
				       const struct quantile_buckets *runs, size_t n, double q,
				       double floor, double confidence);

#endif
