/* Sorting records into the store: interned names, hashes of pointers, and the checks that a row
 * needs beside its neighbours. */
#include "analyze/sample/intake.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/sample/store.h"
#include "collect/base/record_unit.h"
#include "collect/base/where.h"

void
intake_file(struct store *store, const char *name)
{
	const struct name *file = name_get(&store->names, view_of(name));

	list_push(&store->files, &file);
}

static struct group *
group_get(struct store *store, const struct name *commit, const struct name *test)
{
	struct group *group = store_group(store, commit, test);

	if (group)
		return group;
	group = mem_alloc(1, sizeof(*group));
	group->key = (struct group_key){commit, test};
	list_init(&group->runs, &ut_ptr_icd);
	index_add(&store->groups, &group->key, sizeof(group->key), group);
	list_push_once(&store->tests, test);
	return group;
}

static bool
is_run(const struct run *run, const struct record *record)
{
	return name_is(run->key.test, record->test) && name_is(run->key.name, record->run) &&
	       name_is(run->key.commit, record->commit);
}

static struct run *
run_get(struct store *store, const struct record *record)
{
	/* Most records are of the run that the last one was of. */
	if (store->latest_run && is_run(store->latest_run, record))
		return store->latest_run;
	struct run_key key = {name_get(&store->names, record->commit),
			      name_get(&store->names, record->test),
			      name_get(&store->names, record->run)};
	struct run *run = index_find(&store->runs, &key, sizeof(key));

	if (run)
		return run;
	run = mem_alloc(1, sizeof(*run));
	run->key = key;
	index_add(&store->runs, &run->key, sizeof(run->key), run);
	list_push_once(&store->commits, key.commit);
	return run;
}

/* "line 3", or "a.csv:3" where that is another file than the one that the message begins with. */
static const char *
place_text(const struct store *store, struct place place, uint32_t file, char out[300])
{
	const struct name *name = list_pointer(&store->files, place.file);

	if (place.file == file)
		snprintf(out, 300, "line %u", place.line);
	else
		snprintf(out, 300, "%s:%u", name->text, place.line);
	return out;
}

static bool
fail_twice(const struct store *store, const struct series *series, const char *what,
	   struct place first, struct place second, struct where *why)
{
	const struct run_key *key = &series->key.run->key;
	const struct name *name = list_pointer(&store->files, second.file);
	char text[300];

	return where_set(why, name->text, second.line,
			 "%s %s: commit '%.60s', test '%.60s', run '%.60s', metric '%.60s'", what,
			 place_text(store, first, second.file, text), key->commit->text,
			 key->test->text, key->name->text, series->key.metric->text);
}

/* A metric in nanoseconds here and microseconds there would be compared a thousandfold off, and so
 * would buckets with the percentiles of another source: what we know has one unit. */
static bool
check_unit(struct store *store, const struct name *metric, struct view unit, struct place place,
	   struct where *why)
{
	struct metric_unit *known = index_find(&store->units, metric->text, metric->n);
	const char *required = record_required_unit(name_view(metric));
	char text[300];

	if (record_is_setting(name_view(metric)))
		return true;
	if (required && !view_is(unit, required))
		return where_set(why, NULL, 0, "the unit of '%.60s' is '%.*s', it must be '%s'",
				 metric->text, unit.n < 30 ? (int)unit.n : 30, unit.p, required);
	if (!known) {
		known = mem_alloc(1, sizeof(*known));
		known->metric = metric;
		known->unit = name_get(&store->names, unit);
		known->place = place;
		index_add(&store->units, metric->text, metric->n, known);
	}
	if (name_is(known->unit, unit))
		return true;
	return where_set(why, NULL, 0, "the unit of '%.60s' is '%.*s', on %s it was '%.30s'",
			 metric->text, unit.n < 30 ? (int)unit.n : 30, unit.p,
			 place_text(store, known->place, place.file, text), known->unit->text);
}

static bool
is_series(const struct series *series, const struct run *run, struct view metric)
{
	return series && series->key.run == run && name_is(series->key.metric, metric);
}

static struct series *
series_add(struct store *store, struct run *run, const struct record *record)
{
	struct series *series = mem_alloc(1, sizeof(*series));

	series->key = (struct series_key){run, name_get(&store->names, record->metric)};
	series->unit = name_get(&store->names, record->unit);
	points_init(&series->samples);
	points_init(&series->buckets);
	index_add(&store->series, &series->key, sizeof(series->key), series);
	if (run->last)
		run->last->next = series;
	else
		run->first = series;
	run->last = series;
	/* Settings alone make no measurement: a job that failed to start is no run of its test. */
	if (!run->measured && !record_is_setting(record->metric)) {
		run->measured = true;
		list_push(&group_get(store, run->key.commit, run->key.test)->runs, &run);
	}
	return series;
}

/* The record's series, or NULL. Most records are of the series that the last one was of, or of the
 * one that followed it before: samples of several metrics come in turn. */
static struct series *
series_find(const struct store *store, const struct run *run, const struct record *record)
{
	struct series *latest = store->latest;

	if (is_series(latest, run, record->metric))
		return latest;
	if (latest && is_series(latest->follower, run, record->metric))
		return latest->follower;
	const struct name *metric = name_find(&store->names, record->metric);
	return metric ? store_series_named(store, run, metric) : NULL;
}

