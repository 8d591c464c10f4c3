/* What --row, --col and --ignore say, as a list of keys:
 *
 *     projection = field {[","] field}
 *     field      = word | word "@" ("alpha" | "num") | word "@" "(" word {word} ")"
 */
#ifndef ANALYZE_FILTER_PROJECTION_H
#define ANALYZE_FILTER_PROJECTION_H

#include <stdbool.h>
#include <stddef.h>

struct where;

enum projection_order {
	PROJECTION_SEEN,  /* as the values appear in the stream */
	PROJECTION_ALPHA, /* by their bytes */
	PROJECTION_NUM,   /* as numbers with units: 512, 4k, 1m; others behind them */
	PROJECTION_FIXED, /* as given, and no others */
};

struct projection_field {
	char *key;
	size_t at; /* byte of its key in the text */
	enum projection_order order;
	char **value; /* of PROJECTION_FIXED */
	size_t *value_at;
	size_t n_values;
};

/* At most. */
enum { PROJECTION_FIELDS = 8, PROJECTION_VALUES = 1000 };

struct projection {
	const char *option; /* "--row"; for messages */
	const char *text;   /* whoever gave it keeps it */
	struct projection_field field[PROJECTION_FIELDS];
	size_t n;
};

/* Errors are where text has no sense, with the column: also no key, too many of them or of
 * their values, a key or a value twice, and an order where option takes none ("--ignore"). Free out
 * in either case.
 */
bool projection_parse(const char *option, const char *text, struct projection *out,
		      struct where *why);
void projection_free(struct projection *projection);

#endif
