/* The ranges of findings. */
#include "analyze/finding_check.h"

#include <math.h>

#include "collect/base/num.h"
#include "collect/base/where.h"

static const struct {
	double low, high;
	const char *what;
} ranges[RANGES] = {
    [RANGE_ANY] = {-INFINITY, INFINITY, "a number"},
    [RANGE_COUNT] = {0, 0x1p53, "a count"},
    [RANGE_AMOUNT] = {0, INFINITY, "0 or more"},
    [RANGE_PROBABILITY] = {0, 1, "between 0 and 1"},
    [RANGE_QUANTILE] = {0x1p-1074, 1 - 0x1p-53, "between 0 and 1"},
    [RANGE_THRESHOLD] = {0, FINDING_THETA_MAX, "between 0 and 10000"},
};

bool
finding_check_number(const struct table_row *row, size_t i, enum finding_range range, double value,
		     struct where *why)
{
	char text[NUM_TEXT];

	if (isnan(value) || (value >= ranges[range].low && value <= ranges[range].high &&
			     (range != RANGE_COUNT || value == floor(value))))
		return true;
	return where_set(why, NULL, row->line, "%s %s is not %s", row->kind->columns[i],
			 num_write(value, text), ranges[range].what);
}

bool
finding_fail_word(const struct table_row *row, size_t i, struct where *why)
{
	struct view text = row->field[i];

	return where_set(why, NULL, row->line, "%s '%.*s' is not known", row->kind->columns[i],
			 text.n > 80 ? 80 : (int)text.n, text.p);
}

bool
finding_check_word(const struct table_row *row, size_t i, const char *const *words,
		   struct where *why)
{
	if (!words || row->field[i].n == 0)
		return true;
	for (; *words; words++) {
		if (view_is(row->field[i], *words))
			return true;
	}
	return finding_fail_word(row, i, why);
}

/* Whether a lies above b by more than rounding: ends and value come of different formulas, each of
 * a few dozen roundings. Both may be near 0 as the difference of numbers near 1. */
static bool
is_above(double a, double b)
{
	double scale = fmax(1, fmax(fabs(a), fabs(b)));

	return a > b && a / scale - b / scale > 1e-9;
}

bool
finding_check_intervals(const struct finding_interval *intervals, size_t n, const void *finding,
			size_t line, struct where *why)
{
	for (size_t i = 0; i < n; i++) {
		const struct finding_interval *at = &intervals[i];
		const char *base = finding;
		char a[NUM_TEXT], b[NUM_TEXT];
		double low, high, value = NAN;

		memcpy(&low, base + at->low, sizeof(low));
		memcpy(&high, base + at->high, sizeof(high));
		if (at->value != FINDING_NO_VALUE)
			memcpy(&value, base + at->value, sizeof(value));
		if (is_above(low, high))
			return where_set(why, NULL, line, "%s %s lies above %s %s", at->low_name,
					 num_write(low, a), at->high_name, num_write(high, b));
		if (is_above(low, value))
			return where_set(why, NULL, line, "%s %s lies above %s %s", at->low_name,
					 num_write(low, a), at->value_name, num_write(value, b));
		if (is_above(value, high))
			return where_set(why, NULL, line, "%s %s lies below %s %s", at->high_name,
					 num_write(high, a), at->value_name, num_write(value, b));
	}
	return true;
}
