/* Lines are cut out of what comes, and known by how report.h begins them. */
#include "collect/campaign/there.h"

#include <stdbool.h>
#include <string.h>

#include "collect/base/where.h"

/* Warnings that are remembered: those beyond it are said each time. */
enum { SAID_MAX = 1000 };

/* Takes word off the beginning of text, if it stands there. */
static bool
takes(const char **text, const char *word)
{
	size_t n = strlen(word);

	if (strncmp(*text, word, n) != 0)
		return false;
	*text += n;
	return true;
}

/* Whether the warning was not said before. */
static bool
is_new(struct there *there, const char *warning)
{
	static const char unsteady[] = "unsteady: ";
	const char *rest = warning, *key = takes(&rest, unsteady) ? unsteady : warning;

	if (!there->said)
		return true;
	if (lines_have(there->said, key))
		return false;
	if (list_n(there->said) < SAID_MAX)
		lines_add(there->said, key);
	return true;
}

void
there_end(struct there *there)
{
	const char *slash = strrchr(there->program, '/');
	const char *text = there->line;
	struct where what;

	there->line[there->n] = '\0';
	there->n = 0;
	if (takes(&text, slash ? slash + 1 : there->program) && !takes(&text, ": "))
		text = there->line;
	bool warning = takes(&text, "warning: ");
	if (!text[0] || (warning && !is_new(there, text)))
		return;
	where_set(&what, NULL, 0, "there: %s", text);
	there->watch->say(there->watch->ctx, warning, &what);
}

void
there_hear(void *ctx, const char *bytes, size_t n)
{
	struct there *there = ctx;

	for (size_t i = 0; i < n; i++) {
		char c = bytes[i];

		/* It would hide the rest of its line. */
		if (!c)
			c = '?';
		if (c != '\n' && c != '\r')
			there->line[there->n++] = c;
		if (c == '\n' || there->n == sizeof(there->line) - 1)
			there_end(there);
	}
}
