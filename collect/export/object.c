/* jansson behind functions that cannot fail. */
#include "collect/export/object.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "collect/base/mem.h"

static const double whole_most = 9007199254740992; /* 2^53: doubles up to it are exact */

/* The value, or the end with mem's message. */
static json_t *
had(json_t *value)
{
	if (!value)
		(void)mem_alloc(SIZE_MAX, SIZE_MAX);
	return value;
}

json_t *
object_new(void)
{
	return had(json_object());
}

json_t *
object_array_new(void)
{
	return had(json_array());
}

/* Where bytes are no UTF-8, all beyond ASCII become '?': which of them are meant is not known. */
static char *
ascii_of(struct view text)
{
	char *copy = mem_copy(text.p, text.n);

	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)copy[i] >= 0x80)
			copy[i] = '?';
	return copy;
}

json_t *
object_text(struct view text)
{
	json_t *value = json_stringn(text.p, text.n);

	if (value)
		return value;
	char *ascii = ascii_of(text);
	value = had(json_stringn(ascii, text.n));
	free(ascii);
	return value;
}

json_t *
object_put(json_t *object, const char *key, json_t *value)
{
	json_t *name = object_text(view_of(key));

	if (json_object_set_new(object, json_string_value(name), had(value)) != 0)
		had(NULL);
	json_decref(name);
	return value;
}

json_t *
object_number(double value)
{
	if (!isfinite(value))
		return had(json_null());
	if (value == trunc(value) && fabs(value) <= whole_most)
		return had(json_integer((json_int_t)value));
	return had(json_real(value));
}

void
object_put_number(json_t *object, const char *key, double value)
{
	if (isfinite(value))
		object_put(object, key, json_real(value));
}

void
object_put_count(json_t *object, const char *key, double value)
{
	double count = value >= 0 ? fmin(floor(value), whole_most) : 0;

	object_put(object, key, json_integer((json_int_t)count));
}

void
object_put_text(json_t *object, const char *key, const char *text)
{
	object_put(object, key, object_text(view_of(text)));
}

json_t *
object_append(json_t *array, json_t *value)
{
	if (json_array_append_new(array, had(value)) != 0)
		had(NULL);
	return value;
}
