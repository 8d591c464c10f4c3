/* Lines of facts. */
#include "render/model/context.h"

#include <stdlib.h>

#include "collect/base/mem.h"

/* One fact of both sides, "" where neither has it. The caller frees it. */
static char *
fact_of(const struct input *input, struct view base, struct view commit, const char *key)
{
	struct view any = {"", 0};
	struct view old = input_fact(input, base, any, key);
	struct view new = commit.n ? input_fact(input, commit, any, key) : old;

	if (view_eq(old, new) || new.n == 0)
		return mem_copy(old.p, old.n);
	if (old.n == 0)
		return mem_copy(new.p, new.n);
	return mem_format("%.*s -> %.*s", VIEW_ARGS(old), VIEW_ARGS(new));
}

char *
context_line(const struct input *input, struct view base, struct view commit,
	     const struct context_part *part, size_t n, const char *separator)
{
	char *text = mem_dup("");

	for (size_t i = 0; i < n; i++) {
		char *fact = fact_of(input, base, commit, part[i].key);

		if (*fact)
			mem_append(&text, "%s%s%s%s", *text ? separator : "", part[i].before, fact,
				   part[i].after);
		free(fact);
	}
	return text;
}

char *
context_foot(const struct input *input, struct view base, struct view commit, const char *separator)
{
	static const struct context_part parts[] = {
	    {"meta.host", "", ""}, {"meta.cpu", "", ""},          {"meta.device.model", "", ""},
	    {"meta.fs", "", ""},   {"meta.kernel", "Linux ", ""}, {"job.ioengine", "", ""},
	    {"meta.tool", "", ""},
	};

	return context_line(input, base, commit, parts, countof(parts), separator);
}
