/* The power function, and its inverses by the secant method. */
#include "analyze/statistics/power.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdbool.h>

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

/* A search for the number of runs, or for the effect; the other of them is known. */
struct search {
	bool of_runs;
	double known, alpha, power;
	double deviate;   /* of the power wanted, as a normal one */
	double low, high; /* the power is too low at low, and reached at high */
};

/* By how much the power at x, as a normal deviate, is above the one wanted: nearly a straight line
 * over the effect and over the root of the runs. Narrows the search. */
static double
excess_at(struct search *s, double x)
{
	double at = s->of_runs ? power_of(x, s->known, s->alpha) : power_of(s->known, x, s->alpha);

	if (at < s->power)
		s->low = x;
	else
		s->high = x;
	return qnorm(at, 0, 1, true, false) - s->deviate;
}

/* The place on that line; and back. */
static double
bent(const struct search *s, double x)
{
	return s->of_runs ? sqrt(x) : x;
}

static double
straight(const struct search *s, double x)
{
	return s->of_runs ? x * x : x;
}

/* The least x at which the power is reached, from a first guess. Where the secant leaves what is
 * left of the interval, or has not halved it in a few steps, the middle is taken, so that the
 * search always ends. */
static double
find(struct search *s, double guess)
{
	enum { STEPS = 200, PATIENCE = 4 };
	static const double close = 1e-10;
	double last = NAN, last_excess = NAN, x = guess, width = INFINITY;

	for (int i = 0; i < STEPS; i++) {
		if (!(x > s->low && x < s->high))
			x = straight(s, (bent(s, s->low) + bent(s, s->high)) / 2);
		if (!(x > s->low && x < s->high))
			break;
		double excess = excess_at(s, x), at = bent(s, x);
		/* A power of 1 has no finite deviate. */
		bool known = isfinite(excess) && isfinite(last_excess);
		double step = known ? -excess * (at - last) / (excess - last_excess) : NAN;
		if (excess == 0)
			return x;
		last = at;
		last_excess = excess;
		/* At first there is no slope: a step that likely brings the other end near. */
		if (i == 0)
			step = (excess > 0 ? -1 : 1) * at * 1e-3;
		x = isfinite(step) ? straight(s, at + step) : NAN;
		/* The step's own error is far smaller than the step. */
		if (fabs(step) <= close * at)
			return straight(s, at + step);
		if (i % PATIENCE == PATIENCE - 1) {
			x = s->high - s->low > width / 2 ? NAN : x;
			width = s->high - s->low;
		}
	}
	return s->high;
}

double
power_runs(double effect, double alpha, double power)
{
	if (!(effect > 0))
		return INFINITY;
	effect = fmin(effect, effect_max);
	if (power_of(2, effect, alpha) >= power)
		return 2;
	if (!(power_of(runs_max, effect, alpha) >= power))
		return INFINITY;
	struct search search = {.of_runs = true,
				.known = effect,
				.alpha = alpha,
				.power = power,
				.deviate = qnorm(power, 0, 1, true, false),
				.low = 2,
				.high = runs_max};
	double z = qnorm(alpha / 2, 0, 1, false, false), both = (z + search.deviate) / effect;
	/* Of known variances, and what it costs not to know them (Guenther 1981). */
	return find(&search, 2 * both * both + z * z / 4);
}

double
power_effect(double runs, double alpha, double power)
{
	if (!(power_of(runs, effect_max, alpha) >= power))
		return NAN;
	struct search search = {.of_runs = false,
				.known = runs,
				.alpha = alpha,
				.power = power,
				.deviate = qnorm(power, 0, 1, true, false),
				.low = 0,
				.high = effect_max};
	double df = 2 * (runs - 1);
	double t = qt(alpha / 2, df, false, false) + qt(power, df, true, false);
	return find(&search, t * sqrt(2 / runs));
}
