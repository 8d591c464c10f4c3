/* Fourth moments within groups. */
#include "analyze/statistics/kurtosis.h"

#include <math.h>

#include "analyze/statistics/moments.h"

void
kurtosis_add(struct kurtosis *k, const double *x, size_t n)
{
	double count = (double)n, share = 1 - 1 / count, mean = moments_of(x, n).mean;

	if (n < 2)
		return;
	for (size_t i = 0; i < n; i++) {
		double square = (x[i] - mean) * (x[i] - mean);
		k->squares += square;
		k->fourths += square * square;
	}
	k->df += count - 1;
	k->normal += 3 * count * share * share;
	k->heavy += count * (pow(share, 4) + (count - 1) / pow(count, 4));
}

double
kurtosis_excess(const struct kurtosis *k)
{
	double variance = k->squares / k->df;
	double excess = (k->fourths / (variance * variance) - k->normal) / k->heavy;

	return excess > 0 && isfinite(excess) ? excess : 0;
}

double
kurtosis_df(double excess, double df, double n)
{
	return 2 / (2 / df + excess / n);
}
