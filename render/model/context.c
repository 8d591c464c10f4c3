/* Lines of facts. */
#include "render/model/context.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "render/model/sources.h"

/* Values of one fact and commit. */
enum {
	VALUES_MOST = 3,    /* that are told; more are an ellipsis */
	VALUES_LIMIT = 100, /* that are looked at */
};

/* Values of one commit that differ. Equal texts of an input have equal pointers. */
struct values {
	const char **at;
	size_t n;
};

static bool
has_value(const struct values *values, const char *text)
{
	for (size_t i = 0; i < values->n; i++) {
		if (values->at[i] == text)
			return true;
	}
	return false;
}

static bool
says_nothing(const struct context_part *part, struct view text)
{
	for (size_t i = 0; i < countof(part->unless); i++) {
		if (part->unless[i] && view_is(text, part->unless[i]))
			return true;
	}
	return false;
}

static struct values
values_of(const struct input *input, struct view commit, const struct context_part *part)
{
	struct values values = {NULL, 0};

	for (size_t i = 0; i < input->n_facts; i++) {
		const struct input_fact *fact = &input->fact[i];

		if (!view_eq(fact->commit, commit) || !view_is(fact->key, part->key) ||
		    fact->text.n == 0 || says_nothing(part, fact->text) ||
		    has_value(&values, fact->text.p))
			continue;
		values.at = mem_resize(values.at, values.n + 1, sizeof(*values.at));
		values.at[values.n++] = fact->text.p;
		if (part->first || values.n == VALUES_LIMIT)
			break;
	}
	return values;
}

static bool
same_values(const struct values *a, const struct values *b)
{
	bool same = a->n == b->n;

	for (size_t i = 0; i < a->n; i++)
		same = same && has_value(b, a->at[i]);
	return same;
}

static void
append_values(char **text, const struct values *values)
{
	for (size_t i = 0; i < values->n && i <= VALUES_MOST; i++)
		mem_append(text, "%s%s", i ? " and " : "", i < VALUES_MOST ? values->at[i] : "...");
}

/* One fact of both sides, "" where neither has it. The caller frees it. */
static char *
fact_of(const struct input *input, struct view base, struct view commit,
	const struct context_part *part)
{
	struct values old = values_of(input, base, part);
	struct values new = values_of(input, commit.n ? commit : base, part);
	char *text = mem_dup("");

	append_values(&text, &old);
	if (new.n && !same_values(&old, &new)) {
		mem_append(&text, "%s", old.n ? " -> " : "");
		append_values(&text, &new);
	}
	free(new.at);
	free(old.at);
	return text;
}

bool
context_imported(const struct input *input, struct view commit)
{
	return input_fact(input, commit, (struct view){"", 0}, "meta.source").n > 0;
}

/* What measured one side. The caller frees it. */
static char *
tool_of(const struct input *input, const struct sources *sources, struct view commit)
{
	char *text = sources_of_commit(sources, commit);

	if (*text)
		return text;
	free(text);
	struct view tool = input_fact(input, commit, (struct view){"", 0}, "meta.tool");
	return mem_copy(tool.p, tool.n);
}

char *
context_tool(const struct input *input, struct view base, struct view commit)
{
	struct sources sources;

	sources_init(&sources, input);
	char *old = tool_of(input, &sources, base);
	char *new = tool_of(input, &sources, commit.n ? commit : base);
	const char *gap = *old && *new ? " -> " : "";
	bool same = strcmp(old, new) == 0;
	char *text = same ? mem_dup(old) : mem_format("%s%s%s", old, gap, new);

	free(new);
	free(old);
	sources_free(&sources);
	return text;
}

char *
context_line(const struct input *input, struct view base, struct view commit,
	     const struct context_part *part, size_t n, const char *separator)
{
	char *text = mem_dup("");

	for (size_t i = 0; i < n; i++) {
		char *fact = fact_of(input, base, commit, &part[i]);

		if (*fact)
			mem_append(&text, "%s%s%s%s", *text ? separator : "",
				   part[i].before ? part[i].before : "", fact,
				   part[i].after ? part[i].after : "");
		free(fact);
	}
	return text;
}

char *
context_foot(const struct input *input, struct view base, struct view commit, const char *separator)
{
	static const struct context_part parts[] = {
	    {.key = "meta.host"},
	    {.key = "meta.cpu"},
	    {.key = "meta.device.model"},
	    {.key = "meta.fs"},
	    {.key = "meta.kernel", .before = "Linux "},
	    {.key = "job.ioengine"},
	};
	char *text = context_line(input, base, commit, parts, countof(parts), separator);
	char *tool = context_tool(input, base, commit);

	if (*tool)
		mem_append(&text, "%s%s", *text ? separator : "", tool);
	free(tool);
	return text;
}
