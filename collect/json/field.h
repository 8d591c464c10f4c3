/* Values of jansson's objects, and what is known while a document is read. */
#ifndef COLLECT_JSON_FIELD_H
#define COLLECT_JSON_FIELD_H

#include <jansson.h>
#include <stdbool.h>

struct json_context {
	int major, minor; /* of fio; 0 where its version says no number */
	bool bins;        /* there were some: it is json+ */
	bool impossible;  /* there were counts that cannot be */
	bool priorities;  /* there were latencies by priority, which are left out */
	bool rows;        /* there were rows that are no records */
};

/* The number of this key, NaN where there is none. */
double json_field_number(const json_t *object, const char *key);

/* The text of this key, borrowed, NULL where there is none. */
const char *json_field_text(const json_t *object, const char *key);

/* The count or number as an int, otherwise where it is no number or too large. */
int json_field_int(const json_t *object, const char *key, int otherwise);

/* The numbers of "fio-3.33" and "fio-2.18-59-g1234"; both 0 where there are none. */
void json_field_version(const char *text, int *major, int *minor);

/* A value as text on the heap: a string, or a number; NULL for all else. */
char *json_field_copy(const json_t *value);

#endif
