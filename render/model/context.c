/* Lines of facts. */
#include "render/model/context.h"

#include <stdlib.h>
#include <string.h>

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

bool
context_imported(const struct input *input, struct view commit)
{
	return input_fact(input, commit, (struct view){"", 0}, "meta.source").n > 0;
}

/* A version of fio, "" where it is not known, and a form of its output. */
struct source {
	const char *version, *form;
};

struct sources {
	struct source *at;
	size_t n;
};

/* Equal texts of an input have equal pointers; "" is ours. */
static void
add_source(struct sources *list, struct source source)
{
	for (size_t i = 0; i < list->n; i++) {
		if (list->at[i].version == source.version && list->at[i].form == source.form)
			return;
	}
	list->at = mem_resize(list->at, list->n + 1, sizeof(*list->at));
	list->at[list->n++] = source;
}

/* Whether the fact is that key of the commit, and of the test or of all tests. An empty test is
 * that of any. */
static bool
is_fact_of(const struct input_fact *fact, struct view commit, struct view test, const char *key)
{
	return view_eq(fact->commit, commit) && view_is(fact->key, key) &&
	       (test.n == 0 || fact->test.n == 0 || view_eq(fact->test, test));
}

/* The form that the fact is, with each version that its test has. */
static void
add_form(struct sources *list, const struct input *input, const struct input_fact *form)
{
	static const char unknown[] = "";
	bool known = false;

	for (size_t i = 0; i < input->n_facts; i++) {
		const struct input_fact *fact = &input->fact[i];

		if (!is_fact_of(fact, form->commit, form->test, "meta.fio.version"))
			continue;
		add_source(list, (struct source){fact->text.p, form->text.p});
		known = true;
	}
	if (!known)
		add_source(list, (struct source){unknown, form->text.p});
}

/* "fio-3.33 (fio json+, fio log)" of the version of source number first. */
static void
append_version(char **text, const struct sources *list, size_t first)
{
	const char *version = list->at[first].version, *comma = "";

	for (size_t i = 0; i < first; i++) {
		if (list->at[i].version == version)
			return;
	}
	mem_append(text, "%s%s%s", **text ? ", " : "", version, *version ? " (" : "");
	for (size_t i = first; i < list->n; i++) {
		if (list->at[i].version != version)
			continue;
		mem_append(text, "%s%s", comma, list->at[i].form);
		comma = ", ";
	}
	if (*version)
		mem_append(text, ")");
}

char *
context_source(const struct input *input, struct view commit, struct view test)
{
	struct sources list = {NULL, 0};
	char *text = mem_dup("");

	for (size_t i = 0; i < input->n_facts; i++) {
		if (is_fact_of(&input->fact[i], commit, test, "meta.source"))
			add_form(&list, input, &input->fact[i]);
	}
	for (size_t i = 0; i < list.n; i++)
		append_version(&text, &list, i);
	free(list.at);
	return text;
}

/* What measured one side. The caller frees it. */
static char *
tool_of(const struct input *input, struct view commit)
{
	struct view any = {"", 0};

	if (context_imported(input, commit))
		return context_source(input, commit, any);
	struct view tool = input_fact(input, commit, any, "meta.tool");
	return mem_copy(tool.p, tool.n);
}

char *
context_tool(const struct input *input, struct view base, struct view commit)
{
	char *old = tool_of(input, base), *new = commit.n ? tool_of(input, commit) : mem_dup(old);
	const char *gap = *old && *new ? " -> " : "";
	bool same = strcmp(old, new) == 0;
	char *text = same ? mem_dup(old) : mem_format("%s%s%s", old, gap, new);

	free(new);
	free(old);
	return text;
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
	};
	char *text = context_line(input, base, commit, parts, countof(parts), separator);
	char *tool = context_tool(input, base, commit);

	if (*tool)
		mem_append(&text, "%s%s", *text ? separator : "", tool);
	free(tool);
	return text;
}
