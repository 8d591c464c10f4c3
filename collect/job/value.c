/* Numbers as fio's options write them, without its silent misreadings: fio takes "1.5g" as one
 * byte, "0x10k" as 16, "5x" as 5 and "1sec" as 1 microsecond. */
#include "collect/job/value.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"

/* The number at the start of text and where it ends; NULL where there is none (errno is EINVAL) or
 * it overflows (ERANGE). */
static const char *
leading_number(const char *text, uint64_t *out)
{
	bool hex = text[0] == '0' && text[1] == 'x';
	const char *digits = hex ? text + 2 : text;
	char *end;

	/* strtoumax would also take blanks, a sign, and a second "0x". */
	if (hex ? !isxdigit((unsigned char)digits[0]) || digits[1] == 'x' || digits[1] == 'X'
		: !isdigit((unsigned char)digits[0])) {
		errno = EINVAL;
		return NULL;
	}
	errno = 0;
	uintmax_t number = strtoumax(digits, &end, hex ? 16 : 10);
	if (errno)
		return NULL;
	*out = number;
	return end;
}

/* Text that is not of the form. */
static bool
malformed(void)
{
	errno = EINVAL;
	return false;
}

bool
value_unsigned(const char *text, uint64_t *out)
{
	uint64_t number;
	const char *end = leading_number(text, &number);

	if (!end || *end)
		return end ? malformed() : false;
	*out = number;
	return true;
}

/* number times factor into *out, unless that is beyond max. */
static bool
scale(uint64_t number, uint64_t factor, uint64_t max, uint64_t *out)
{
	if (number > max / factor) {
		errno = ERANGE;
		return false;
	}
	*out = number * factor;
	return true;
}

bool
value_size(const char *text, uint64_t *out, bool *thousand)
{
	static const char prefixes[] = "kmgtp";
	uint64_t number, factor = 1;
	const char *suffix = leading_number(text, &number);

	if (!suffix)
		return false;
	if (*suffix && text[1] == 'x')
		return malformed();
	bool base_1000 = strlen(suffix) == 3 && strcasecmp(suffix + 1, "ib") == 0;
	if (*suffix && strcasecmp(suffix, "b") != 0) {
		const char *prefix = strchr(prefixes, suffix[0] | 0x20);
		if (!prefix || (suffix[1] && strcasecmp(suffix + 1, "b") != 0 &&
				strcasecmp(suffix + 1, "i") != 0 && !base_1000))
			return malformed();
		for (const char *p = prefixes; p <= prefix; p++)
			factor *= base_1000 ? 1000 : 1024;
	}
	if (!scale(number, factor, INT64_MAX, out))
		return false;
	*thousand = base_1000;
	return true;
}

bool
value_percent(const char *text, unsigned *out)
{
	uint64_t number;
	const char *end = leading_number(text, &number);

	if (!end || strcmp(end, "%") != 0 || number < 1 || number > 100)
		return false;
	*out = (unsigned)number;
	return true;
}

bool
value_time_unit_ns(const char *text, uint64_t unit_ns, uint64_t *out)
{
	static const struct {
		const char *suffix;
		uint64_t ns;
	} units[] = {
	    {"s", 1000000000}, {"m", 60000000000}, {"h", 3600000000000}, {"d", 86400000000000},
	    {"ms", 1000000},   {"msec", 1000000},  {"us", 1000},         {"usec", 1000},
	};
	uint64_t number;
	const char *suffix = leading_number(text, &number);

	if (suffix && !*suffix)
		return scale(number, unit_ns, INT64_MAX, out);
	for (size_t i = 0; suffix && i < countof(units); i++)
		if (strcasecmp(suffix, units[i].suffix) == 0)
			return scale(number, units[i].ns, INT64_MAX, out);
	return suffix ? malformed() : false;
}

bool
value_time_ns(const char *text, uint64_t *out)
{
	return value_time_unit_ns(text, 1000000000, out);
}

bool
value_cpus(const char *text, cpu_set_t *out)
{
	cpu_set_t cpus;
	uint64_t first = 0, last = 0;

	CPU_ZERO(&cpus);
	do {
		text = leading_number(text, &first);
		last = first;
		if (text && *text == '-')
			text = leading_number(text + 1, &last);
		if (!text || (*text && *text != ',') || first > last || last >= CPU_SETSIZE)
			return false;
		for (; first <= last; first++)
			CPU_SET(first, &cpus);
	} while (*text++ == ',');
	*out = cpus;
	return true;
}

bool
value_interval(const char *text, double *out_s, struct where *why)
{
	uint64_t ns;

	if (!value_time_ns(text, &ns) || ns < 1000000)
		return where_set(why, NULL, 0,
				 "--interval '%s' is no time of 1ms or more, such as 500ms or 1s",
				 text);
	*out_s = (double)ns * 1e-9;
	return true;
}
