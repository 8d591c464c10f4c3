/* Where the fields of a row of CSV lie. */
#ifndef COLLECT_BASE_FIELDS_H
#define COLLECT_BASE_FIELDS_H

#include <stddef.h>

/* Offsets into a text that somebody else holds; {NULL} are none. The owner frees at. */
struct fields {
	struct extent {
		size_t begin, end;
	} * at;
	size_t n, size;
};

void fields_add(struct fields *fields, size_t begin, size_t end);

/* Adds what is left of a line of n bytes without quotes or newline, from where a field begins. */
void fields_cut(struct fields *fields, const char *line, size_t begin, size_t n);

#endif
