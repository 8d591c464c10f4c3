/* Variables in values: ${NAME} from the environment, three keywords from the machine. */
#include "collect/job/expand.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/base/view.h"
#include "collect/base/where.h"

static const struct keyword {
	const char *text;
	int conf; /* of sysconf */
} keywords[] = {
    {"$pagesize", _SC_PAGESIZE},
    {"$ncpus", _SC_NPROCESSORS_ONLN},
    {"$mb_memory", _SC_PHYS_PAGES},
};

/* The text for the ${NAME} at the start of *p, which is moved behind it; NULL when it has none. */
static char *
environment(const char **p, struct where *why)
{
	const char *start = *p + 2, *end = strchr(start, '}');

	if (!end) {
		where_set(why, NULL, 0, "'${' without its '}'");
		return NULL;
	}
	char *name = mem_copy(start, (size_t)(end - start));
	char *text = mem_dup(getenv(name));
	if (!text)
		where_set(why, NULL, 0, "'${%s}' is not set in the environment", name);
	free(name);
	*p = end + 1;
	return text;
}

static char *
number(const struct keyword *keyword)
{
	long value = sysconf(keyword->conf);

	if (keyword->conf == _SC_PHYS_PAGES)
		value = value / 1024 * sysconf(_SC_PAGESIZE) / 1024;
	return mem_format("%ld", value);
}

/* The text for what begins at *p, which is moved behind it; NULL with why when it has none. */
static char *
next_piece(const char **p, struct where *why)
{
	struct view rest = view_of(*p);

	if (view_starts(rest, "${"))
		return environment(p, why);
	for (size_t i = 0; i < countof(keywords); i++) {
		if (view_starts(rest, keywords[i].text)) {
			*p += strlen(keywords[i].text);
			return number(&keywords[i]);
		}
	}
	size_t n = 1 + strcspn(*p + 1, "$");
	*p += n;
	return mem_copy(*p - n, n);
}

char *
expand_value(const char *value, struct where *why)
{
	char *all = mem_dup("");

	while (*value) {
		char *piece = next_piece(&value, why);
		if (!piece) {
			free(all);
			return NULL;
		}
		mem_append(&all, "%s", piece);
		free(piece);
	}
	return all;
}
