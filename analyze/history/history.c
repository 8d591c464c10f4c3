/* Picking earlier runs that are like those compared. */
#include "analyze/history/history.h"

#include <stdlib.h>

#include "analyze/sample/fact.h"
#include "analyze/sample/setting.h"

/* One job.* or meta.* key of the sides. */
struct trait {
	const struct name *key;   /* of the sides' store */
	const struct name *value; /* that all runs have; NULL = they do not agree, or need not */
	bool untold;              /* some run's source does not tell it */
};

/* All keys of both sides. */
struct traits {
	const struct store *store;
	const struct group *side[2];
	struct index by_key;
};

static bool
is_trait(const struct name *key)
{
	struct view name = name_view(key);

	return view_starts(name, "job.") ||
	       (view_starts(name, "meta.") && !fact_of_moment(key->text));
}

static const struct name *
value_of(const struct store *store, const struct run *run, const char *key)
{
	const struct series *series = store_series(store, run, key);

	if (!series && run->common)
		series = store_series(store, run->common, key);
	return series ? series->text : NULL;
}

static void
agree(struct traits *traits, struct trait *trait)
{
	bool first = true;

	for (int s = 0; s < 2; s++) {
		for (size_t r = 0; r < group_runs(traits->side[s]); r++) {
			const struct run *run = group_run(traits->side[s], r);
			const struct name *value = value_of(traits->store, run, trait->key->text);
			if (!value && setting_untold(traits->store, run, trait->key)) {
				trait->untold = true;
				continue;
			}
			trait->value = first || trait->value == value ? value : NULL;
			first = false;
			if (!trait->value)
				return;
		}
	}
}

static void
add_traits(struct traits *traits, const struct run *run)
{
	for (const struct series *s = run ? run->first : NULL; s; s = s->next) {
		const struct name *key = s->key.metric;
		if (!is_trait(key) || index_find(&traits->by_key, key->text, key->n))
			continue;
		struct trait *trait = mem_alloc(1, sizeof(*trait));
		trait->key = key;
		if (!s->expected)
			agree(traits, trait);
		index_add(&traits->by_key, key->text, key->n, trait);
	}
}

static struct traits
traits_of(const struct store *store, const struct group *a, const struct group *b)
{
	struct traits traits = {store, {a, b}, {NULL}};

	for (int s = 0; s < 2; s++) {
		for (size_t r = 0; r < group_runs(traits.side[s]); r++) {
			const struct run *run = group_run(traits.side[s], r);
			add_traits(&traits, run);
			add_traits(&traits, run->common);
		}
	}
	return traits;
}

/* Whether any run of the sides leaves the option out. */
static bool
untold_here(const struct traits *traits, const struct name *key)
{
	for (int s = 0; s < 2; s++) {
		for (size_t r = 0; r < group_runs(traits->side[s]); r++) {
			if (setting_untold(traits->store, group_run(traits->side[s], r), key))
				return true;
		}
	}
	return false;
}

/* A key of the earlier run that the sides do not have, or NULL. */
static const struct name *
stranger(const struct traits *traits, const struct run *run)
{
	for (const struct series *s = run ? run->first : NULL; s; s = s->next) {
		const struct name *key = s->key.metric;
		if (!s->expected && is_trait(key) &&
		    !index_find(&traits->by_key, key->text, key->n) && !untold_here(traits, key))
			return key;
	}
	return NULL;
}

/* In what the earlier run is not like the sides: NULL where it is. The caller frees it. */
static char *
unlike(const struct traits *traits, const struct store *earlier, const struct run *run)
{
	const struct index_entry *e;

	for (e = traits->by_key.first; e; e = index_next(e)) {
		const struct trait *trait = e->value;
		const struct name *value = value_of(earlier, run, trait->key->text);
		if (!trait->value || (value && name_is(value, name_view(trait->value))))
			continue;
		if (!value && (trait->untold || setting_untold(earlier, run, trait->key)))
			continue;
		return mem_format("%.60s %.40s, here %.40s", trait->key->text,
				  value ? value->text : "(absent)", trait->value->text);
	}
	const struct name *key = stranger(traits, run);
	if (!key)
		key = stranger(traits, run->common);
	return key ? mem_format("%.60s, which is not known here", key->text) : NULL;
}

/* The commit and what it has of those keys in which the sides do not agree: only runs that are
 * alike in these, too, vary by chance alone. */
static const struct name *
batch_of(struct history *history, const struct traits *traits, const struct run *run)
{
	char *text = mem_dup(run->key.commit->text);

	for (const struct index_entry *e = traits->by_key.first; e; e = index_next(e)) {
		const struct trait *trait = e->value;
		if (trait->value)
			continue;
		const struct name *value = value_of(history->store, run, trait->key->text);
		mem_append(&text, "\n%s", value ? value->text : "");
	}
	const struct name *batch = name_get(&history->names, view_of(text));
	free(text);
	return batch;
}

/* Takes the runs of one commit that are like the sides; the first difference goes to *why. */
static void
take_runs(struct history *history, const struct traits *traits, const struct group *group,
	  size_t *seen, char **why)
{
	for (size_t r = 0; r < group_runs(group); r++) {
		const struct run *run = group_run(group, r);
		char *difference = unlike(traits, history->store, run);
		if (!difference) {
			struct history_run taken = {run, batch_of(history, traits, run)};
			list_push(&history->runs, &taken);
		} else if (!*why) {
			*why = difference;
		} else {
			free(difference);
		}
		(*seen)++;
	}
}

/* Whether a run of either side is of that commit. */
static bool
is_compared(const struct traits *traits, const struct name *commit)
{
	for (int s = 0; s < 2; s++) {
		for (size_t r = 0; r < group_runs(traits->side[s]); r++) {
			if (name_is(commit, name_view(group_run(traits->side[s], r)->key.commit)))
				return true;
		}
	}
	return false;
}

/* The earlier runs of the sides' test. */
static void
take_commits(struct history *history, const struct traits *traits, size_t *seen, char **why)
{
	const struct store *earlier = history->store;
	const struct name *test = name_find(&earlier->names, name_view(traits->side[0]->key.test));

	for (size_t c = 0; c < list_n(&earlier->commits) && test; c++) {
		const struct name *commit = store_commit(earlier, c);
		if (!is_compared(traits, commit))
			take_runs(history, traits, store_group(earlier, commit, test), seen, why);
	}
}

static const UT_icd history_icd = {sizeof(struct history_run), NULL, NULL, NULL};

struct history
history_of(const struct store *earlier, const struct store *store, const struct group *a,
	   const struct group *b)
{
	struct history history = {.store = earlier};
	size_t seen = 0;
	char *why = NULL;

	list_init(&history.runs, &history_icd);
	if (!earlier)
		return history;
	struct traits traits = traits_of(store, a, b);
	take_commits(&history, &traits, &seen, &why);
	if (seen == 0)
		history.why = mem_dup("history has no run of this test on another commit");
	else if (list_n(&history.runs) == 0)
		history.why = mem_format("history: none of %zu runs is alike: %s", seen, why);
	free(why);
	index_free(&traits.by_key, free);
	return history;
}

void
history_free(struct history *history)
{
	list_done(&history->runs);
	name_set_free(&history->names);
	free(history->why);
	history->why = NULL;
}
