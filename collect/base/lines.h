/* Lists of texts (list.h) that own them. */
#ifndef COLLECT_BASE_LINES_H
#define COLLECT_BASE_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/base/list.h"

/* An empty list. Free with lines_free; NULL is fine there. */
UT_array *lines_new(void);
void lines_free(UT_array *lines);

/* The i-th text, which the list owns, or NULL behind the last one. */
const char *lines_at(const UT_array *lines, size_t i);

bool lines_have(const UT_array *lines, const char *text);

/* Adds a copy of text, and returns that; it stays where it is for as long as the list. */
const char *lines_add(UT_array *lines, const char *text);

/* Adds a text by printf's rules, unless it stands there already. */
void lines_note(UT_array *lines, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* All texts with between among them, on the heap. */
char *lines_join(const UT_array *lines, const char *between);

#endif
