/* What fio and others write against the rules of JSON, made into JSON. */
#ifndef COLLECT_JSON_MEND_H
#define COLLECT_JSON_MEND_H

#include <stddef.h>

#include "collect/base/list.h"
#include "collect/base/view.h"

/* What stands between "filename" and a number in the key of each "filename" but the first in an
 * object: fio gives all of them, and a parser keeps only one of the same key. */
#define JSON_MEND_AGAIN "\x01"

/* A copy of document, which json_span_find found whole, on the heap, *n bytes, that a strict parser
 * takes: control characters in strings are escaped, bytes that are no UTF-8 become U+FFFD, escapes
 * that there are not lose their meaning, words and numbers that JSON does not have (nan, inf,
 * 1e999) become null, and '>' between values, from quoting, is left out. *mended counts
 * these, but for the last. Lines stay lines. job_lines gets the line (size_t) on which each element
 * of the root's "jobs" or "client_stats" begins, first_line being the document's. */
char *json_mend(struct view document, size_t first_line, size_t *n, size_t *mended,
		UT_array *job_lines);

#endif
