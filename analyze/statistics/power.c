/* The number of runs by bisection of the power function. */
#include "analyze/statistics/power.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdbool.h>

/* Above this many standard deviations two runs a side are always enough, and the series behind
 * pnt() is spared arguments for which it does not converge. */
static const double effect_max = 20;
static const double runs_max = 1e7;

static double
power_at(double runs, double effect, double alpha)
{
	double df = 2 * (runs - 1);
	double reach = qt(alpha / 2, df, false, false);
	return pnt(reach, df, sqrt(runs / 2) * effect, false, false);
}

double
power_runs(double effect, double alpha, double power)
{
	double low = 2, high = 2;

	if (!(effect > 0))
		return INFINITY;
	if (effect > effect_max || power_at(2, effect, alpha) >= power)
		return 2;
	do {
		low = high;
		high *= 2;
		if (high > runs_max)
			return INFINITY;
	} while (power_at(high, effect, alpha) < power);
	/* 60 halvings leave less than a rounding error of the interval. */
	for (int i = 0; i < 60; i++) {
		double middle = low + (high - low) / 2;
		if (power_at(middle, effect, alpha) < power)
			low = middle;
		else
			high = middle;
	}
	return high;
}
