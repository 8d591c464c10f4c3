/* Streams of CSV tables (RFC 4180, UTF-8): fields are found by name, several tables may follow one
 * another, headers that cat repeats are skipped, and every error names its line. */
#ifndef COLLECT_BASE_TABLE_H
#define COLLECT_BASE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "collect/base/view.h"

struct where;

enum {
	TABLE_COLUMNS_MAX = 64,    /* columns that a kind may know */
	TABLE_FIELD_MAX = 1 << 20, /* bytes in one field; more is an error */
};

/* What a table looks like: a row is its header when its fields include all required names. Columns
 * that were added to a table later are optional, so that what was written before still reads: an
 * absent one is an empty field in every row. */
struct table_kind {
	const char *name;           /* for messages: "record" */
	const char *const *columns; /* n_columns names */
	size_t n_columns;
	size_t n_optional; /* the last of them; the others are required */
};

/* One row. field[i] is the kind's column i, whatever the order in the file; the views hold until
 * the callback returns. */
struct table_row {
	const struct table_kind *kind;
	const struct view *field;
	size_t line; /* on which the row begins, 1-based */
};

/* Takes one row. On an error it fills *why (the file and line too, or with where_set(.., NULL, 0,
 * ..) leaves them to the reader) and returns false, which ends the reading. */
typedef bool table_row_fn(void *ctx, const struct table_row *row, struct where *why);

/* Reads all of in, called name in messages, and gives each row of the n_kinds tables to fn. Where
 * several kinds fit a header, the one with the most required columns wins. A byte order mark before
 * all is skipped. Errors: not CSV, unknown first header (the missing column is named), a header
 * that has a column twice, wrong number of fields, a field beyond TABLE_FIELD_MAX, a NUL byte, a
 * last line without its newline, a read error, or what fn says. An input without any row but
 * headers is no error here. Returns false with *why filled; rows given to fn before that stay
 * given. */
bool table_read(FILE *in, const char *name, const struct table_kind *const *kinds, size_t n_kinds,
		table_row_fn *fn, void *ctx, struct where *why);

/* Writes one row of n fields, quoted where needed. Write errors are left to ferror(out). */
void table_write(FILE *out, const struct view *fields, size_t n);

/* Writes the kind's header row. */
void table_write_header(FILE *out, const struct table_kind *kind);

/* row's column i as a number; empty gives NaN, anything else that is no number is an error that
 * names the column and the text. */
bool table_number(const struct table_row *row, size_t column, double *out, struct where *why);

#endif
