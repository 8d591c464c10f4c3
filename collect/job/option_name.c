/* The names of both tables of options. */
#include "collect/job/option_name.h"

#include <stddef.h>

#include "collect/base/nearest.h"
#include "collect/job/foreign.h"
#include "collect/job/option.h"

enum { NAMES_MAX = 2 * (OPTIONS_MAX + FOREIGNS_MAX) };

bool
option_name_known(const char *name)
{
	return option_find(name) || foreign_find(name);
}

static size_t
add(const char **names, size_t n, const char *name)
{
	if (name)
		names[n++] = name;
	return n;
}

const char *
option_name_nearest(const char *name)
{
	const char *names[NAMES_MAX];
	size_t n = 0;

	for (size_t i = 0; i < option_count; i++) {
		n = add(names, n, option_table[i].name);
		n = add(names, n, option_table[i].alias);
	}
	for (size_t i = 0; i < foreign_count; i++) {
		n = add(names, n, foreign_table[i].name);
		n = add(names, n, foreign_table[i].alias);
	}
	return nearest_word(name, names, n);
}
