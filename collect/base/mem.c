/* Allocation that ends the program when memory is short: no caller can go on without it. */
#include "collect/base/mem.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
die_oom(void)
{
	fprintf(stderr, "%s: out of memory\n", program_invocation_short_name);
	exit(2);
}

void *
mem_alloc(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size ? size : 1);
	if (!p)
		die_oom();
	return p;
}

void *
mem_resize(void *ptr, size_t n, size_t size)
{
	void *p = reallocarray(ptr, n ? n : 1, size ? size : 1);
	if (!p)
		die_oom();
	return p;
}

char *
mem_copy(const char *text, size_t n)
{
	char *copy = mem_alloc(n + 1, 1);
	if (n)
		memcpy(copy, text, n);
	return copy;
}

char *
mem_dup(const char *text)
{
	return text ? mem_copy(text, strlen(text)) : NULL;
}

char *
mem_vformat(const char *format, va_list ap)
{
	char *text = NULL;

	if (vasprintf(&text, format, ap) < 0)
		die_oom();
	return text;
}

char *
mem_format(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	char *text = mem_vformat(format, ap);
	va_end(ap);
	return text;
}

void
mem_append(char **text, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	char *more = mem_vformat(format, ap);
	va_end(ap);
	size_t n = strlen(*text), n_more = strlen(more);
	*text = mem_resize(*text, n + n_more + 1, 1);
	memcpy(*text + n, more, n_more + 1);
	free(more);
}

FILE *
mem_stream(char **text, size_t *n)
{
	FILE *stream = open_memstream(text, n);
	if (!stream)
		die_oom();
	return stream;
}
