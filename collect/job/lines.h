/* Lists of texts: a UT_array of ut_str_icd, which owns them. */
#ifndef COLLECT_JOB_LINES_H
#define COLLECT_JOB_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <utarray.h>

/* An empty list. Free with lines_free. */
UT_array *lines_new(void);

void lines_free(UT_array *lines);

size_t lines_count(const UT_array *lines);

/* The i-th text, which the list owns, or NULL behind the last one. */
const char *lines_at(const UT_array *lines, size_t i);

bool lines_have(const UT_array *lines, const char *text);

/* Adds a copy of text, and returns that; it stays where it is for as long as the list. */
const char *lines_add(UT_array *lines, const char *text);

/* All texts with between among them, on the heap. */
char *lines_join(const UT_array *lines, const char *between);

#endif
