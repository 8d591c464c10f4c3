/* Numbers as text: strict in, shortest out. Needs the C locale, which the programs never leave. */
#include "collect/base/num.h"

#include <math.h>
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

bool
num_parse(struct view text, double *out)
{
	char copy[512];
	char *end;

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
		if (strtod(out, NULL) == value)
			break;
	}
	return out;
}
