/* First bytes and first lines. */
#include "collect/import/sniff.h"

#include <ctype.h>

#include "collect/base/mem.h"
#include "collect/base/record.h"
#include "collect/log/log.h"

static const struct magic {
	const char *bytes;
	size_t n;
	enum sniffed is;
	const char *name;
} magics[] = {
    {"\x1f\x8b", 2, SNIFFED_GZIP, "gzip"},
    {"BZh", 3, SNIFFED_GZIP, "bzip2"},
    {"\xfd\x37zXZ", 5, SNIFFED_GZIP, "xz"},
    {"\x28\xb5\x2f\xfd", 4, SNIFFED_GZIP, "zstd"},
    {"PK\x03\x04", 4, SNIFFED_GZIP, "zip"},
    {"fio version ", 12, SNIFFED_OTHER, "a trace of I/Os (iolog), not a result"},
    /* blktrace_api.h: BLK_IO_TRACE_MAGIC and its version 7, in either byte order. */
    {"\x07tae", 4, SNIFFED_OTHER, "a trace of I/Os (blktrace), not a result"},
    {"eat\x07", 4, SNIFFED_OTHER, "a trace of I/Os (blktrace), not a result"},
    {"\x89PNG", 4, SNIFFED_DOCUMENT, "a picture"},
    {"\xff\xd8\xff", 3, SNIFFED_DOCUMENT, "a picture"},
    {"%PDF", 4, SNIFFED_DOCUMENT, "a PDF"},
};

static const struct magic *
magic_of(struct view text)
{
	for (size_t i = 0; i < countof(magics); i++) {
		const struct magic *magic = &magics[i];
		if (text.n >= magic->n && memcmp(text.p, magic->bytes, magic->n) == 0)
			return magic;
	}
	return NULL;
}

/* The next line of *text, without its end, which *text leaves behind; false at the end. */
static bool
next_line(struct view *text, struct view *line)
{
	if (text->n == 0)
		return false;
	const char *end = memchr(text->p, '\n', text->n);
	line->p = text->p;
	line->n = end ? (size_t)(end - text->p) : text->n;
	size_t used = line->n + (end != NULL);
	text->p += used;
	text->n -= used;
	if (line->n && line->p[line->n - 1] == '\r')
		line->n--;
	return true;
}

static bool
has_word(struct view line, const char *word)
{
	size_t n = strlen(word);

	for (size_t i = 0; i + n <= line.n; i++) {
		bool begins = i == 0 || strchr(",\"", line.p[i - 1]);
		bool ends = i + n == line.n || strchr(",\"", line.p[i + n]);
		if (begins && ends && memcmp(line.p + i, word, n) == 0)
			return true;
	}
	return false;
}

/* A header as record_kind requires it: all of its names. Spreadsheets put a byte order mark before
 * it, which reading the table skips. */
static bool
is_records(struct view text)
{
	struct view line;
	size_t mark = view_starts(text, "\xEF\xBB\xBF") ? 3 : 0;

	text.p += mark;
	text.n -= mark;
	if (!next_line(&text, &line))
		return false;
	for (size_t i = 0; i < record_kind.n_columns; i++)
		if (!has_word(line, record_kind.columns[i]))
			return false;
	return true;
}

static bool
is_blank(struct view text)
{
	for (size_t i = 0; i < text.n; i++)
		if (!isspace((unsigned char)text.p[i]))
			return false;
	return true;
}

enum sniffed
sniff(struct view beginning)
{
	const struct magic *magic = magic_of(beginning);

	if (is_blank(beginning))
		return SNIFFED_EMPTY;
	if (magic)
		return magic->is;
	if (is_records(beginning))
		return SNIFFED_RECORDS;
	return log_sniff(beginning) != LOG_NO ? SNIFFED_LOG : SNIFFED_DOCUMENT;
}

static struct view
trimmed(struct view line)
{
	while (line.n && isspace((unsigned char)line.p[0])) {
		line.p++;
		line.n--;
	}
	while (line.n && isspace((unsigned char)line.p[line.n - 1]))
		line.n--;
	return line;
}

/* "bs=4k", "bs = 4k" */
static bool
is_option(struct view line)
{
	static const char *const options[] = {"rw",        "readwrite", "ioengine", "bs",
					      "blocksize", "size",      "filename", "directory",
					      "runtime",   "iodepth",   "numjobs"};
	const char *equals = line.n ? memchr(line.p, '=', line.n) : NULL;

	if (!equals)
		return false;
	struct view name = trimmed((struct view){line.p, (size_t)(equals - line.p)});
	for (size_t i = 0; i < countof(options); i++)
		if (view_is(name, options[i]))
			return true;
	return false;
}

/* A section, and below it what only jobs have. */
static bool
is_job_file(struct view text)
{
	struct view line;
	bool section = false;

	while (next_line(&text, &line)) {
		line = trimmed(line);
		section = section || (view_starts(line, "[") && view_ends(line, "]"));
		if (section && is_option(line))
			return true;
	}
	return false;
}

static size_t
commas(struct view line)
{
	size_t n = 0;

	for (size_t i = 0; i < line.n; i++)
		n += line.p[i] == ',';
	return n;
}

static bool
is_csv(struct view text)
{
	struct view first, second;

	return next_line(&text, &first) && next_line(&text, &second) && commas(first) > 0 &&
	       commas(first) == commas(second);
}

const char *
sniff_other(struct view beginning)
{
	const struct magic *magic = magic_of(beginning);
	struct view text = trimmed(beginning);

	if (magic)
		return magic->name;
	if (beginning.n && memchr(beginning.p, '\0', beginning.n))
		return "binary data";
	if (view_starts(text, "{") || view_starts(text, "[{"))
		return "JSON that is not fio's";
	if (is_job_file(text))
		return "a job file, not a result";
	if (view_starts(text, "<"))
		return "markup";
	return is_csv(text) ? "CSV" : "text";
}
