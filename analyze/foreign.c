/* Tells fio's output from a stream with a mistake. */
#include "analyze/foreign.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "collect/base/where.h"

static bool
holds(struct view text, const char *word)
{
	return text.n && memmem(text.p, text.n, word, strlen(word)) != NULL;
}

/* A log's line: "500, 1234, 0, 4096, 0". */
static bool
is_numbers(struct view line)
{
	for (size_t i = 0; i < line.n; i++) {
		if (!isdigit((unsigned char)line.p[i]) && !strchr(", x\r", line.p[i]))
			return false;
	}
	return holds(line, ", ");
}

/* JSON may be anybody's, for whoever gives it to analyze takes it for a result. A text must have
 * what fio puts into its first lines: its version, or the group that a job is in. All our tables
 * have a column "metric", and a record may quote fio's version. */
static bool
looks_like_fio(struct view text)
{
	while (text.n && isspace((unsigned char)text.p[0])) {
		text.p++;
		text.n--;
	}
	const char *end = text.n ? memchr(text.p, '\n', text.n) : NULL;
	struct view line = {text.p, end ? (size_t)(end - text.p) : text.n};

	if (view_starts(text, "{") || view_starts(text, "[") || is_numbers(line))
		return true;
	return !holds(line, ",metric,") && (holds(text, "fio-") || holds(text, ": (g="));
}

bool
foreign_hint(struct view beginning, struct where *why)
{
	if (why->line == 1 && looks_like_fio(beginning)) {
		size_t n = strlen(why->why);

		snprintf(why->why + n, sizeof(why->why) - n,
			 ": fio's output? 'collect import' reads it");
	}
	return false;
}
