/* A scanner without a table: seven signs, two kinds of quotes. */
#include "analyze/filter/token.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"

/* Bytes of the text that a message shows: before and behind what it is about. */
enum { SHOWN = 100, SHOWN_BEFORE = 60 };

/* The beginning of the character that byte at is of. */
static size_t
character_at(const char *text, size_t at)
{
	while (at && ((unsigned char)text[at] & 0xC0U) == 0x80U)
		at--;
	return at;
}

/* The text around byte at; "..." stands for what is left out. The caller frees it. */
static char *
shown(const char *text, size_t at)
{
	size_t n = strlen(text), from = 0, to = n;

	if (at == (size_t)FILTER_WHOLE)
		at = 0;
	if (at > SHOWN_BEFORE && n > SHOWN)
		from = character_at(text, (at < n ? at : n) - SHOWN_BEFORE);
	if (n - from > SHOWN)
		to = character_at(text, from + SHOWN);
	return mem_format("%s%.*s%s", from ? "..." : "", (int)(to - from), text + from,
			  to < n ? "..." : "");
}

/* Bytes that begin a character of UTF-8, before byte at. */
static size_t
column_of(const char *text, size_t at)
{
	size_t column = 1;

	for (size_t i = 0; i < at && text[i]; i++)
		column += ((unsigned char)text[i] & 0xC0U) != 0x80U;
	return column;
}

bool
filter_fail(const char *option, const char *text, size_t at, struct where *why, const char *format,
	    ...)
{
	va_list ap;

	va_start(ap, format);
	char *what = mem_vformat(format, ap);
	va_end(ap);
	char *column = at == (size_t)FILTER_WHOLE ? mem_dup("")
						  : mem_format("column %zu: ", column_of(text, at));
	char *around = shown(text, at);
	where_set(why, NULL, 0, "%s '%s': %s%.200s", option, around, column, what);
	free(around);
	free(column);
	free(what);
	return false;
}

static bool
is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* What ends a bare word. */
static bool
is_end(char c)
{
	return c == '\0' || is_blank(c) || strchr("():@,", c) != NULL;
}

static bool
read_quoted(struct filter_reader *r, struct where *why)
{
	const char *start = r->text + r->now.at, *p = start + 1;
	char *word = mem_alloc(strlen(p) + 1, 1);
	size_t n = 0;

	for (; *p && *p != '"'; p++) {
		if (*p == '\\') {
			p++;
			if (*p != '"' && *p != '\\') {
				free(word);
				return filter_fail(r->option, r->text, (size_t)(p - 1 - r->text),
						   why, "'\\' stands before '\"' and '\\' alone");
			}
		}
		word[n++] = *p;
	}
	r->word = word;
	if (!*p)
		return filter_fail(r->option, r->text, r->now.at, why,
				   "no '\"' ends what is quoted");
	r->now.kind = TOKEN_WORD;
	r->now.quoted = true;
	r->now.n = (size_t)(p + 1 - start);
	return true;
}

/* A pattern has no end: because of a bracket that has none, or NULL. */
static bool
fail_pattern(const struct filter_reader *r, const char *bracket, struct where *why)
{
	if (!bracket)
		return filter_fail(r->option, r->text, r->now.at, why,
				   "no '/' ends the regular expression");
	return filter_fail(r->option, r->text, (size_t)(bracket - r->text), why,
			   "no '%c' ends what this '%c' opens in the regular expression",
			   *bracket == '[' ? ']' : ')', *bracket);
}

/* A pattern goes up to a slash that is not escaped, stands in no bracket, and has something behind
 * it that cannot go on: so that /nvme/read/ needs no escapes. */
static bool
read_pattern(struct filter_reader *r, struct where *why)
{
	const char *start = r->text + r->now.at, *p = start + 1;
	const char *round_at = start, *square_at = start; /* the outermost that are open */
	size_t round = 0;
	bool square = false;

	for (; *p; p++) {
		if (!square && *p == '[')
			square_at = p;
		if (!square && !round && *p == '(')
			round_at = p;
		if (*p == '\\' && p[1])
			p++;
		else if (*p == '[' || *p == ']')
			square = *p == '[';
		else if (*p == '(' && !square)
			round++;
		else if (*p == ')' && !square && round)
			round--;
		else if (*p == '/' && !square && !round && is_end(p[1]))
			break;
	}
	if (!*p)
		return fail_pattern(r, square ? square_at : round ? round_at : NULL, why);
	r->now.kind = TOKEN_PATTERN;
	r->now.n = (size_t)(p + 1 - start);
	r->word = mem_copy(start + 1, r->now.n - 2);
	return true;
}

static void
read_bare(struct filter_reader *r)
{
	const char *start = r->text + r->now.at, *p = start;

	while (!is_end(*p))
		p++;
	r->now.n = (size_t)(p - start);
	r->word = mem_copy(start, r->now.n);
	r->now.kind = TOKEN_WORD;
	if (strcmp(r->word, "AND") == 0)
		r->now.kind = TOKEN_AND;
	else if (strcmp(r->word, "OR") == 0)
		r->now.kind = TOKEN_OR;
}

bool
filter_reader_next(struct filter_reader *r, bool value, struct where *why)
{
	size_t at = r->now.at + r->now.n;

	while (is_blank(r->text[at]))
		at++;
	free(r->word);
	r->word = NULL;
	r->now = (struct filter_token){TOKEN_END, at, 0, false};
	const char c = r->text[at];
	if (c == '"')
		return read_quoted(r, why);
	if (c == '/' && value)
		return read_pattern(r, why);
	if (c && strchr("():@,-*", c)) {
		r->now.kind = (unsigned char)c;
		r->now.n = 1;
	} else if (c) {
		read_bare(r);
	}
	return true;
}

bool
filter_reader_begin(struct filter_reader *r, const char *option, const char *text,
		    struct where *why)
{
	*r = (struct filter_reader){option, text, {TOKEN_END, 0, 0, false}, NULL};
	return filter_reader_next(r, false, why);
}

char *
filter_reader_take(struct filter_reader *r)
{
	char *word = r->word;

	r->word = NULL;
	return word;
}

void
filter_reader_free(struct filter_reader *r)
{
	free(r->word);
	r->word = NULL;
}
