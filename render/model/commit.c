/* Names of commits. */
#include "render/model/commit.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "render/model/input.h"

enum { SHA_SHORT = 12, SHA_LEAST = 40 };

/* "'a', 'b', 'c'", cut when there are many. The caller frees it. */
static char *
list_names(const struct view *commits, size_t n)
{
	enum { SHOWN = 8 };
	char *text = mem_dup("");

	for (size_t i = 0; i < n && i < SHOWN; i++)
		mem_append(&text, "%s'%.*s'", i ? ", " : "", VIEW_ARGS(commits[i]));
	if (n > SHOWN)
		mem_append(&text, " ...");
	return text;
}

bool
commit_find(const struct view *commits, size_t n, const char *name, struct view *out,
	    struct where *why)
{
	bool (*const match[])(struct view, const char *) = {view_is, view_starts};
	size_t matches = 0;

	if (n == 0)
		return where_set(why, NULL, 0, "the input names no commit");
	if (!name || !*name) {
		*out = commits[0];
		return true;
	}
	for (size_t m = 0; m < countof(match); m++) {
		struct view found = {"", 0};

		matches = 0;
		for (size_t i = 0; i < n; i++) {
			if (match[m](commits[i], name)) {
				found = commits[i];
				matches++;
			}
		}
		if (matches == 1) {
			*out = found;
			return true;
		}
	}
	char *names = list_names(commits, n);
	where_set(why, NULL, 0, "%s commit '%s'; there %s %s", matches ? "more than one" : "no",
		  name, n == 1 ? "is" : "are", names);
	free(names);
	return false;
}

static bool
is_sha(struct view commit)
{
	for (size_t i = 0; i < commit.n; i++) {
		if (!isxdigit((unsigned char)commit.p[i]))
			return false;
	}
	return commit.n >= SHA_LEAST;
}

char *
commit_short(struct view commit)
{
	return mem_copy(commit.p, is_sha(commit) ? SHA_SHORT : commit.n);
}

char *
commit_full(const struct input *input, struct view commit)
{
	static const char *const keys[] = {"meta.commit.sha", "meta.commit.subject",
					   "meta.commit.author", "meta.commit.date"};
	char *text = mem_copy(commit.p, commit.n);

	for (size_t i = 0; i < countof(keys); i++) {
		struct view fact = input_fact(input, commit, (struct view){"", 0}, keys[i]);

		if (fact.n && !view_eq(fact, commit))
			mem_append(&text, "\n%.*s", VIEW_ARGS(fact));
	}
	return text;
}

struct view
commit_subject(const struct input *input, struct view commit)
{
	return input_fact(input, commit, (struct view){"", 0}, "meta.commit.subject");
}
