/* What --filter says, as a tree:
 *
 *     expression = all {"OR" all}
 *     all        = match {["AND"] match}
 *     match      = "(" expression ")" | "-" match | "*"
 *                | word ":" value | word ":" "(" value {"OR" value} ")"
 *     value      = word | "/" regular expression "/"
 */
#ifndef ANALYZE_FILTER_EXPRESSION_H
#define ANALYZE_FILTER_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "analyze/filter/key.h"
#include "analyze/filter/pattern.h"

struct where;

enum filter_kind {
	FILTER_EVERYTHING, /* "*" */
	FILTER_AND,
	FILTER_OR,
	FILTER_NOT,
	FILTER_TERM,
};

struct filter_node {
	enum filter_kind kind;
	struct filter_node *first, *next; /* operands, each behind the one before; not has one */
	/* Of a term: */
	size_t at; /* byte of its key in the text */
	char *key;
	char *value;                    /* or the text of the pattern */
	struct filter_pattern *pattern; /* NULL where value is to be met as it stands */
	struct filter_key bound;        /* what key is in a store, once filter_bind is done */
};

enum { FILTER_DEPTH = 64 }; /* parentheses within one another */

struct filter {
	const char *text; /* whoever gave it keeps it */
	struct filter_node *root;
};

/* Errors are where text has no sense, with the column, also nesting deeper than FILTER_DEPTH.
 * Free out in either case. */
bool filter_parse(const char *text, struct filter *out, struct where *why);
void filter_free(struct filter *filter);

#endif
