/* The power function, and its inverses by bisection. */
#include "analyze/statistics/power.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

static const double runs_max = 1e7;
static const double effect_max = 1e6;
/* The series behind pnt() ends at 37.62; beyond, and so from here on, others are used. */
static const double noncentrality_max = 37;
static const double df_many = 1000;

/* P(T > t) for T = (Z + m) / sqrt(U / df) where m is so large that the numerator is above 0: the
 * mean of P(U < df ((z + m) / t)^2) over the normal Z, by Simpson's rule. For many df the normal
 * approximation (Abramowitz and Stegun 26.7.10) is as good. */
static double
far_beyond(double t, double df, double m)
{
	enum { STEPS = 480 };
	double sum = 0;

	if (df > df_many)
		return pnorm5((t * (1 - 1 / (4 * df)) - m) / sqrt(1 + t * t / (2 * df)), 0, 1,
			      false, false);
	for (int i = 0; i <= STEPS; i++) {
		double z = -8 + 16.0 * i / STEPS, ratio = (z + m) / t;
		double weight = i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2;
		sum +=
		    weight * dnorm4(z, 0, 1, false) * pchisq(df * ratio * ratio, df, true, false);
	}
	return sum * (16.0 / STEPS) / 3;
}

double
power_of(double runs, double effect, double alpha)
{
	if (!(runs >= 2 && runs <= 2 * runs_max && effect >= 0 && alpha > 0 && alpha < 1))
		return NAN;
	double df = 2 * (runs - 1);
	double t = qt(alpha / 2, df, false, false), m = sqrt(runs / 2) * effect;
	/* The series may end a little above 1. */
	return fmin(1, m < noncentrality_max ? pnt(t, df, m, false, false) : far_beyond(t, df, m));
}

/* The least x in (low, high] at which the power is reached, where it grows with x. 60 halvings
 * leave less than a rounding error of the interval. */
static double
bisect(double low, double high, double alpha, double power, const double *runs,
       const double *effect)
{
	for (int i = 0; i < 60; i++) {
		double middle = low + (high - low) / 2;
		double at = power_of(runs ? *runs : middle, effect ? *effect : middle, alpha);
		if (at < power)
			low = middle;
		else
			high = middle;
	}
	return high;
}

double
power_runs(double effect, double alpha, double power)
{
	double low = 2, high = 2;

	if (!(effect > 0))
		return INFINITY;
	effect = fmin(effect, effect_max);
	if (power_of(2, effect, alpha) >= power)
		return 2;
	while (power_of(high, effect, alpha) < power) {
		low = high;
		high *= 2;
		if (high > runs_max)
			return INFINITY;
	}
	return bisect(low, high, alpha, power, NULL, &effect);
}

double
power_effect(double runs, double alpha, double power)
{
	if (!(power_of(runs, effect_max, alpha) >= power))
		return NAN;
	return bisect(0, effect_max, alpha, power, &runs, NULL);
}
