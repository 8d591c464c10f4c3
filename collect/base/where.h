/* Where in an input something is wrong, and why: what a parser hands to main.c instead of speaking.
 */
#ifndef COLLECT_BASE_WHERE_H
#define COLLECT_BASE_WHERE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct where {
	char file[4096]; /* input's name as the user knows it; "" = no file to name */
	size_t line;     /* 1-based; 0 = the input as a whole */
	char why[5120];  /* one line, lower case, no full stop; "" = nothing is wrong */
};

/* Fills out and returns false, so that a parser can "return where_set(...)". A message too long for
 * the struct is cut. file may be NULL. */
bool where_set(struct where *out, const char *file, size_t line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool where_vset(struct where *out, const char *file, size_t line, const char *format, va_list ap)
    __attribute__((format(printf, 4, 0)));

#endif
