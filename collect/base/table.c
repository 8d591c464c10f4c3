/* CSV tables over libcsv. libcsv knows no positions, so the input is fed to it line by line; a line
 * with nothing in it but fields and commas, as nearly all are, is cut here. */
#include "collect/base/table.h"

#include <csv.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/fields.h"
#include "collect/base/mem.h"
#include "collect/base/num.h"
#include "collect/base/plain_line.h"
#include "collect/base/where.h"

enum { CHUNK = 1 << 16, HEADER_MAX = 256, SHARED = 3 };

struct reader {
	const char *name;
	const struct table_kind *const *kinds;
	size_t n_kinds;
	table_row_fn *fn;
	void *ctx;
	struct where *why;

	size_t line;     /* of the bytes being parsed */
	size_t row_line; /* on which the unfinished row began or the next may; 0 = not known yet */
	size_t open;     /* bytes fed since the last field ended */
	bool failed;     /* *why is filled, the rest is skipped */

	/* The row, which may be unfinished: where its fields begin and end in what base points to,
	 * a line of the input or text. text holds what libcsv has given of a row. */
	const char *base;
	char *text;
	size_t text_n, text_size;
	struct fields fields;

	const struct table_kind *kind; /* of the table being read; NULL before the first header */
	size_t n_header;               /* fields in its header */
	size_t column_field[TABLE_COLUMNS_MAX]; /* which field holds the kind's column */
	uint64_t first_lengths; /* bit n % 64: a kind's first column's name has n bytes */
	bool first_letter[256]; /* one begins with it */

	const char *shared; /* the last row's first SHARED fields, whose extents stand; or NULL */
	size_t shared_n;
};

__attribute__((format(printf, 3, 4))) static void
fail(struct reader *r, size_t line, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	where_vset(r->why, r->name, line, format, ap);
	va_end(ap);
	r->failed = true;
}

static struct view
field_at(const struct reader *r, size_t i)
{
	return (struct view){r->base + r->fields.at[i].begin,
			     r->fields.at[i].end - r->fields.at[i].begin};
}

static void
on_field(void *bytes, size_t n, void *ctx)
{
	struct reader *r = ctx;

	if (r->failed)
		return;
	r->open = 0;
	if (r->text_n + n > r->text_size) {
		r->text_size = (r->text_n + n) * 2;
		r->text = mem_resize(r->text, r->text_size, 1);
	}
	r->base = r->text;
	if (n)
		memcpy(r->text + r->text_n, bytes, n);
	fields_add(&r->fields, r->text_n, r->text_n + n);
	r->text_n += n;
}

/* The field that is called name, or n_fields. */
static size_t
find_field(const struct reader *r, const char *name)
{
	size_t i = 0;
	while (i < r->fields.n && !view_is(field_at(r, i), name))
		i++;
	return i;
}

static size_t
required(const struct table_kind *kind)
{
	return kind->n_columns - kind->n_optional;
}

static size_t
count_columns(const struct reader *r, const struct table_kind *kind)
{
	size_t n = 0;
	for (size_t i = 0; i < required(kind); i++)
		n += find_field(r, kind->columns[i]) < r->fields.n;
	return n;
}

/* Whether a field is as long as the name of some kind's first column, and begins like one. */
static bool
may_be_header(const struct reader *r)
{
	for (size_t i = 0; i < r->fields.n; i++) {
		struct view field = field_at(r, i);
		if ((r->first_lengths >> field.n % 64 & 1) && field.n &&
		    r->first_letter[(unsigned char)field.p[0]])
			return true;
	}
	return false;
}

/* The kind whose header this row is, or NULL. */
static const struct table_kind *
match_header(const struct reader *r)
{
	const struct table_kind *best = NULL;

	/* Most rows are data. */
	if (r->fields.n > HEADER_MAX || !may_be_header(r))
		return NULL;
	for (size_t i = 0; i < r->n_kinds; i++) {
		const struct table_kind *kind = r->kinds[i];
		if (r->fields.n < required(kind) || (best && required(kind) <= required(best)))
			continue;
		if (find_field(r, kind->columns[0]) < r->fields.n &&
		    count_columns(r, kind) == required(kind))
			best = kind;
	}
	return best;
}

