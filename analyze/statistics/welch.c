/* Welch's test; t = (m_b - m_a) / sqrt(v_a / n_a + v_b / n_b). */
#include "analyze/statistics/welch.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdbool.h>

static double
variance_of(struct welch_side side)
{
	return fmax(side.observed.variance, side.floor);
}

static double
satterthwaite(struct moments a, struct moments b, double part_a, double part_b)
{
	if (a.variance == 0 && b.variance == 0)
		return a.n + b.n - 2;
	/* Scaled first: the squares of tiny variances would underflow. */
	double share = part_a / (part_a + part_b);
	return 1 / (share * share / (a.n - 1) + (1 - share) * (1 - share) / (b.n - 1));
}

struct difference
welch_test(struct welch_side a, struct welch_side b, double confidence)
{
	double n_a = a.observed.n, n_b = b.observed.n;
	double difference = b.observed.mean - a.observed.mean;

	if (!(n_a >= 2 && n_b >= 2))
		return difference_test(difference, NAN, NAN, NAN, confidence);
	double part_a = variance_of(a) / n_a, part_b = variance_of(b) / n_b;
	double df = satterthwaite(a.observed, b.observed, part_a, part_b);
	double sd =
	    sqrt((variance_of(a) * (n_a - 1) + variance_of(b) * (n_b - 1)) / (n_a + n_b - 2));
	return difference_test(difference, part_a + part_b, df, sd, confidence);
}

void
welch_interval(struct welch_side side, double confidence, double *low, double *high)
{
	double n = side.observed.n;

	*low = *high = NAN;
	if (!(n >= 2))
		return;
	double reach = qt(0.5 + confidence / 2, n - 1, true, false) * sqrt(variance_of(side) / n);
	*low = side.observed.mean - reach;
	*high = side.observed.mean + reach;
}
