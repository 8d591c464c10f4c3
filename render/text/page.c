/* The one way out for text. */
#include "render/text/page.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "render/draw/sign.h"
#include "render/model/remark.h"

/* git mailinfo ends the commit message at some of these or takes them for the mail's subject, git
 * commit drops "#", mail programs quote or escape others. */
static const char *const starts[] = {">", "From ", "---", "diff -", "Index: ", "[PATCH]", "#"};

/* What git mailinfo takes for headers of a mail where its text begins; in any case. */
static const char *const headers[] = {"From:", "Subject:", "Date:"};

static size_t
needs_margin(const char *line)
{
	for (size_t i = 0; i < countof(starts); i++) {
		if (strncmp(line, starts[i], strlen(starts[i])) == 0)
			return 1;
	}
	for (size_t i = 0; i < countof(headers); i++) {
		if (strncasecmp(line, headers[i], strlen(headers[i])) == 0)
			return 1;
	}
	return 0;
}

bool
page_takes_colour(FILE *out, const char *no_color, const char *term)
{
	int fd = fileno(out);

	return !(no_color && *no_color) && term && *term && strcmp(term, "dumb") != 0 && fd >= 0 &&
	       isatty(fd);
}

/* The words that get a colour, and what turns it on. */
static const struct {
	const char *word, *on;
} coloured[] = {{"regressed", "\033[1;31m"}, {"improved", "\033[32m"}};

static bool
is_of_word(char c)
{
	return isalnum((unsigned char)c) || strchr("-_./", c) || (unsigned char)c >= 0x80;
}

/* Which coloured word stands at p, as a word; countof where none does. A count of none gets no
 * colour. */
static size_t
coloured_at(const char *line, const char *p, const char *end)
{
	size_t i = 0;

	if (p > line && is_of_word(p[-1]))
		return countof(coloured);
	if (p - line >= 2 && p[-1] == ' ' && p[-2] == '0' && (p - line == 2 || !is_of_word(p[-3])))
		return countof(coloured);
	for (; i < countof(coloured); i++) {
		size_t n = strlen(coloured[i].word);

		if ((size_t)(end - p) >= n && memcmp(p, coloured[i].word, n) == 0 &&
		    (p + n == end || (!isalnum((unsigned char)p[n]) && p[n] != '_' && p[n] != '-')))
			break;
	}
	return i;
}

/* The n bytes, which have no escapes of their own. */
static void
put_coloured(FILE *out, const char *line, size_t n)
{
	const char *end = line + n;

	for (const char *p = line; p < end;) {
		size_t which = coloured_at(line, p, end);

		if (which == countof(coloured)) {
			putc(*p++, out);
			continue;
		}
		fprintf(out, "%s%s\033[0m", coloured[which].on, coloured[which].word);
		p += strlen(coloured[which].word);
	}
}

static void
put_bytes(const struct page *page, const char *line, size_t n)
{
	if (page->colour)
		put_coloured(page->out, line, n);
	else
		fwrite(line, 1, n, page->out);
}

static void
put_line(const struct page *page, const char *text)
{
	char *line = sign_text(text);
	size_t n = strlen(line), margin = needs_margin(line);

	while (n && line[n - 1] == ' ')
		n--;
	line[n] = '\0';
	bool fits = sign_width(line) + margin <= page->width;
	size_t shown = fits ? n : sign_bytes(line, page->width - margin - 2);
	fputs(margin ? " " : "", page->out);
	put_bytes(page, line, shown);
	fprintf(page->out, "%s\n", fits ? "" : "..");
	free(line);
}

void
page_line(const struct page *page, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	char *text = mem_vformat(format, ap);
	va_end(ap);
	put_line(page, text);
	free(text);
}

void
page_unbroken(const struct page *page, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	char *text = mem_vformat(format, ap), *line = sign_text(text);
	va_end(ap);
	size_t n = strlen(line);

	while (n && line[n - 1] == ' ')
		n--;
	fwrite(line, 1, n, page->out);
	putc('\n', page->out);
	free(line);
	free(text);
}

void
page_blank(const struct page *page)
{
	putc('\n', page->out);
}

/* The length of the word at text, with a "%" that follows it, and with the second number of an
 * interval: what is read as one stays together. */
static size_t
word_length(const char *text)
{
	size_t n = strcspn(text, " ");
	const char *open = memchr(text, '[', n);

	if (open && text[n] && text[n - 1] == ',') {
		size_t next = strcspn(text + n + 1, " ");
		n += memchr(text + n + 1, ']', next) ? 1 + next : 0;
	}
	return strncmp(text + n, " %", 2) == 0 ? n + 1 + strcspn(text + n + 1, " ") : n;
}

/* How many of the n bytes go on with a character. */
static size_t
continued(const char *text, size_t n)
{
	size_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += ((unsigned char)text[i] & 0xC0U) == 0x80U;
	return sum;
}

void
page_wrap(const struct page *page, size_t indent, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	char *text = mem_vformat(format, ap);
	va_end(ap);
	char *plain = sign_text(text), *line = mem_alloc(strlen(plain) + indent + 1, 1);
	size_t n = 0, columns = 0, words = 0;

	for (const char *p = plain; *p;) {
		size_t gap = strspn(p, " "), length = word_length(p + gap);
		size_t wide = length - continued(p + gap, length);

		if (words && columns + gap + wide > page->width) {
			put_line(page, line);
			memset(line, ' ', indent);
			n = columns = indent;
			gap = words = 0;
			p += strspn(p, " ");
		}
		memcpy(line + n, p, gap + length);
		n += gap + length;
		columns += gap + wide;
		line[n] = '\0';
		words++;
		p += gap + length;
	}
	put_line(page, line);
	free(line);
	free(plain);
	free(text);
}

char *
page_beginning(const char *text)
{
	char *plain = sign_text(text);

	if (!needs_margin(plain))
		return plain;
	char *moved = mem_format(" %s", plain);
	free(plain);
	return moved;
}

const char page_thin[] = "?";
const char page_thin_words[] =
    "? fewer than 10 I/Os of a run lie beyond it: little is known of it.";

bool
page_is_thin(struct view note)
{
	return remark_has(note, "thin tail: ");
}
