/* Lines of CSV that need no parser: fields and commas, nothing quoted. */
#ifndef COLLECT_BASE_PLAIN_LINE_H
#define COLLECT_BASE_PLAIN_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* Where in a chunk of text stands what only a parser may judge: quotes, carriage returns, NULs. */
struct plain_lines {
	const char *end; /* of the chunk */
	const char
	    *next[3]; /* the first of each kind that may lie ahead; end where there is none */
};

/* For the n bytes at text, none of which has been asked for yet. */
struct plain_lines plain_lines_of(const char *text, size_t n);

/* Whether the line, up to end, has nothing of the kind. Lines must be asked for in the order in
 * which they stand; then all of them together cost one search a kind. */
bool plain_lines_has(struct plain_lines *lines, const char *line, const char *end);

#endif
