/* Axis mathematics on plain numbers. */
#include "render/chart/scale.h"

#include <math.h>

double
scale_at(const struct scale *scale, double value)
{
	/* Halves, since the difference of two huge numbers may be infinite. */
	double extent = scale->high / 2 - scale->low / 2;
	double part = (value / 2 - scale->low / 2) / extent;

	if (!(extent > 0) || !(part > 0))
		return scale->from;
	if (part >= 1)
		return scale->to;
	return scale->from + part * (scale->to - scale->from);
}

static double
step_at_least(double least)
{
	static const double nice[] = {1, 2, 5, 10};
	double power = pow(10, floor(log10(least)));

	for (size_t i = 0; i < sizeof(nice) / sizeof(nice[0]); i++) {
		if (nice[i] * power >= least)
			return nice[i] * power;
	}
	return 10 * power;
}

struct ticks
ticks_for(double low, double high, size_t at_most)
{
	struct ticks none = {0};
	double extent = high - low;

	if (!isfinite(extent) || !isnormal(extent) || extent < 0 || at_most == 0)
		return none;
	double step = step_at_least(extent / (double)at_most);

	/* A range from 0.9 to 2.1 in steps of 1 has one tick more than its extent tells. */
	for (int tries = 0; tries < 4 && isnormal(step); tries++) {
		/* -0.3 / 0.1 is a little more than -3: an end on a multiple is a tick. */
		double first = ceil(low / step - 1e-9), last = floor(high / step + 1e-9);

		/* Beyond 2^53 neighbouring multiples cannot be told apart. */
		if (fabs(first) > 1e15 || fabs(last) > 1e15)
			return none;
		if (last - first + 1 <= (double)at_most)
			return (struct ticks){step, first,
					      last < first ? 0 : (size_t)(last - first + 1)};
		step = step_at_least(step * 1.5);
	}
	return none;
}

double
ticks_at(const struct ticks *ticks, size_t i)
{
	return (ticks->first_multiple + (double)i) * ticks->step + 0.0;
}

int
ticks_decimals(const struct ticks *ticks)
{
	int decimals = 0;

	for (double step = ticks->step; step > 0 && step < 0.999 && decimals < 15; step *= 10)
		decimals++;
	return decimals;
}
