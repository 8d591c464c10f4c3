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
