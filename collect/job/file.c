/* The syntax of job files, as fio reads it: sections, options, comments, includes. */
#include "collect/job/file.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "collect/base/view.h"
#include "collect/base/where.h"
#include "collect/job/reading.h"

enum {
	LINE_BYTES = 65536, /* of the longest line with its NUL */
	DEPTH_MAX = 10,     /* of includes within includes */
	INCLUDES_MAX = 1000 /* in one job file: they multiply where they nest */
};

struct parser {
	struct reading reading;
	job_open_fn *open;
	void *ctx;
	UT_array *paths; /* of all files: places borrow them */
	size_t includes;
	bool blanks_told;
	struct where *why;
};

/* One open file. */
struct input {
	struct parser *parser;
	FILE *in;
	const char *path;
	const struct input *outer; /* the file that includes it; NULL = the job file */
	size_t depth;
	size_t line; /* of text */
	char *text;  /* LINE_BYTES for the line that is looked at */
};

FILE *
job_open_file(void *ctx, const char *path)
{
	(void)ctx;
	return fopen(path, "re");
}

__attribute__((format(printf, 2, 3))) static bool
wrong(const struct input *input, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	where_vset(input->parser->why, input->path, input->line, format, ap);
	va_end(ap);
	return false;
}

static struct draft_place
place(const struct input *input)
{
	return (struct draft_place){input->path, input->line, false};
}

/* Reads a line, without its end, into input->text. At the end of the file *end is set. */
static bool
next_line(struct input *input, bool *end)
{
	size_t n = 0;
	int c;

	input->line++;
	errno = 0;
	while ((c = getc_unlocked(input->in)) != EOF && c != '\n') {
		if (c == '\0')
			return wrong(input, "a NUL byte: this is no job file");
		if (n + 1 == LINE_BYTES)
			return wrong(input, "the line is longer than %d bytes", LINE_BYTES - 1);
		input->text[n++] = (char)c;
	}
	input->text[n] = '\0';
	if (ferror(input->in)) {
		input->line = 0;
		return wrong(input, "cannot be read: %s", strerror(errno ? errno : EIO));
	}
	*end = c == EOF && n == 0;
	return true;
}

static char *
trim(char *text)
{
	size_t n = strlen(text);

	while (n && isspace((unsigned char)text[n - 1]))
		text[--n] = '\0';
	while (isspace((unsigned char)*text))
		text++;
	return text;
}

/* A comment begins anywhere, as in fio: within a value too, which may be a surprise. */
static void
cut_comment(struct input *input)
{
	char *comment = strpbrk(input->text, ";#"), *equals = strchr(input->text, '=');

	if (!comment)
		return;
	if (equals && equals < comment && !isspace((unsigned char)comment[-1]))
		draft_warn(input->parser->reading.warnings, place(input),
			   "the value ends before '%c', which begins a comment", *comment);
	*comment = '\0';
}

static bool
read_section(struct input *input, char *text)
{
	char *close = strrchr(text, ']');

	if (input->outer)
		return wrong(input, "a section in an included file");
	if (!close)
		return wrong(input, "section '%s' without its ']'", text);
	if (close[1])
		return wrong(input, "'%s' behind the section's ']'", close + 1);
	*close = '\0';
	char *name = trim(text + 1);
	if (!*name)
		return wrong(input, "a section without a name");
	return reading_section(&input->parser->reading, name, input->line, input->parser->why);
}

static bool
read_option(struct input *input, char *text)
{
	struct parser *parser = input->parser;
	char *equals = strchr(text, '='), *value = NULL;

	if (parser->reading.state == READING_NOTHING)
		return wrong(input, "option '%s' before the first section", text);
	if (equals) {
		*equals = '\0';
		if (isspace((unsigned char)equals[1]) && !parser->blanks_told) {
			parser->blanks_told = true;
			draft_warn(parser->reading.warnings, place(input),
				   "a blank behind '=': fio itself may refuse this");
		}
		value = trim(equals + 1);
	}
	char *name = trim(text);
	if (!*name)
		return wrong(input, "'=%s' without the name of an option", value);
	return reading_option(&parser->reading, name, value, place(input), parser->why);
}

