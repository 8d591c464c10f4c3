/* Where a JSON document ends in a text that holds other things, too. */
#ifndef COLLECT_JSON_SPAN_H
#define COLLECT_JSON_SPAN_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/base/view.h"

enum { JSON_DEEP = 64 }; /* levels of nesting; fio's and pbench's documents have less than ten */

enum json_span_end {
	JSON_SPAN_WHOLE, /* it is closed; end is behind its last brace */
	JSON_SPAN_CUT,   /* the text ends in it */
	JSON_SPAN_NEXT,  /* another document of fio begins in it, at end */
	JSON_SPAN_DEEP,  /* it goes deeper than JSON_DEEP, at end */
};

/* Finds the end of the document that begins at the brace or bracket text.p[begin]. Only strings and
 * nesting are looked at. */
enum json_span_end json_span_find(struct view text, size_t begin, size_t *end);

/* Whether a document may begin on the line at text.p[at]: after blanks and '>' there is a brace, or
 * a bracket that is alone or before a brace. *open is where it stands. */
bool json_span_begins(struct view text, size_t at, size_t *open);

#endif
