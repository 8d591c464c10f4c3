/* One pass over a document's tokens. */
#include "collect/json/mend.h"

#include <stdbool.h>
#include <stdint.h>

#include "collect/base/num.h"
#include "collect/base/utf8.h"
#include "collect/json/span.h"

static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */

struct level {
	bool object, jobs;
	bool key;         /* a key comes next */
	size_t filenames; /* how many of that key there were */
};

struct mender {
	struct view text;
	size_t at, line;
	FILE *out;
	size_t mended;
	size_t depth;
	struct level level[JSON_DEEP + 1];
	struct view key; /* the last one at the root */
	UT_array *job_lines;
};

static void
put(struct mender *m, struct view text)
{
	fwrite(text.p, 1, text.n, m->out);
}

static void
mend(struct mender *m, const char *text)
{
	fputs(text, m->out);
	m->mended++;
}

/* The four hex digits behind "\u" at at, or -1. */
static long
hex4(struct view text, size_t at)
{
	long value = 0;

	if (text.n < at + 6 || text.p[at] != '\\' || text.p[at + 1] != 'u')
		return -1;
	for (size_t i = at + 2; i < at + 6; i++) {
		const char *digits = "0123456789abcdef0123456789ABCDEF";
		const char *digit = text.p[i] ? strchr(digits, text.p[i]) : NULL;
		if (!digit)
			return -1;
		value = value * 16 + (digit - digits) % 16;
	}
	return value;
}

/* At the backslash of "\u". A surrogate needs its other half; U+0000 would end our strings. */
static void
unicode_escape(struct mender *m)
{
	long unit = hex4(m->text, m->at), low = hex4(m->text, m->at + 6);
	bool high = unit >= 0xD800 && unit < 0xDC00;

	if (unit < 0) {
		mend(m, "\\\\");
		m->at++;
	} else if (high && low >= 0xDC00 && low < 0xE000) {
		put(m, (struct view){m->text.p + m->at, 12});
		m->at += 12;
	} else if (unit == 0 || (unit >= 0xD800 && unit < 0xE000)) {
		mend(m, replacement);
		m->at += 6;
	} else {
		put(m, (struct view){m->text.p + m->at, 6});
		m->at += 6;
	}
}

static void
escape(struct mender *m)
{
	char c = '\0';

	if (m->at + 1 < m->text.n)
		c = m->text.p[m->at + 1];
	if (c == 'u') {
		unicode_escape(m);
	} else if (c && strchr("\"\\/bfnrt", c)) {
		put(m, (struct view){m->text.p + m->at, 2});
		m->at += 2;
	} else {
		mend(m, "\\\\");
		m->at++;
	}
}

/* One character of a string. */
static void
character(struct mender *m)
{
	unsigned char c = (unsigned char)m->text.p[m->at];

	if (c == '\\') {
		escape(m);
		return;
	}
	size_t n = utf8_length((struct view){m->text.p + m->at, m->text.n - m->at});
	if (c < 0x20) {
		if (c)
			fprintf(m->out, "\\u%04x", c);
		else
			fputs(replacement, m->out);
		m->mended++;
		m->line += c == '\n';
		n = 1;
	} else if (n == 0) {
		mend(m, replacement);
		n = 1;
	} else {
		put(m, (struct view){m->text.p + m->at, n});
	}
	m->at += n;
}

static void
string(struct mender *m)
{
	size_t begin = ++m->at;
	struct level *level = &m->level[m->depth];

	putc('"', m->out);
	while (m->at < m->text.n && m->text.p[m->at] != '"')
		character(m);
	struct view raw = {m->text.p + begin, m->at - begin};
	if (level->object && level->key) {
		if (m->depth == 1)
			m->key = raw;
		if (view_is(raw, "filename") && level->filenames++)
			fprintf(m->out, "\\u0001%zu", level->filenames);
	}
	putc('"', m->out);
	m->at++;
}

/* Of a key that stands there twice, the last one holds. */
static void
forget_jobs(struct mender *m)
{
	UT_icd icd = m->job_lines->icd;

	list_done(m->job_lines);
	list_init(m->job_lines, &icd);
}

static void
open_level(struct mender *m, char c)
{
	const struct level *outer = &m->level[m->depth];
	bool jobs = m->depth == 1 && c == '[' &&
		    (view_is(m->key, "jobs") || view_is(m->key, "client_stats"));

	if (jobs)
		forget_jobs(m);
	if (outer->jobs && c == '{')
		list_push(m->job_lines, &m->line);
	if (m->depth < JSON_DEEP)
		m->depth++;
	m->level[m->depth] = (struct level){.object = c == '{', .key = c == '{', .jobs = jobs};
}

static void
punctuation(struct mender *m, char c)
{
	struct level *level = &m->level[m->depth];

	if (c == '{' || c == '[') {
		open_level(m, c);
	} else if (c == '}' || c == ']') {
		if (m->depth)
			m->depth--;
	} else {
		level->key = c == ',';
	}
	putc(c, m->out);
	m->at++;
}

/* JSON's numbers begin with a digit, after '-' if any, with 0 only where it stands alone, and have
 * digits around their point. */
static bool
is_number(struct view word)
{
	double value;
	size_t i = word.n && word.p[0] == '-';
	const char *point = memchr(word.p, '.', word.n);
	const char *digits = "0123456789";

	if (!num_parse(word, &value) || i >= word.n || !strchr(digits, word.p[i]))
		return false;
	if (word.p[i] == '0' && i + 1 < word.n && strchr(digits, word.p[i + 1]))
		return false;
	size_t after = point ? (size_t)(point - word.p) + 1 : 0;
	return !point || (after < word.n && strchr(digits, word.p[after]));
}

static bool
ends_word(char c)
{
	return !c || strchr("{}[],:\" \t\r\n", c);
}

static void
word(struct mender *m)
{
	size_t begin = m->at++;

	while (m->at < m->text.n && !ends_word(m->text.p[m->at]))
		m->at++;
	struct view word = {m->text.p + begin, m->at - begin};
	if (view_is(word, "true") || view_is(word, "false") || view_is(word, "null") ||
	    is_number(word))
		put(m, word);
	else
		mend(m, "null");
}

char *
json_mend(struct view document, size_t first_line, size_t *n, size_t *mended, UT_array *job_lines)
{
	char *clean;
	struct mender m = {.text = document, .line = first_line, .job_lines = job_lines};

	m.out = mem_stream(&clean, n);
	while (m.at < document.n) {
		char c = document.p[m.at];
		if (c == '"') {
			string(&m);
		} else if (c && strchr("{}[],:", c)) {
			punctuation(&m, c);
		} else if (c == '\n') {
			m.line++;
			m.at++;
			putc(c, m.out);
		} else if (c == ' ' || c == '\t' || c == '\r' || c == '>') {
			m.at++;
		} else {
			word(&m);
		}
	}
	fclose(m.out);
	*mended = m.mended;
	return clean;
}
