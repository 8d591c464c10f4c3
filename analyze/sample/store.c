/* The grouped records: their lifetime, and finding them. */
#include "analyze/sample/store.h"

#include <math.h>
#include <stdlib.h>

#include "collect/base/record.h"

void
store_init(struct store *store)
{
	memset(store, 0, sizeof(*store));
	list_init(&store->files, &ut_ptr_icd);
	list_init(&store->commits, &ut_ptr_icd);
	list_init(&store->tests, &ut_ptr_icd);
	list_init(&store->unfinished, &ut_ptr_icd);
}

static void
series_free(void *value)
{
	struct series *series = value;

	points_done(&series->samples);
	points_done(&series->buckets);
	free(series);
}

static void
run_free(void *value)
{
	struct run *run = value;

	free(run->derived);
	free(run);
}

static void
group_free(void *value)
{
	struct group *group = value;

	list_done(&group->runs);
	free(group);
}

void
store_free(struct store *store)
{
	index_free(&store->series, series_free);
	index_free(&store->runs, run_free);
	index_free(&store->groups, group_free);
	index_free(&store->units, free);
	list_done(&store->files);
	list_done(&store->commits);
	list_done(&store->tests);
	list_done(&store->unfinished);
	name_set_free(&store->names);
}

static struct group *
add_group(struct store *store, const struct group_key *key)
{
	struct group *group = store_group(store, key->commit, key->test);

	if (group)
		return group;
	group = mem_alloc(1, sizeof(*group));
	group->key = *key;
	list_init(&group->runs, &ut_ptr_icd);
	index_add(&store->groups, &group->key, sizeof(group->key), group);
	return group;
}

/* Makes names, commits or tests, those of which there is a group: first those that were there. */
static void
relist(const struct store *store, UT_array *names, bool commits)
{
	UT_array all = *names, used;

	list_init(&used, &ut_ptr_icd);
	list_init(names, &ut_ptr_icd);
	for (const struct index_entry *e = store->groups.first; e; e = index_next(e)) {
		const struct group_key *key = &((const struct group *)e->value)->key;
		list_push_once(&used, commits ? key->commit : key->test);
	}
	for (size_t i = 0; i < list_n(&all); i++) {
		const struct name *name = list_pointer(&all, i);
		if (list_has(&used, name))
			list_push(names, &name);
	}
	for (size_t i = 0; i < list_n(&used); i++)
		list_push_once(names, list_pointer(&used, i));
	list_done(&all);
	list_done(&used);
}

void
store_regroup(struct store *store,
	      bool (*place)(void *ctx, const struct run *run, struct group_key *key), void *ctx)
{
	struct index all = store->groups;

	store->groups.first = NULL;
	for (const struct index_entry *e = all.first; e; e = index_next(e)) {
		const struct group *old = e->value;
		for (size_t r = 0; r < group_runs(old); r++) {
			struct group_key key = old->key;
			struct run *run = group_run(old, r);
			if (place(ctx, run, &key))
				list_push(&add_group(store, &key)->runs, &run);
		}
		if (old->unfinished)
			add_group(store, &old->key)->unfinished = old->unfinished;
	}
	index_free(&all, group_free);
	relist(store, &store->commits, true);
	relist(store, &store->tests, false);
}

bool
store_imported(const struct store *store)
{
	return name_find(&store->names, view_of("meta.source")) != NULL;
}

struct group *
store_group(const struct store *store, const struct name *commit, const struct name *test)
{
	struct group_key key = {commit, test};

	return index_find(&store->groups, &key, sizeof(key));
}

struct series *
store_series_named(const struct store *store, const struct run *run, const struct name *metric)
{
	struct series_key key = {run, metric};

	return index_find(&store->series, &key, sizeof(key));
}

struct series *
store_series(const struct store *store, const struct run *run, const char *metric)
{
	const struct name *name = name_find(&store->names, view_of(metric));

	return name ? store_series_named(store, run, name) : NULL;
}

double
store_scalar(const struct store *store, const struct run *run, const char *metric)
{
	const struct series *series = store_series(store, run, metric);

	return series && series->has_scalar ? series->scalar : NAN;
}

/* What the test itself says counts before what was said of all tests. */
static bool
is_complete(const struct store *store, const struct run *run)
{
	const struct series *series = store_series(store, run, "meta.complete");

	if (!series && run->common)
		series = store_series(store, run->common, "meta.complete");
	return series && series->text && record_says_yes(name_view(series->text));
}

/* One line names a run, however many tests it had. */
static void
list_unfinished(struct store *store, struct run *run)
{
	for (size_t i = 0; i < list_n(&store->unfinished); i++) {
		const struct run *listed = list_pointer(&store->unfinished, i);
		if (listed->key.commit == run->key.commit && listed->key.name == run->key.name)
			return;
	}
	list_push(&store->unfinished, &run);
}

static void
select_group(struct store *store, struct group *group)
{
	UT_array all = group->runs;

	list_init(&group->runs, &ut_ptr_icd);
	for (size_t i = 0; i < list_n(&all); i++) {
		struct run *run = list_pointer(&all, i);
		if (is_complete(store, run)) {
			list_push(&group->runs, &run);
		} else {
			list_unfinished(store, run);
			group->unfinished++;
		}
	}
	list_done(&all);
}

void
store_select(struct store *store, bool incomplete)
{
	if (incomplete)
		return;
	for (const struct index_entry *e = store->groups.first; e; e = index_next(e))
		select_group(store, e->value);
}
