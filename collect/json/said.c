/* Lines of text that a user would want to see beside the numbers. */
#include "collect/json/said.h"

#include <stdio.h>

enum { SHOWN = 3, QUOTED = 200 };

static bool
has(struct view line, const char *word)
{
	return memmem(line.p, line.n, word, strlen(word)) != NULL;
}

static bool
says_error(struct view line)
{
	static const char *const words[] = {
	    "err=",      "rror",         "fail",      "unable",  "cannot",    "can't",
	    "could not", "requires",     "not found", "no such", "No such",   "nvalid",
	    "refused",   "disconnected", "abort",     "killed",  "timed out", "not support"};

	if (!view_starts(line, "fio:") && !view_starts(line, "client:") &&
	    !view_starts(line, "error:"))
		return false;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (has(line, words[i]))
			return true;
	}
	return false;
}

/* Without blanks, the name of a client ("<host> ") and what the cursor went back over. */
static struct view
bare(struct view line)
{
	const char *back = memrchr(line.p, '\r', line.n);

	if (back && back + 1 == line.p + line.n)
		back = memrchr(line.p, '\r', --line.n);
	if (back) {
		line.n -= (size_t)(back + 1 - line.p);
		line.p = back + 1;
	}
	while (line.n && (*line.p == ' ' || *line.p == '\t')) {
		line.p++;
		line.n--;
	}
	const char *end = line.n && *line.p == '<' ? memmem(line.p, line.n, "> ", 2) : NULL;
	if (end) {
		line.n -= (size_t)(end + 2 - line.p);
		line.p = end + 2;
	}
	return line;
}

static void
note(struct view line, size_t number, size_t *count, const struct sink *sink)
{
	if ((*count)++ < SHOWN)
		sink_note(sink, number, "fio said: %.*s%s",
			  (int)(line.n < QUOTED ? line.n : QUOTED), line.p,
			  line.n > QUOTED ? "..." : "");
}

bool
json_said(struct view text, size_t first_line, const struct sink *sink, struct json_said *count)
{
	bool ended = false;

	for (size_t at = 0; at < text.n; first_line++) {
		const char *end = memchr(text.p + at, '\n', text.n - at);
		size_t n = end ? (size_t)(end - text.p) - at : text.n - at;
		struct view line = bare((struct view){text.p + at, n});
		if (has(line, "terminating on signal")) {
			ended = true;
			note(line, first_line, &count->signals, sink);
		} else if (has(line, "exceeds 32-bit tausworthe")) {
			note(line, first_line, &count->ranges, sink);
		} else if (says_error(line)) {
			note(line, first_line, &count->errors, sink);
		}
		at += n + 1;
	}
	return ended;
}

void
json_said_end(const struct json_said *count, const struct sink *sink)
{
	size_t all = 0;

	for (size_t i = 0; i < 3; i++) {
		size_t n = (const size_t[]){count->errors, count->signals, count->ranges}[i];
		all += n > SHOWN ? n - SHOWN : 0;
	}
	if (all)
		sink_note(sink, 0, "%zu more line%s of that kind %s not shown", all,
			  all == 1 ? "" : "s", all == 1 ? "is" : "are");
}
