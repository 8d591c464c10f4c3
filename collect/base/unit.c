/* Quantities for people to read. */
#include "collect/base/unit.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

struct step {
	double size;
	const char *suffix;
};

/* Each list runs from the largest step to the smallest, which also holds everything below it. */
static const struct step time_ns[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1, "ns"}};
static const struct step time_s[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};
static const struct step count[] = {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}};
static const struct step bytes_per_s[] = {
    {1024.0 * 1024 * 1024, "GiB/s"}, {1024.0 * 1024, "MiB/s"}, {1024, "KiB/s"}, {1, "B/s"}};
static const struct step percent[] = {{1, "%"}};

static const struct step *
steps_of(struct view unit, size_t *n)
{
	if (view_is(unit, "ns"))
		return *n = 4, time_ns;
	if (view_is(unit, "s"))
		return *n = 4, time_s;
	if (view_is(unit, "B/s"))
		return *n = 4, bytes_per_s;
	if (view_is(unit, "%"))
		return *n = 1, percent;
	return *n = 4, count;
}

struct unit_scale
unit_scale_for(double value, struct view unit)
{
	struct unit_scale scale;
	size_t n;
	const struct step *steps = steps_of(unit, &n);
	size_t i = 0;

	/* 999.96 would print as "1000": such a value belongs to the next step already. */
	while (i + 1 < n && !(fabs(value) >= steps[i].size * 0.99995))
		i++;
	scale.divisor = steps[i].size;
	snprintf(scale.suffix, sizeof(scale.suffix), "%s", steps[i].suffix);
	return scale;
}

char *
unit_number(double value, struct unit_scale scale, char out[UNIT_TEXT])
{
	double scaled = value / scale.divisor;
	double size = fabs(scaled);
	int decimals = size >= 999.95 ? 0 : size >= 99.995 ? 1 : size >= 9.9995 ? 2 : 3;

	if (isnan(value))
		snprintf(out, UNIT_TEXT, "-");
	else
		snprintf(out, UNIT_TEXT, "%.*f", scaled == 0 ? 0 : decimals, scaled);
	return out;
}

char *
unit_print(double value, struct view unit, char out[UNIT_TEXT])
{
	struct unit_scale scale = unit_scale_for(value, unit);
	char number[UNIT_TEXT];

	if (isnan(value))
		snprintf(out, UNIT_TEXT, "-");
	else
		snprintf(out, UNIT_TEXT, "%.15s%s", unit_number(value, scale, number),
			 scale.suffix);
	return out;
}

/* "-0.0" would claim a direction that the digit does not show. */
static double
without_sign_of_zero(double fraction)
{
	return fabs(fraction) < 0.0005 ? 0 : fraction;
}

double
unit_hundredths(double fraction)
{
	double shown = fraction * 100;

	return isinf(shown) ? copysign(DBL_MAX, shown) : shown;
}

char *
unit_change(double fraction, char out[UNIT_TEXT])
{
	double shown = unit_hundredths(without_sign_of_zero(fraction));

	if (isnan(fraction))
		snprintf(out, UNIT_TEXT, "-");
	else
		snprintf(out, UNIT_TEXT, fabs(shown) < 9999.95 ? "%+.1f" : "%+.3g", shown);
	return out;
}

char *
unit_percent(double fraction, char out[UNIT_TEXT])
{
	char change[UNIT_TEXT];

	unit_change(fraction, change);
	if (isnan(fraction))
		snprintf(out, UNIT_TEXT, "-");
	else if (fraction > 1)
		snprintf(out, UNIT_TEXT, fraction < 9999 ? "%.12s %% (%.2fx)" : "%.12s %% (%.3gx)",
			 change, fraction + 1);
	else
		snprintf(out, UNIT_TEXT, "%.12s %%", change);
	return out;
}

char *
unit_size(unsigned long long bytes, char out[UNIT_TEXT])
{
	static const char suffix[] = "kmgtp";
	size_t i = 0;

	while (bytes && bytes % 1024 == 0 && suffix[i]) {
		bytes /= 1024;
		i++;
	}
	if (i)
		snprintf(out, UNIT_TEXT, "%llu%c", bytes, suffix[i - 1]);
	else
		snprintf(out, UNIT_TEXT, "%llu", bytes);
	return out;
}
