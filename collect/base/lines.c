/* Lists of texts. */
#include "collect/base/lines.h"

#include <stdlib.h>
#include <string.h>

UT_array *
lines_new(void)
{
	UT_array *lines = mem_alloc(1, sizeof(*lines));

	list_init(lines, &ut_str_icd);
	return lines;
}

void
lines_free(UT_array *lines)
{
	if (!lines)
		return;
	list_done(lines);
	free(lines);
}

const char *
lines_add(UT_array *lines, const char *text)
{
	list_push(lines, &text);
	return lines_at(lines, list_n(lines) - 1);
}

const char *
lines_at(const UT_array *lines, size_t i)
{
	return i < list_n(lines) ? list_pointer(lines, i) : NULL;
}

bool
lines_have(const UT_array *lines, const char *text)
{
	const char *line;

	for (size_t i = 0; (line = lines_at(lines, i)); i++)
		if (strcmp(line, text) == 0)
			return true;
	return false;
}

void
lines_note(UT_array *lines, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	char *text = mem_vformat(format, ap);
	va_end(ap);
	if (!lines_have(lines, text))
		lines_add(lines, text);
	free(text);
}

char *
lines_join(const UT_array *lines, const char *between)
{
	char *all = mem_dup("");
	const char *line;

	for (size_t i = 0; (line = lines_at(lines, i)); i++)
		mem_append(&all, "%s%s", i ? between : "", line);
	return all;
}
