/* From numbers to points on an axis, and which numbers an axis names. */
#ifndef RENDER_CHART_SCALE_H
#define RENDER_CHART_SCALE_H

#include <stddef.h>

/* A linear axis: the number low stands at from, high at to (in points or columns; from > to turns
 * the axis round). */
struct scale {
	double low, high;
	double from, to;
};

/* Where value stands, limited to the axis: always finite and between from and to. NaN stands at
 * from, and so does everything on an axis without extent. */
double scale_at(const struct scale *scale, double value);

/* The numbers an axis names: first, first + step, ... n of them, a multiple of step each, where
 * step is 1, 2 or 5 times a power of ten. */
struct ticks {
	double step;
	double first_multiple; /* first = first_multiple * step, a whole number */
	size_t n;
};

/* At most at_most ticks within [low, high]. n is 0 where the range is empty or not finite, or
 * at_most is 0; it may be 1 where at_most is small. */
struct ticks ticks_for(double low, double high, size_t at_most);

/* The i-th tick, exactly 0 where it is zero. */
double ticks_at(const struct ticks *ticks, size_t i);

/* Decimals that tell all ticks apart: 0 for steps of 1 and more. */
int ticks_decimals(const struct ticks *ticks);

#endif
