/* CSV tables: writing. */
#include <csv.h>
#include <string.h>

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

/* Makes the row a line of at most size bytes and returns its length; 0 where it is longer or some
 * field needs quotes. */
static size_t
plain_line(const struct view *fields, size_t n, char *line, size_t size)
{
	size_t used = 0;

	for (size_t i = 0; i < n; i++) {
		if (fields[i].n >= size - used || needs_quotes(fields[i]))
			return 0;
		if (fields[i].n)
			memcpy(line + used, fields[i].p, fields[i].n);
		used += fields[i].n;
		line[used++] = i + 1 < n ? ',' : '\n';
	}
	return used;
}

void
table_write(FILE *out, const struct view *fields, size_t n)
{
	char line[512];
	size_t plain = n > 1 ? plain_line(fields, n, line, sizeof(line)) : 0;

	/* Records are kept by millions. */
	if (plain) {
		fwrite(line, 1, plain, out);
		return;
	}
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
