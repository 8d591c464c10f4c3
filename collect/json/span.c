/* A scanner that knows strings and nesting, and no more of JSON. */
#include "collect/json/span.h"

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Behind blanks and the marks of a quoted mail. */
static size_t
skip_prefix(struct view text, size_t at)
{
	while (at < text.n && (is_blank(text.p[at]) || text.p[at] == '>'))
		at++;
	return at;
}

/* A document of fio begins on this line: a brace, and "fio version" as the first key, which may be
 * on the next line. No value of another document looks like that, so one that it begins in was cut.
 */
static bool
fio_begins(struct view text, size_t at)
{
	static const char key[] = "\"fio version\"";
	const size_t n = sizeof(key) - 1;

	at = skip_prefix(text, at);
	if (at >= text.n || text.p[at] != '{')
		return false;
	at = skip_prefix(text, at + 1);
	while (at < text.n && text.p[at] == '\n')
		at = skip_prefix(text, at + 1);
	return text.n - at >= n && memcmp(text.p + at, key, n) == 0;
}

enum json_span_end
json_span_find(struct view text, size_t begin, size_t *end)
{
	size_t depth = 0;
	bool string = false;

	for (size_t i = begin; i < text.n; i++) {
		char c = text.p[i];
		*end = i + 1;
		if (c == '\n' && fio_begins(text, i + 1))
			return JSON_SPAN_NEXT;
		if (c == '"')
			string = !string;
		else if (string && c == '\\' && i + 1 < text.n && text.p[i + 1] != '\n')
			i++;
		else if (!string && (c == '{' || c == '[') && ++depth > JSON_DEEP)
			return JSON_SPAN_DEEP;
		else if (!string && (c == '}' || c == ']') && --depth == 0)
			return JSON_SPAN_WHOLE;
	}
	*end = text.n;
	return JSON_SPAN_CUT;
}

bool
json_span_begins(struct view text, size_t at, size_t *open)
{
	at = skip_prefix(text, at);
	if (at >= text.n || (text.p[at] != '{' && text.p[at] != '['))
		return false;
	*open = at;
	if (text.p[at] == '{')
		return true;
	at = skip_prefix(text, at + 1);
	return at >= text.n || text.p[at] == '\n' || text.p[at] == '{';
}
