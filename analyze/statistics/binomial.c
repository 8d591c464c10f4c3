/* Binomial quantiles by an expansion, where it leaves no doubt, or by a walk. */
#include "analyze/statistics/binomial.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>

static const double variance_min = 10; /* below, the expansion may be too far off */
static const double n_max = 1e12;      /* beyond, rounding may be, in pbinom too */
static const double p_min = 0.01;      /* of either tail */
static const double doubt = 0.01;      /* 30 times the largest error seen at variance_min */

/* The real x at which the distribution function, drawn smoothly through its values at whole
 * numbers, is the normal one at z. */
static double
expand(double z, double n, double q)
{
	double skew = 1 - 2 * q, each = q * (1 - q), v = n * each;
	double k2 = v - 1.0 / 12, k4 = v * (1 - 6 * each) + 1.0 / 120;
	double sd = sqrt(k2), zz = z * z;
	double g1 = v * skew / (k2 * sd), g2 = k4 / (k2 * k2);
	double g3 = v * skew * (1 - 12 * each) / (k2 * k2 * sd);
	double w = z + g1 * (zz - 1) / 6 + g2 * z * (zz - 3) / 24 -
		   g1 * g1 * z * (2 * zz - 5) / 36 + g3 * ((zz - 6) * zz + 3) / 120 -
		   g1 * g2 * ((zz - 5) * zz + 2) / 24 +
		   g1 * g1 * g1 * ((12 * zz - 53) * zz + 17) / 324;

	return n * q + sd * w - 0.5;
}

/* From a k nearby to the right one, by steps of 1. */
static double
walk(double k, double p, double n, double q)
{
	/* Where P is p but for rounding, it is p. */
	double least = p * (1 - 64 * DBL_EPSILON);

	while (k > 0 && pbinom(k - 1, n, q, true, false) >= least)
		k--;
	while (k < n && pbinom(k, n, q, true, false) < least)
		k++;
	return k;
}

double
binomial_quantile(double p, double n, double q)
{
	double v = n * q * (1 - q), z = qnorm(p, 0, 1, true, false);

	bool smooth = v >= variance_min;
	double x = smooth ? expand(z, n, q) : n * q + z * sqrt(v), k = ceil(x);
	/* One hit more or less is less than rounding there. */
	if (smooth && !(n <= n_max))
		return fmin(fmax(k, 0), n);
	if (!(n <= n_max))
		return qbinom(p, n, q, true, false);
	if (smooth && p >= p_min && p <= 1 - p_min && k - x > doubt && k - x < 1 - doubt)
		return k;
	return walk(fmin(fmax(k, 0), n), p, n, q);
}