/* Fills *repeated with a name that two fields have. Fields without a name, as a spreadsheet leaves
 * them behind, are nobody's. */
static bool
repeats_name(const struct reader *r, struct view *repeated)
{
	for (size_t i = 0; i < r->fields.n; i++) {
		*repeated = field_at(r, i);
		for (size_t j = 0; repeated->n && j < i; j++) {
			if (view_eq(field_at(r, j), *repeated))
				return true;
		}
	}
	return false;
}

/* Which of two equal columns holds the values, nobody can tell. */
static void
take_header(struct reader *r, const struct table_kind *kind)
{
	struct view repeated;

	if (repeats_name(r, &repeated)) {
		fail(r, r->row_line, "the %s header has column '%.*s' twice", kind->name,
		     repeated.n > 80 ? 80 : (int)repeated.n, repeated.p);
		return;
	}
	r->kind = kind;
	r->n_header = r->fields.n;
	for (size_t i = 0; i < kind->n_columns; i++)
		r->column_field[i] = find_field(r, kind->columns[i]);
}

/* The first row fits no kind: name what the nearest kind misses. */
static void
fail_header(struct reader *r)
{
	const struct table_kind *nearest = r->kinds[0];
	size_t most = 0;

	for (size_t i = 0; i < r->n_kinds; i++) {
		size_t n = r->fields.n > HEADER_MAX ? 0 : count_columns(r, r->kinds[i]);
		if (n > most) {
			most = n;
			nearest = r->kinds[i];
		}
	}
	if (most == 0)
		fail(r, r->row_line, "no header of a %s table (%s,%s,...)", nearest->name,
		     nearest->columns[0], nearest->columns[1]);
	for (size_t i = 0; i < required(nearest) && !r->failed; i++) {
		if (find_field(r, nearest->columns[i]) == r->fields.n)
			fail(r, r->row_line, "the %s header lacks column '%s'", nearest->name,
			     nearest->columns[i]);
	}
}

static void
give_row(struct reader *r)
{
	struct view field[TABLE_COLUMNS_MAX];
	struct table_row row = {r->kind, field, r->row_line};

	if (r->fields.n != r->n_header) {
		fail(r, r->row_line, "%zu field%s where the header has %zu", r->fields.n,
		     r->fields.n == 1 ? "" : "s", r->n_header);
		return;
	}
	for (size_t i = 0; i < r->kind->n_columns; i++)
		field[i] = r->column_field[i] < r->fields.n ? field_at(r, r->column_field[i])
							    : view_of("");
	r->why->file[0] = '\0';
	r->why->line = 0;
	if (!r->fn(r->ctx, &row, r->why)) {
		r->failed = true;
		if (!r->why->file[0] && r->name)
			snprintf(r->why->file, sizeof(r->why->file), "%s", r->name);
		if (!r->why->line)
			r->why->line = r->row_line;
	}
}

static void
take_row(struct reader *r)
{
	const struct table_kind *header = match_header(r);

	if (header)
		take_header(r, header);
	else if (!r->kind)
		fail_header(r);
	else
		give_row(r);
	r->fields.n = 0;
	r->text_n = 0;
}

static void
on_row(int terminator, void *ctx)
{
	struct reader *r = ctx;

	(void)terminator;
	if (!r->failed)
		take_row(r);
	/* After a bare carriage return the next row begins on the same line; where this one ended
	 * with its line, feed_lines forgets that. */
	r->row_line = r->line;
	r->open = 0;
}

/* No blank is stripped: a name may begin or end with one. */
static int
no_space(unsigned char c)
{
	(void)c;
	return 0;
}

/* Feeds n bytes that hold at most one newline, as their last byte. */
static void
feed(struct reader *r, struct csv_parser *parser, const char *bytes, size_t n)
{
	if (r->row_line == 0)
		r->row_line = r->line;
	r->shared = NULL;
	r->open += n;
	if (memchr(bytes, '\0', n)) {
		fail(r, r->line, "a NUL byte: this is no text");
		return;
	}
	size_t used = csv_parse(parser, bytes, n, on_field, on_row, r);
	if (r->failed)
		return;
	if (used != n) {
		int error = csv_error(parser);
		fail(r, r->line, "%s",
		     error == CSV_EPARSE ? "a quote where none may stand" : csv_strerror(error));
	} else if (r->open > TABLE_FIELD_MAX) {
		fail(r, r->row_line, "a field of more than 1 MiB");
	}
}

