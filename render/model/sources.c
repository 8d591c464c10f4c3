/* Versions and forms, paired test by test. */
#include "render/model/sources.h"

#include <stdlib.h>

#include "collect/base/mem.h"

enum {
	TEXTS_MOST = 8, /* versions, or forms, of one test that are looked at */
	PAIRS_MOST = 64 /* versions with a form in one answer */
};

/* Values that differ. Equal texts of an input have equal pointers. */
struct texts {
	const char *at[TEXTS_MOST];
	size_t n;
};

struct test {
	struct test_key {
		const char *commit, *test;
	} key;
	struct view commit;
	struct texts versions, forms;
};

static void
add_text(struct texts *texts, const char *text)
{
	for (size_t i = 0; i < texts->n; i++) {
		if (texts->at[i] == text)
			return;
	}
	if (texts->n < TEXTS_MOST)
		texts->at[texts->n++] = text;
}

static struct test *
test_get(struct sources *sources, const struct input_fact *fact)
{
	struct test_key key = {fact->commit.p, fact->test.p};
	struct test *test = index_find(&sources->tests, &key, sizeof(key));

	if (!test) {
		test = mem_alloc(1, sizeof(*test));
		*test = (struct test){.key = key, .commit = fact->commit};
		index_add(&sources->tests, &test->key, sizeof(test->key), test);
	}
	return test;
}

void
sources_init(struct sources *sources, const struct input *input)
{
	*sources = (struct sources){.tests = {0}};
	for (size_t i = 0; i < input->n_facts; i++) {
		const struct input_fact *fact = &input->fact[i];
		bool form = view_is(fact->key, "meta.source");

		if (!form && !view_is(fact->key, "meta.fio.version"))
			continue;
		struct test *test = test_get(sources, fact);
		add_text(form ? &test->forms : &test->versions, fact->text.p);
	}
}

void
sources_free(struct sources *sources)
{
	index_free(&sources->tests, free);
}

/* A version of fio, "" where it is not known, with a form of its output. */
struct pair_list {
	const char *version[PAIRS_MOST], *form[PAIRS_MOST];
	size_t n;
};

static void
add_pair(struct pair_list *list, const char *version, const char *form)
{
	for (size_t i = 0; i < list->n; i++) {
		if (list->version[i] == version && list->form[i] == form)
			return;
	}
	if (list->n == PAIRS_MOST)
		return;
	list->version[list->n] = version;
	list->form[list->n++] = form;
}

static void
add_test(struct pair_list *list, const struct test *test)
{
	static const char unknown[] = "";

	for (size_t f = 0; f < test->forms.n; f++) {
		for (size_t v = 0; v < test->versions.n; v++)
			add_pair(list, test->versions.at[v], test->forms.at[f]);
		if (test->versions.n == 0)
			add_pair(list, unknown, test->forms.at[f]);
	}
}

/* The version of pair number first with all its forms, unless it was told before. */
static void
append_version(char **text, const struct pair_list *list, size_t first)
{
	const char *version = list->version[first], *comma = "";

	for (size_t i = 0; i < first; i++) {
		if (list->version[i] == version)
			return;
	}
	mem_append(text, "%s%s%s", **text ? ", " : "", version, *version ? " (" : "");
	for (size_t i = first; i < list->n; i++) {
		if (list->version[i] != version)
			continue;
		mem_append(text, "%s%s", comma, list->form[i]);
		comma = ", ";
	}
	mem_append(text, "%s", *version ? ")" : "");
}

static char *
list_text(const struct pair_list *list)
{
	char *text = mem_dup("");

	for (size_t i = 0; i < list->n; i++)
		append_version(&text, list, i);
	return text;
}

char *
sources_of_test(const struct sources *sources, struct view commit, struct view test)
{
	struct test_key key = {commit.p, test.p};
	const struct test *found = index_find(&sources->tests, &key, sizeof(key));
	struct pair_list list = {.n = 0};

	if (found)
		add_test(&list, found);
	return list_text(&list);
}

char *
sources_of_commit(const struct sources *sources, struct view commit)
{
	struct pair_list list = {.n = 0};

	for (const struct index_entry *e = sources->tests.first; e; e = index_next(e)) {
		const struct test *test = e->value;

		if (view_eq(test->commit, commit))
			add_test(&list, test);
	}
	return list_text(&list);
}
