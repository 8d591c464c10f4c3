/* An input whose beginning is known before it is read, be it a file or a pipe. */
#ifndef COLLECT_IMPORT_OPENED_H
#define COLLECT_IMPORT_OPENED_H

#include <stdbool.h>
#include <stdio.h>

#include "collect/base/view.h"

struct where;

enum { OPENED_BEGINNING = 1 << 16 }; /* bytes that are looked at; fewer only where the file ends */

struct opened {
	FILE *in;
	const char *name; /* as messages call it; borrowed from path, or static */
	char *beginning;  /* n bytes, with a NUL behind them */
	size_t n;
	size_t given; /* bytes of the beginning that opened_stream has given away */
	char *buffer; /* of that stream */
};

/* "-" is standard input. Errors: a folder, what cannot be opened or read. Close it with
 * opened_close, also on failure. */
bool opened_open(struct opened *opened, const char *path, struct where *why);
void opened_close(struct opened *opened);

static inline struct view
opened_beginning(const struct opened *opened)
{
	return (struct view){opened->beginning, opened->n};
}

/* Whether opening the path anew gives the same from its beginning: not of pipes. */
bool opened_lasts(const struct opened *opened);

/* A stream of the whole input; close it with fclose before opened_close. */
FILE *opened_stream(struct opened *opened);

/* The whole input on the heap with a NUL behind its *n bytes. NULL with *why: it cannot be read, or
 * has more than 1 GiB. */
char *opened_load(struct opened *opened, size_t *n, struct where *why);

#endif
