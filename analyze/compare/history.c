/* Picking earlier runs that are like those compared, and pooling their variances. */
#include "analyze/compare/history.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/compare/fact.h"
#include "analyze/compare/occasion.h"
#include "analyze/sample/derive.h"
#include "analyze/sample/overload.h"
#include "analyze/sample/setting.h"
#include "analyze/statistics/anova.h"

/* One job.* or meta.* key of the sides. */
struct trait {
	const struct name *key;   /* of the sides' store */
	const struct name *value; /* that all runs have; NULL = they do not agree */
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
		if (s->expected || !is_trait(key) || index_find(&traits->by_key, key->text, key->n))
			continue;
		struct trait *trait = mem_alloc(1, sizeof(*trait));
		trait->key = key;
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

/* Takes the runs of one commit that are like the sides; the first difference goes to *why. */
static void
take_runs(struct history *history, const struct traits *traits, const struct group *group,
	  size_t *seen, char **why)
{
	for (size_t r = 0; r < group_runs(group); r++) {
		const struct run *run = group_run(group, r);
		char *difference = unlike(traits, history->store, run);
		if (!difference)
			list_push(&history->runs, &run);
		else if (!*why)
			*why = difference;
		else
			free(difference);
		(*seen)++;
	}
}

/* The group of the same test on commit number c of the history; NULL where it has none or the
 * commit is one of those compared. */
static const struct group *
earlier_group(const struct store *earlier, size_t c, const struct group *a, const struct group *b)
{
	const struct name *commit = store_commit(earlier, c);
	const struct name *test = name_find(&earlier->names, name_view(a->key.test));

	if (!test || name_is(commit, name_view(a->key.commit)) ||
	    name_is(commit, name_view(b->key.commit)))
		return NULL;
	return store_group(earlier, commit, test);
}

struct history
history_of(const struct store *earlier, const struct store *store, const struct group *a,
	   const struct group *b)
{
	struct history history = {.store = earlier};
	size_t seen = 0;
	char *why = NULL;

	list_init(&history.runs, &ut_ptr_icd);
	if (!earlier)
		return history;
	struct traits traits = traits_of(store, a, b);
	for (size_t c = 0; c < list_n(&earlier->commits); c++)
		take_runs(&history, &traits, earlier_group(earlier, c, a, b), &seen, &why);
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
	free(history->why);
	history->why = NULL;
}

/* One value on its way into the pools. */
struct entry {
	size_t commit,
	    session; /* numbers in order of appearance, so that sums are the same always */
	double x;
};

static int
entry_order(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->commit != y->commit)
		return x->commit < y->commit ? -1 : 1;
	if (x->session != y->session)
		return x->session < y->session ? -1 : 1;
	return (x->x > y->x) - (x->x < y->x);
}

/* The pointer's place in the list, to which it is added where it is new. */
static size_t
number_of(UT_array *list, const void *pointer)
{
	size_t i = 0;

	list_push_once(list, pointer);
	while (list_pointer(list, i) != pointer)
		i++;
	return i;
}

/* Whether the run has a value that can be compared. */
static bool
is_usable(const struct history *history, const struct run *run, const struct metric *metric,
	  double value, bool geometric)
{
	return !isnan(value) && (!geometric || value > 0) &&
	       !(overload_touches(metric) && overload_text(history->store, run));
}

static size_t
entries_of(const struct history *history, const struct metric *metric, size_t i, bool geometric,
	   struct entry *out)
{
	UT_array commits, sessions;
	size_t n = 0;

	list_init(&commits, &ut_ptr_icd);
	list_init(&sessions, &ut_ptr_icd);
	for (size_t r = 0; r < list_n(&history->runs); r++) {
		const struct run *run = list_pointer(&history->runs, r);
		double value = run->derived[i].value;
		if (!is_usable(history, run, metric, value, geometric))
			continue;
		out[n++] =
		    (struct entry){number_of(&commits, run->key.commit),
				   number_of(&sessions, occasion_session(history->store, run)),
				   geometric ? log(value) : value};
	}
	list_done(&commits);
	list_done(&sessions);
	qsort(out, n, sizeof(*out), entry_order);
	return n;
}

/* Sums over commits of what their analyses of variance say. */
struct pool {
	double within, within_df, between, between_df, size;
};

/* Adds the commit whose values begin at entry[0], and returns how many they are. x and group hold
 * one element each value. */
static size_t
add_commit(const struct entry *entry, size_t n, double *x, struct anova_group *group,
	   struct pool *pool)
{
	size_t i = 0, groups = 0;

	for (; i < n && entry[i].commit == entry[0].commit; i++) {
		x[i] = entry[i].x;
		if (i == 0 || entry[i].session != entry[i - 1].session)
			group[groups++] = (struct anova_group){x + i, 0};
		group[groups - 1].n++;
	}
	struct anova a = anova_one_way(group, groups);
	if (a.df_within > 0 && isfinite(a.within)) {
		pool->within += a.within * a.df_within;
		pool->within_df += a.df_within;
	}
	if (a.df_between > 0 && isfinite(a.between)) {
		pool->between += a.between * a.df_between;
		pool->size += a.size * a.df_between;
		pool->between_df += a.df_between;
	}
	return i;
}

/* The component between sessions, (between - within) / size, and its df by Satterthwaite; a
 * component of 0 is known as well as its mean square. */
static void
fill_sessions(struct grade_history *out, const struct pool *pool)
{
	if (pool->between_df < HISTORY_SESSION_DF_MIN || !(out->df > 0))
		return;
	double between = pool->between / pool->between_df, size = pool->size / pool->between_df;
	double more = between - out->variance;

	out->session_df = pool->between_df;
	if (!(more > 0))
		return;
	double share_between = between / more, share_within = out->variance / more;
	out->session_variance = more / size;
	out->session_df = 1 / (share_between * share_between / pool->between_df +
			       share_within * share_within / out->df);
}

struct grade_history
history_spread(const struct history *history, const struct metric *metric, size_t i, bool geometric)
{
	struct grade_history out = {.variance = 0};
	size_t most = list_n(&history->runs);
	struct pool pool = {.within = 0};

	if (most == 0)
		return out;
	struct entry *entry = mem_alloc(most, sizeof(*entry));
	double *x = mem_alloc(most, sizeof(*x));
	struct anova_group *group = mem_alloc(most, sizeof(*group));
	size_t n = entries_of(history, metric, i, geometric, entry);

	for (size_t at = 0; at < n;)
		at += add_commit(entry + at, n - at, x, group, &pool);
	if (pool.within_df > 0) {
		out.variance = pool.within / pool.within_df;
		out.df = pool.within_df;
	}
	fill_sessions(&out, &pool);
	free(entry);
	free(x);
	free(group);
	return out;
}
