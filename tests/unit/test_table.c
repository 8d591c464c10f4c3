/* What the reader cuts itself is what libcsv makes of it. */
#include <csv.h>

#include "collect/base/mem.h"
#include "collect/base/table.h"
#include "collect/base/where.h"
#include "collect/engine/xorshift.h"
#include "tests/unit/check.h"

static const char *const columns[] = {"a", "bb", "c"};
static const struct table_kind kind = {"letter", columns, countof(columns), 0};
static const struct table_kind *const kinds[] = {&kind};

/* Rows as text: fields between brackets, with the line on which each row began. */
struct seen {
	FILE *out;
	size_t row_line, line; /* for libcsv: of the row and of the byte being parsed */
	size_t fields, rows;
	bool stopped; /* at a row that the reader has to refuse */
	bool blank;   /* nothing of the row has been given to libcsv */
	char *text;
	size_t n, row_start;
};

static bool
on_table_row(void *ctx, const struct table_row *row, struct where *why)
{
	struct seen *seen = ctx;

	(void)why;
	for (size_t i = 0; i < countof(columns); i++)
		fprintf(seen->out, "[%.*s]", VIEW_ARGS(row->field[i]));
	fprintf(seen->out, "%zu\n", row->line);
	return true;
}

static void
on_csv_field(void *bytes, size_t n, void *ctx)
{
	struct seen *seen = ctx;

	fprintf(seen->out, "[%.*s]", (int)n, (const char *)bytes);
	seen->fields++;
}

/* A row that is the header again is none; one of another number of fields ends it all. */
static void
on_csv_row(int terminator, void *ctx)
{
	static const char header[] = "[a][bb][c]";
	struct seen *seen = ctx;

	(void)terminator;
	fflush(seen->out);
	bool is_header = strcmp(seen->text + seen->row_start, header) == 0;
	if (seen->stopped || is_header || seen->fields != countof(columns)) {
		seen->stopped = seen->stopped || !is_header;
		fseek(seen->out, (long)seen->row_start, SEEK_SET);
	} else {
		fprintf(seen->out, "%zu\n", seen->row_line);
	}
	fflush(seen->out);
	seen->row_start = (size_t)ftell(seen->out);
	seen->fields = 0;
	seen->blank = true;
}

static int
no_blank(unsigned char c)
{
	(void)c;
	return 0;
}

/* Whether a line begins at i that has a NUL: nothing of it is taken. */
static bool
begins_with_nul(const char *text, size_t n, size_t i)
{
	if (i && text[i - 1] != '\n')
		return false;
	const char *end = memchr(text + i, '\n', n - i);
	return memchr(text + i, '\0', end ? (size_t)(end - text) - i : n - i) != NULL;
}

/* What libcsv alone makes of the text, byte by byte; *ok tells whether all is well. */
static char *
read_by_csv(const char *text, size_t n, bool *ok)
{
	struct seen seen = {.line = 1, .blank = true};
	struct csv_parser parser;

	seen.out = open_memstream(&seen.text, &seen.n);
	fflush(seen.out);
	cr_assert(csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) == 0);
	csv_set_space_func(&parser, no_blank);
	*ok = true;
	for (size_t i = 0; i < n && *ok && !seen.stopped; i++) {
		if (seen.blank && text[i] != '\n' && text[i] != '\r') {
			seen.blank = false;
			seen.row_line = seen.line;
		}
		*ok = !begins_with_nul(text, n, i) &&
		      csv_parse(&parser, text + i, 1, on_csv_field, on_csv_row, &seen) == 1;
		seen.line += text[i] == '\n';
	}
	*ok = *ok && !seen.stopped && n && text[n - 1] == '\n' &&
	      csv_fini(&parser, on_csv_field, on_csv_row, &seen) == 0 && !seen.stopped;
	/* A row that was not closed. */
	fflush(seen.out);
	char *rows = mem_copy(seen.text, seen.row_start);
	csv_free(&parser);
	fclose(seen.out);
	free(seen.text);
	return rows;
}

static char *
read_by_table(const char *text, size_t n, bool *ok, struct where *why)
{
	struct seen seen = {.line = 1};
	FILE *in = check_input(text, n);

	seen.out = open_memstream(&seen.text, &seen.n);
	*ok = table_read(in, "x", kinds, countof(kinds), on_table_row, &seen, why);
	fclose(in);
	fclose(seen.out);
	return seen.text;
}

static void
check_equal(const char *text, size_t n)
{
	struct where why = {.line = 0};
	bool ok, want_ok;
	char *want = read_by_csv(text, n, &want_ok);
	char *got = read_by_table(text, n, &ok, &why);

	cr_assert(ok == want_ok, "got %d, want %d (%zu: %s) for:\n%.500s", ok, want_ok, why.line,
		  why.why, text);
	cr_assert(strcmp(got, want) == 0, "got:\n%.500swant:\n%.500sfor:\n%.500s", got, want, text);
	free(got);
	free(want);
}

/* Rows with everything that may stand in one, and what may not, in texts that are usually right. */
static void
write_row(FILE *out, uint64_t *random)
{
	static const char *const field[] = {"",
					    "x",
					    "1.5",
					    " ",
					    "a",
					    "bb",
					    "\"\"",
					    "\"x\"",
					    "\"q\"\"q\"",
					    "\"a,b\"",
					    "\"two\nlines\"",
					    "\"cr\rlf\"",
					    "\xC3\xA9"};
	static const char *const end[] = {"\n", "\n", "\n", "\n", "\r\n", "\r", "\n\n"};
	size_t plain = xorshift_below(random, 3) ? 6 : countof(field);

	for (size_t i = 0; i < countof(columns); i++)
		fprintf(out, "%s%s", i ? "," : "", field[xorshift_below(random, plain)]);
	fputs(end[xorshift_below(random, countof(end))], out);
	if (xorshift_below(random, 20) == 0)
		fputs("a,bb,c\n", out);
	if (xorshift_below(random, 100) == 0)
		putc(",\"\n\rx"[xorshift_below(random, 5)], out);
	if (xorshift_below(random, 2000) == 0)
		putc('\0', out);
}

Test(table, rows_are_those_of_libcsv)
{
	uint64_t random = xorshift_seed(1);

	for (int round = 0; round < 3000; round++) {
		char *text;
		size_t n;
		FILE *out = open_memstream(&text, &n);
		size_t rows = xorshift_below(&random, 30);
		fputs("a,bb,c\n", out);
		for (size_t i = 0; i < rows; i++)
			write_row(out, &random);
		fclose(out);
		check_equal(text, n);
		free(text);
	}
}

/* Lines that stand across the ends of what is read at once, 64 KiB. */
Test(table, long_texts_are_cut_nowhere)
{
	uint64_t random = xorshift_seed(2);

	for (int round = 0; round < 20; round++) {
		char *text;
		size_t n;
		FILE *out = open_memstream(&text, &n);
		fputs("a,bb,c\n", out);
		while (ftell(out) < 300000) {
			for (size_t i = 0; i < 3; i++) {
				size_t length = xorshift_below(&random, 10) == 0
						    ? xorshift_below(&random, 70000)
						    : xorshift_below(&random, 30);
				bool quoted = xorshift_below(&random, 200) == 0;
				fprintf(out, "%s%s%0*d%s", i ? "," : "", quoted ? "\"" : "",
					(int)length, round, quoted ? "\"" : "");
			}
			putc('\n', out);
		}
		fclose(out);
		check_equal(text, n);
		free(text);
	}
}
