/* Lists of texts. The macros of utarray stay in here: they nest deeper than functions may, and its
 * lookups look to analyzers as if they could be NULL. */
#include "collect/job/lines.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"

/* NOLINTBEGIN(readability-function-size): utarray's macros nest deeper than the house rule. */
UT_array *
lines_new(void)
{
	UT_array *lines;

	utarray_new(lines, &ut_str_icd);
	return lines;
}

void
lines_free(UT_array *lines)
{
	utarray_free(lines);
}

const char *
lines_add(UT_array *lines, const char *text)
{
	utarray_push_back(lines, &text);
	return lines_at(lines, lines_count(lines) - 1);
}
/* NOLINTEND(readability-function-size) */

size_t
lines_count(const UT_array *lines)
{
	return utarray_len(lines);
}

const char *
lines_at(const UT_array *lines, size_t i)
{
	char *const *text = (char *const *)utarray_eltptr(lines, i);

	return text ? *text : NULL;
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

char *
lines_join(const UT_array *lines, const char *between)
{
	char *all = mem_dup("");
	const char *line;

	for (size_t i = 0; (line = lines_at(lines, i)); i++)
		mem_append(&all, "%s%s", i ? between : "", line);
	return all;
}
