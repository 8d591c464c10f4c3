/* Telling plain lines of CSV from others. */
#include "collect/base/plain_line.h"

#include <string.h>

static const char special[] = {'"', '\r', '\0'};

static const char *
find(const char *from, const char *end, char c)
{
	const char *found = memchr(from, c, (size_t)(end - from));

	return found ? found : end;
}

struct plain_lines
plain_lines_of(const char *text, size_t n)
{
	struct plain_lines lines = {.end = text + n};

	for (size_t i = 0; i < sizeof(special); i++)
		lines.next[i] = find(text, lines.end, special[i]);
	return lines;
}

bool
plain_lines_has(struct plain_lines *lines, const char *line, const char *end)
{
	for (size_t i = 0; i < sizeof(special); i++) {
		if (lines->next[i] < line)
			lines->next[i] = find(line, lines->end, special[i]);
		if (lines->next[i] < end)
			return false;
	}
	return true;
}
