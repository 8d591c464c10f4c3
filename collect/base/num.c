/* Numbers as text: strict in, shortest out. Needs the C locale, which the programs never leave. */
#include "collect/base/num.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static bool
looks_decimal(struct view text)
{
	bool digit = false;

	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];
		if (c >= '0' && c <= '9')
			digit = true;
		else if (!c || !strchr("+-.eE", c))
			return false;
	}
	return digit;
}

/* Digits with or without a point, up to 19 of them. Where they make a whole number below 2^53 over
 * a power of ten that a double holds, one division rounds as strtod does (Clinger 1990, "How to
 * read floating point numbers accurately"). False for all else. */
static bool
parse_short(struct view text, double *out)
{
	static const double power_of_ten[] = {1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,
					      1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13,
					      1e14, 1e15, 1e16, 1e17, 1e18, 1e19};
	size_t negative = text.n && text.p[0] == '-', point = 0;
	uint64_t whole = 0;

	if (text.n > sizeof(power_of_ten) / sizeof(power_of_ten[0]))
		return false;
	for (size_t i = negative; i < text.n; i++) {
		unsigned digit = (unsigned char)text.p[i] - (unsigned)'0';
		if (digit < 10)
			whole = whole * 10 + digit;
		else if (text.p[i] == '.' && point == 0)
			point = i + 1;
		else
			return false;
	}
	size_t digits = text.n - negative - (point ? 1 : 0);
	if (digits == 0 || digits > 19 || whole >= UINT64_C(1) << 53)
		return false;
	double value = (double)whole / power_of_ten[point ? text.n - point : 0];
	*out = negative ? -value : value;
	return true;
}

bool
num_parse(struct view text, double *out)
{
	char copy[512];
	char *end;

	if (parse_short(text, out))
		return true;
	if (text.n == 0 || text.n >= sizeof(copy) || !looks_decimal(text))
		return false;
	memcpy(copy, text.p, text.n);
	copy[text.n] = '\0';
	double value = strtod(copy, &end);
	if (end != copy + text.n || !isfinite(value))
		return false;
	*out = value;
	return true;
}

char *
num_write(double value, char out[NUM_TEXT])
{
	out[0] = '\0';
	if (!isfinite(value))
		return out;
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(out, NUM_TEXT, "%.*g", digits, value);
		/* 17 digits always do. */
		if (digits < 17 && strtod(out, NULL) == value)
			break;
	}
	return out;
}