/* Takes a plain line, without its newline, as libcsv would: an empty one is no row. */
static void
take_line(struct reader *r, const char *line, size_t n)
{
	size_t begin = 0;

	if (n == 0)
		return;
	if (r->shared && n >= r->shared_n && memcmp(line, r->shared, r->shared_n) == 0) {
		r->fields.n = SHARED;
		begin = r->shared_n;
	}
	fields_cut(&r->fields, line, begin, n);
	r->shared = r->fields.n > SHARED ? line : NULL;
	r->shared_n = r->shared ? r->fields.at[SHARED - 1].end + 1 : 0;
	r->base = line;
	r->row_line = r->line;
	take_row(r);
}

static void
feed_lines(struct reader *r, struct csv_parser *parser, const char *bytes, size_t n)
{
	struct plain_lines plain = plain_lines_of(bytes, n);

	r->shared = NULL; /* it lay in what was read before */
	while (n && !r->failed) {
		const char *newline = memchr(bytes, '\n', n);
		size_t part = newline ? (size_t)(newline - bytes) + 1 : n;

		/* Where no row is open libcsv need not know of it. */
		if (newline && r->row_line == 0 && plain_lines_has(&plain, bytes, newline))
			take_line(r, bytes, part - 1);
		else
			feed(r, parser, bytes, part);
		r->line += newline != NULL;
		/* A line that leaves no row open must not date the next one back. */
		if (newline && r->fields.n == 0 && parser->entry_pos == 0 && !parser->quoted)
			r->row_line = 0;
		bytes += part;
		n -= part;
	}
}

static void
read_all(struct reader *r, FILE *in, struct csv_parser *parser)
{
	char *chunk = mem_alloc(CHUNK, 1);
	char last = '\n';
	size_t n;

	/* Spreadsheets put a byte order mark before the first header. */
	n = fread(chunk, 1, CHUNK, in);
	size_t skip = n >= 3 && memcmp(chunk, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
	while (n > 0 && !r->failed) {
		last = chunk[n - 1];
		feed_lines(r, parser, chunk + skip, n - skip);
		skip = 0;
		n = r->failed ? 0 : fread(chunk, 1, CHUNK, in);
	}
	if (!r->failed && ferror(in))
		fail(r, r->line, "cannot read: %s", strerror(errno));
	if (!r->failed && last != '\n')
		fail(r, r->line, "the last line has no newline: the stream is truncated");
	if (!r->failed && csv_fini(parser, on_field, on_row, r) != 0)
		fail(r, r->row_line, "a quoted field is not closed: the stream is truncated");
	free(chunk);
}

bool
table_read(FILE *in, const char *name, const struct table_kind *const *kinds, size_t n_kinds,
	   table_row_fn *fn, void *ctx, struct where *why)
{
	struct reader r = {.name = name,
			   .kinds = kinds,
			   .n_kinds = n_kinds,
			   .fn = fn,
			   .ctx = ctx,
			   .why = why,
			   .line = 1};
	struct csv_parser parser;

	why->why[0] = '\0';
	for (size_t i = 0; i < n_kinds; i++) {
		const char *first = kinds[i]->columns[0];
		r.first_lengths |= UINT64_C(1) << strlen(first) % 64;
		r.first_letter[(unsigned char)first[0]] = true;
	}
	if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0)
		return where_set(why, name, 0, "cannot start the CSV parser");
	csv_set_space_func(&parser, no_space);
	r.text_size = CHUNK;
	r.text = mem_alloc(r.text_size, 1);
	read_all(&r, in, &parser);
	csv_free(&parser);
	free(r.text);
	free(r.fields.at);
	return !r.failed;
}

bool
table_number(const struct table_row *row, size_t column, double *out, struct where *why)
{
	struct view text = row->field[column];

	if (text.n == 0) {
		*out = NAN;
		return true;
	}
	if (num_parse(text, out))
		return true;
	return where_set(why, NULL, row->line, "%s '%.*s' is not a number",
			 row->kind->columns[column], text.n > 80 ? 80 : (int)text.n, text.p);
}
