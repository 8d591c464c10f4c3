/* Counts by name. */
#include "render/text/tally.h"

#include "collect/base/mem.h"

char *
tally_text(const size_t *count, const char *const *names, size_t from, size_t n)
{
	char *text = mem_dup("");

	for (size_t i = from; i < n; i++) {
		if (count[i])
			mem_append(&text, "%s%zu %s", *text ? ", " : "", count[i], names[i]);
	}
	return text;
}
