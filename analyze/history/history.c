/* Picking earlier runs that are like those compared. */
#include "analyze/history/history.h"

#include <stdint.h>
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
batch_of(struct history_pick *pick, const struct traits *traits, const struct run *run)
{
	char *text = mem_dup(run->key.commit->text);

	for (const struct index_entry *e = traits->by_key.first; e; e = index_next(e)) {
		const struct trait *trait = e->value;
		if (trait->value)
			continue;
		const struct name *value = value_of(pick->store, run, trait->key->text);
		mem_append(&text, "\n%s", value ? value->text : "");
	}
	const struct name *batch = name_get(&pick->names, view_of(text));
	free(text);
	return batch;
}

/* Takes the runs of commit number c that are like the sides. */
static void
take_runs(struct history_pick *pick, const struct traits *traits, const struct name *test, size_t c)
{
	const struct group *group = store_group(pick->store, store_commit(pick->store, c), test);

	for (size_t r = 0; r < group_runs(group); r++) {
		const struct run *run = group_run(group, r);
		char *difference = unlike(traits, pick->store, run);
		if (!difference) {
			struct history_run taken = {run, batch_of(pick, traits, run), c};
			list_push(&pick->runs, &taken);
			pick->taken[c]++;
		} else if (!pick->why[c]) {
			pick->why[c] = difference;
		} else {
			free(difference);
		}
		pick->seen[c]++;
	}
}

static void
push_word(UT_array *list, uintptr_t word)
{
	list_push(list, &word);
}

/* All on which a pick depends. Names are kept once: the same text is the same pointer. */
static void
list_key(const struct traits *traits, UT_array *key)
{
	static const UT_icd icd = {sizeof(uintptr_t), NULL, NULL, NULL};
	static const char untold[] = "meta.fio.options_unknown";
	UT_array texts;

	list_init(key, &icd);
	push_word(key, (uintptr_t)traits->side[0]->key.test);
	for (const struct index_entry *e = traits->by_key.first; e; e = index_next(e)) {
		const struct trait *trait = e->value;
		push_word(key, (uintptr_t)trait->key);
		push_word(key, (uintptr_t)trait->value);
		push_word(key, trait->untold);
	}
	list_init(&texts, &ut_ptr_icd);
	for (int s = 0; s < 2; s++) {
		for (size_t r = 0; r < group_runs(traits->side[s]); r++) {
			const struct run *run = group_run(traits->side[s], r);
			const struct series *series = store_series(traits->store, run, untold);
			if (series)
				list_push_once(&texts, series->text);
		}
	}
	for (size_t i = 0; i < list_n(&texts); i++)
		push_word(key, (uintptr_t)list_pointer(&texts, i));
	list_done(&texts);
}

static const UT_icd history_icd = {sizeof(struct history_run), NULL, NULL, NULL};

static struct history_pick *
pick_new(const struct store *earlier, const struct traits *traits, UT_array key)
{
	struct history_pick *pick = mem_alloc(1, sizeof(*pick));
	const struct name *test = name_find(&earlier->names, name_view(traits->side[0]->key.test));
	size_t commits = list_n(&earlier->commits);

	*pick = (struct history_pick){.key = key,
				      .store = earlier,
				      .seen = mem_alloc(commits + 1, sizeof(*pick->seen)),
				      .taken = mem_alloc(commits + 1, sizeof(*pick->taken)),
				      .why = mem_alloc(commits + 1, sizeof(*pick->why))};
	list_init(&pick->runs, &history_icd);
	for (size_t c = 0; c < commits && test; c++)
		take_runs(pick, traits, test, c);
	return pick;
}

static void
pick_free(void *value)
{
	struct history_pick *pick = value;

	for (size_t c = 0; c < list_n(&pick->store->commits); c++)
		free(pick->why[c]);
	free(pick->why);
	free(pick->seen);
	free(pick->taken);
	history_pools_free(pick);
	list_done(&pick->runs);
	list_done(&pick->key);
	name_set_free(&pick->names);
	free(pick);
}

void
history_memo_free(struct history_memo *memo)
{
	index_free(&memo->picks, pick_free);
}

static struct history_pick *
pick_of(struct history_memo *memo, const struct store *store, const struct group *a,
	const struct group *b)
{
	struct traits traits = traits_of(store, a, b);
	UT_array key;

	list_key(&traits, &key);
	size_t n = list_n(&key) * sizeof(uintptr_t);
	struct history_pick *pick = index_find(&memo->picks, list_data(&key), n);
	if (pick) {
		list_done(&key);
	} else {
		pick = pick_new(memo->store, &traits, key);
		index_add(&memo->picks, list_data(&pick->key), n, pick);
	}
	index_free(&traits.by_key, free);
	return pick;
}

/* Marks the commits of which a run of either side is. The caller frees the marks. */
static bool *
commits_compared(const struct store *earlier, const struct group *const side[2])
{
	size_t n = list_n(&earlier->commits);
	bool *compared = mem_alloc(n + 1, sizeof(*compared));
	const struct name *last = NULL;

	for (int s = 0; s < 2; s++) {
		for (size_t r = 0; r < group_runs(side[s]); r++) {
			const struct name *commit = group_run(side[s], r)->key.commit;
			if (commit == last)
				continue;
			last = commit;
			commit = name_find(&earlier->names, name_view(commit));
			for (size_t c = 0; c < n && commit; c++)
				compared[c] = compared[c] || store_commit(earlier, c) == commit;
		}
	}
	return compared;
}

struct history
history_of(struct history_memo *memo, const struct store *store, const struct group *a,
	   const struct group *b)
{
	struct history history = {.pick = NULL};
	const char *why = NULL;
	size_t seen = 0;

	if (!memo)
		return history;
	const struct group *const side[] = {a, b};
	history.pick = pick_of(memo, store, a, b);
	history.left_out = commits_compared(memo->store, side);
	for (size_t c = 0; c < list_n(&memo->store->commits); c++) {
		if (history.left_out[c])
			continue;
		seen += history.pick->seen[c];
		history.runs += history.pick->taken[c];
		why = why ? why : history.pick->why[c];
	}
	if (seen == 0)
		history.why = mem_dup("history has no run of this test on another commit");
	else if (history.runs == 0)
		history.why = mem_format("history: none of %zu runs is alike: %s", seen, why);
	return history;
}

void
history_free(struct history *history)
{
	free(history->left_out);
	free(history->why);
	history->left_out = NULL;
	history->why = NULL;
}
