/* Reading values that may be missing or of another type. */
#include "collect/json/field.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/num.h"

double
json_field_number(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_number(value) ? json_number_value(value) : NAN;
}

const char *
json_field_text(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

int
json_field_int(const json_t *object, const char *key, int otherwise)
{
	double value = json_field_number(object, key);

	return fabs(value) <= INT_MAX ? (int)value : otherwise;
}

void
json_field_version(const char *text, int *major, int *minor)
{
	char *end;

	*major = *minor = 0;
	if (!text || strncmp(text, "fio-", 4) != 0)
		return;
	long first = strtol(text + 4, &end, 10);
	if (first <= 0 || first > INT_MAX || *end != '.')
		return;
	long second = strtol(end + 1, &end, 10);
	if (second < 0 || second > INT_MAX)
		return;
	*major = (int)first;
	*minor = (int)second;
}

char *
json_field_copy(const json_t *value)
{
	char number[NUM_TEXT];

	if (json_is_number(value))
		return mem_dup(num_write(json_number_value(value), number));
	return mem_dup(json_string_value(value));
}
