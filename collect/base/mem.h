/* Allocation that cannot fail from the caller's point of view, and strings owned by the heap. */
#ifndef COLLECT_BASE_MEM_H
#define COLLECT_BASE_MEM_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#define countof(array) (sizeof(array) / sizeof((array)[0]))

/* Zeroed memory for n elements of size bytes. Ends the program (status 2, one line) when out of
 * memory or when n * size overflows. The caller frees it with free(). */
void *mem_alloc(size_t n, size_t size);

/* Grows or shrinks ptr (NULL is fine) to n elements of size bytes; new bytes are not zeroed. Same
 * ending as mem_alloc. */
void *mem_resize(void *ptr, size_t n, size_t size);

/* A heap copy of the n bytes at text, with a NUL behind them. */
char *mem_copy(const char *text, size_t n);

/* A heap copy of a NUL-terminated string; NULL gives NULL. */
char *mem_dup(const char *text);

/* A heap string by printf's rules. */
char *mem_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *mem_vformat(const char *format, va_list ap) __attribute__((format(printf, 1, 0)));

/* Puts more, by printf's rules, behind the heap string *text, which may move. */
void mem_append(char **text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A stream that writes into memory: when it is closed, *text is a heap string of *n bytes with a
 * NUL behind them. Ends the program like mem_alloc. */
FILE *mem_stream(char **text, size_t *n);

#endif
