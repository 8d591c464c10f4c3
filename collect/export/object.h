/* Objects of JSON, filled without a word about memory: none ends the program as mem.h does. What
 * cannot stand in JSON (a NaN, an infinity, bytes that are no UTF-8) is left out or replaced. */
#ifndef COLLECT_EXPORT_OBJECT_H
#define COLLECT_EXPORT_OBJECT_H

#include <jansson.h>

#include "collect/base/view.h"

json_t *object_new(void);
json_t *object_array_new(void);

/* Sets a key (UTF-8, or bytes that are none become '?'); the object takes the value over. Returns
 * the value, which the object owns. */
json_t *object_put(json_t *object, const char *key, json_t *value);

/* A number that may have a fraction; NaN and infinities put nothing. */
void object_put_number(json_t *object, const char *key, double value);

/* A whole number, rounded down, within 0 and 2^53; NaN is 0. */
void object_put_count(json_t *object, const char *key, double value);

void object_put_text(json_t *object, const char *key, const char *text);

/* Values for object_put and object_append: a number as short as it can be (null for NaN and
 * infinities), and a text. */
json_t *object_number(double value);
json_t *object_text(struct view text);

/* Appends to an array, which takes the value over; returns it. */
json_t *object_append(json_t *array, json_t *value);

#endif
