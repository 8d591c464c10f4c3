/* Zipf, Pareto and normal numbers. */
#include "collect/engine/distribution.h"

#include <math.h>

#include "collect/engine/xorshift.h"

enum { TRIES_MAX = 1000 };

/* With a larger theta the second number is rarer than what 52 random bits can show. */
static const double theta_max = 52;

/* A normal distribution wider than this times the range is flat within it, to all digits. */
static const double deviation_max = 1e4;

/* (exp(x) - 1) / x */
static double
exp_rise(double x)
{
	return fabs(x) > 1e-9 ? expm1(x) / x : 1 + x / 2;
}

/* log(1 + x) / x */
static double
log_rise(double x)
{
	return fabs(x) > 1e-9 ? log1p(x) / x : 1 - x / 2;
}

/* The integral of t^-theta from 1 to x; log x where theta is 1. */
static double
integral(double theta, double x)
{
	return exp_rise((1 - theta) * log(x)) * log(x);
}

static double
integral_inverse(double theta, double y)
{
	double t = (1 - theta) * y;

	return exp(log_rise(t < -1 ? -1 : t) * y);
}

static void
zipf_init(struct distribution *d)
{
	double theta = d->parameter < theta_max ? d->parameter : theta_max;

	d->parameter = theta;
	d->low = integral(theta, 1.5) - 1;
	d->high = integral(theta, (double)d->n + 0.5);
	d->squeeze = 2 - integral_inverse(theta, integral(theta, 2.5) - pow(2, -theta));
}

/* One of 1 .. n, as a double: integral() turns the area under the steps of height k^-theta into one
 * under a curve, of which a uniform point is taken; the part that sticks out is rejected. */
static double
zipf_draw(const struct distribution *d, uint64_t *state)
{
	double theta = d->parameter;

	for (int i = 0; i < TRIES_MAX; i++) {
		double y = d->high + xorshift_unit(state) * (d->low - d->high);
		double x = integral_inverse(theta, y);
		double k = floor(x + 0.5);
		k = k >= 1 ? k : 1;
		k = k < (double)d->n ? k : (double)d->n;
		if (k - x <= d->squeeze || y >= integral(theta, k + 0.5) - pow(k, -theta))
			return k;
	}
	return 1;
}

/* A standard normal number (Box and Muller 1958). */
static double
normal_draw(uint64_t *state)
{
	double radius = sqrt(-2 * log(xorshift_unit(state)));

	return radius * cos(2 * M_PI * xorshift_unit(state));
}

/* x as a number below n; rounding may have made it n. */
static uint64_t
number_of(const struct distribution *d, double x)
{
	uint64_t number = x >= 0 ? (uint64_t)x : 0; /* x is not above n, which fits */

	return number < d->n ? number : d->n - 1;
}

static bool
is_flat(enum job_distribution kind, double parameter)
{
	return !(parameter > 0) || (kind == JOB_DISTRIBUTION_PARETO && parameter >= 1) ||
	       (kind == JOB_DISTRIBUTION_NORMAL && parameter / 100 > deviation_max);
}

void
distribution_init(struct distribution *d, enum job_distribution kind, double parameter, uint64_t n)
{
	*d = (struct distribution){.kind = kind, .n = n, .parameter = parameter};
	if (is_flat(kind, parameter))
		d->kind = JOB_DISTRIBUTION_RANDOM;
	else if (kind == JOB_DISTRIBUTION_ZIPF)
		zipf_init(d);
	else if (kind == JOB_DISTRIBUTION_PARETO)
		d->parameter = log(parameter) / log1p(-parameter);
	else if (kind == JOB_DISTRIBUTION_NORMAL)
		d->parameter = parameter / 100 * (double)n;
}

uint64_t
distribution_next(const struct distribution *d, uint64_t *state)
{
	double n = (double)d->n;

	switch (d->kind) {
	case JOB_DISTRIBUTION_ZIPF:
		return number_of(d, zipf_draw(d, state) - 1);
	case JOB_DISTRIBUTION_PARETO:
		return number_of(d, n * pow(xorshift_unit(state), d->parameter));
	case JOB_DISTRIBUTION_NORMAL:
		for (int i = 0; i < TRIES_MAX; i++) {
			double x = n / 2 + normal_draw(state) * d->parameter;
			if (x >= 0 && x < n)
				return number_of(d, x);
		}
		break;
	case JOB_DISTRIBUTION_RANDOM:
		break;
	}
	return xorshift_below(state, d->n);
}
