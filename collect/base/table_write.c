/* CSV tables: writing. */
#include <csv.h>

#include "collect/base/table.h"

static bool
needs_quotes(struct view field)
{
	for (size_t i = 0; i < field.n; i++) {
		char c = field.p[i];
		if (c == ',' || c == '"' || c == '\r' || c == '\n' || c == '\0')
			return true;
	}
	return false;
}

void
table_write(FILE *out, const struct view *fields, size_t n)
{
	/* The lock is taken once a row and not once a field. */
	flockfile(out);
	for (size_t i = 0; i < n; i++) {
		if (i)
			putc_unlocked(',', out);
		/* A row of one empty field would read as a blank line. */
		if (needs_quotes(fields[i]) || (n == 1 && fields[i].n == 0))
			csv_fwrite(out, fields[i].p, fields[i].n);
		else if (fields[i].n)
			fwrite_unlocked(fields[i].p, 1, fields[i].n, out);
	}
	putc_unlocked('\n', out);
	funlockfile(out);
}

void
table_write_header(FILE *out, const struct table_kind *kind)
{
	struct view fields[TABLE_COLUMNS_MAX];

	for (size_t i = 0; i < kind->n_columns; i++)
		fields[i] = view_of(kind->columns[i]);
	table_write(out, fields, kind->n_columns);
}