static bool read_input(struct input *input);

/* path as seen from the folder of the file that includes it. */
static char *
resolve(const struct input *input, const char *path)
{
	const char *slash = strrchr(input->path, '/');

	if (!slash || path[0] == '/')
		return mem_dup(path);
	return mem_format("%.*s/%s", (int)(slash - input->path), input->path, path);
}

static bool
read_include(struct input *input, const char *path)
{
	struct parser *parser = input->parser;
	char *resolved = resolve(input, path);
	struct input inner = {.parser = parser,
			      .path = lines_add(parser->paths, resolved),
			      .outer = input,
			      .depth = input->depth + 1};

	free(resolved);
	if (!*path)
		return wrong(input, "include without a file");
	if (parser->reading.state == READING_NOTHING)
		return wrong(input, "include before the first section");
	for (const struct input *i = input; i; i = i->outer)
		if (strcmp(i->path, inner.path) == 0)
			return wrong(input, "'%s' includes itself", inner.path);
	if (inner.depth > DEPTH_MAX)
		return wrong(input, "includes are nested more than %d deep", DEPTH_MAX);
	if (++parser->includes > INCLUDES_MAX)
		return wrong(input, "more than %d includes", INCLUDES_MAX);
	inner.in = parser->open(parser->ctx, inner.path);
	if (!inner.in)
		return wrong(input, "include '%s': %s", inner.path, strerror(errno));
	bool good = read_input(&inner);
	fclose(inner.in);
	return good;
}

/* fio takes every line that begins with "include" for one, "include=x" too. */
static bool
is_include(const char *text)
{
	return view_starts(view_of(text), "include") &&
	       (!text[7] || text[7] == '=' || isspace((unsigned char)text[7]));
}

static bool
read_line(struct input *input)
{
	if (input->line == 1 && view_starts(view_of(input->text), "\xef\xbb\xbf"))
		return wrong(input, "a byte order mark (BOM) in front: save the file as UTF-8 "
				    "without it");
	if (strstr(input->text, "{{") || strstr(input->text, "{%"))
		return wrong(input, "'%s' belongs to a template, which must be filled in first",
			     trim(input->text));
	cut_comment(input);
	char *text = trim(input->text);
	if (!*text)
		return true;
	if (*text == '[')
		return read_section(input, text);
	if (is_include(text))
		return read_include(input, text[7] ? trim(text + 8) : text + 7);
	return read_option(input, text);
}

static bool
read_input(struct input *input)
{
	bool end = false, good;

	input->text = mem_alloc(LINE_BYTES, 1);
	do
		good = next_line(input, &end) && (end || read_line(input));
	while (good && !end);
	free(input->text);
	return good;
}

/* "nvme" of "jobs/nvme.fio". */
static char *
stem_of(const char *name)
{
	const char *slash = strrchr(name, '/');
	const char *base = slash ? slash + 1 : name;
	const char *dot = strrchr(base, '.');

	return mem_copy(base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
}

bool
job_file_read(FILE *in, const char *name, job_open_fn *open, void *ctx, struct job_list *list,
	      UT_array *warnings, struct where *why)
{
	struct parser parser = {.open = open, .ctx = ctx, .why = why, .paths = lines_new()};
	struct input input = {.parser = &parser, .in = in};
	char *stem = stem_of(name);
	size_t before = list->n;

	input.path = lines_add(parser.paths, name);
	reading_begin(&parser.reading, input.path, stem, list, warnings);
	bool good = reading_end(&parser.reading, read_input(&input), why);
	if (good && list->n == before)
		good = where_set(why, name, 0, "no job in this file");
	lines_free(parser.paths);
	free(stem);
	return good;
}