/* A series' unit was looked at when it was new. */
static struct series *
series_get(struct store *store, struct run *run, const struct record *record, struct place place,
	   struct where *why)
{
	struct series *series = series_find(store, run, record);
	bool known = series && name_is(series->unit, record->unit);

	if (!series)
		series = series_add(store, run, record);
	if (!known && !check_unit(store, series->key.metric, record->unit, place, why))
		return NULL;
	if (store->latest)
		store->latest->follower = series;
	store->latest = series;
	return series;
}

static int
point_order(const void *a, const void *b)
{
	const struct series_point *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->to > y->to) - (x->to < y->to);
}

/* By place where all else is equal, so that it is the later of two rows that repeats. */
static int
point_place_order(const void *a, const void *b)
{
	const struct place x = ((const struct series_point *)a)->place;
	const struct place y = ((const struct series_point *)b)->place;
	int order = point_order(a, b);

	if (order)
		return order;
	if (x.file != y.file)
		return x.file < y.file ? -1 : 1;
	return (x.line > y.line) - (x.line < y.line);
}

static void
add_sample(struct series *series, struct series_point point)
{
	const struct series_point *last = points_last(&series->samples);

	series->unordered = series->unordered || (last && point_order(last, &point) >= 0);
	points_add(&series->samples, &point);
}

static void
add_bucket(struct series *series, struct series_point point)
{
	const struct series_point *last = points_last(&series->buckets);

	series->unordered = series->unordered || (last && point.from < last->to);
	points_add(&series->buckets, &point);
}

static bool
add_value(struct store *store, struct series *series, const struct record *record,
	  struct place place, struct where *why)
{
	char number[NUM_TEXT];

	switch (record_shape(record)) {
	case RECORD_SAMPLE:
		add_sample(series,
			   (struct series_point){record->start, record->end, record->value, place});
		return true;
	case RECORD_BUCKET:
		add_bucket(series,
			   (struct series_point){record->low, record->high, record->value, place});
		return true;
	case RECORD_CELL:
		return true;
	case RECORD_SCALAR:
		break;
	}
	if (series->has_scalar)
		return fail_twice(store, series, "this repeats", series->place, place, why);
	series->has_scalar = true;
	series->scalar = record->value;
	series->place = place;
	if (isnan(record->value) || record_is_setting(record->metric))
		series->text = name_get(&store->names, record_text(record, number));
	return true;
}

bool
intake_record(struct store *store, const struct record *record, size_t line, struct where *why)
{
	struct place place = {(uint32_t)list_n(&store->files) - 1, (uint32_t)line};

	if (record->commit.n == 0)
		return where_set(why, NULL, 0, "no commit");
	if (record->run.n == 0)
		return where_set(why, NULL, 0, "no run");
	struct run *run = run_get(store, record);
	struct series *series = series_get(store, run, record, place, why);
	if (!series)
		return false;
	store->latest_run = run;
	store->n_records++;
	return add_value(store, series, record, place, why);
}

static void
sort_points(struct points *points, struct series_point *at, size_t n)
{
	qsort(at, n, sizeof(*at), point_place_order);
	points_done(points);
	points_init(points);
	for (size_t i = 0; i < n; i++)
		points_add(points, &at[i]);
}

/* Sorts points and finds the first that repeats the one before it, or overlaps it where
 * may_overlap is not set. */
static bool
check_points(const struct store *store, const struct series *series, struct points *points,
	     bool may_overlap, struct where *why)
{
	size_t n = points_n(points);
	struct series_point *at = points_unpack(points);
	bool ok = true;

	if (n)
		sort_points(points, at, n);
	for (size_t i = 1; i < n && ok; i++) {
		if (point_order(&at[i - 1], &at[i]) == 0)
			ok = fail_twice(store, series, "this repeats", at[i - 1].place, at[i].place,
					why);
		else if (!may_overlap && at[i].from < at[i - 1].to)
			ok = fail_twice(store, series, "this bucket overlaps that of",
					at[i - 1].place, at[i].place, why);
	}
	free(at);
	return ok;
}

/* Takes out the commits of which nothing was measured. A stream may begin with rows that name its
 * commits, in the order in which somebody wanted them, before those that failed are known. */
static void
drop_unmeasured(struct store *store)
{
	UT_array all = store->commits;

	list_init(&store->commits, &ut_ptr_icd);
	for (size_t i = 0; i < list_n(&all); i++) {
		const struct name *commit = list_pointer(&all, i);
		bool measured = false;
		for (const struct index_entry *e = store->groups.first; e && !measured;
		     e = index_next(e))
			measured = ((const struct group *)e->value)->key.commit == commit;
		if (measured)
			list_push(&store->commits, &commit);
	}
	list_done(&all);
}

bool
intake_finish(struct store *store, struct where *why)
{
	const struct name *all = name_get(&store->names, view_of(""));

	drop_unmeasured(store);
	for (const struct index_entry *e = store->series.first; e; e = index_next(e)) {
		struct series *series = e->value;
		if (series->unordered &&
		    (!check_points(store, series, &series->samples, true, why) ||
		     !check_points(store, series, &series->buckets, false, why)))
			return false;
	}
	for (const struct index_entry *e = store->runs.first; e; e = index_next(e)) {
		struct run *run = e->value;
		struct run_key key = {run->key.commit, all, run->key.name};
		if (run->key.test != all)
			run->common = index_find(&store->runs, &key, sizeof(key));
	}
	return true;
}
