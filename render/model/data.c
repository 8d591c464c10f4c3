/* Records for charts: analyze's store, and beside it the cells, which that one does not keep. */
#include "render/model/data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/sample/buckets.h"
#include "analyze/sample/derive.h"
#include "analyze/sample/intake.h"
#include "analyze/sample/when.h"
#include "collect/base/list.h"
#include "collect/base/mem.h"

/* Cells of one metric of one run, while they are read and after. */
struct cells {
	struct cells_key {
		const struct name *commit, *test, *run, *metric;
	} key;
	struct data_cells seen; /* run and metric are filled by data_finish */
	size_t size;
};

struct data {
	struct store store;
	struct metric_list metrics;
	struct index cells;   /* struct cells by key */
	struct cells *latest; /* most cells are of the series that the last one was of */
};

struct data *
data_new(void)
{
	struct data *data = mem_alloc(1, sizeof(*data));

	store_init(&data->store);
	data->metrics = metric_list_new();
	return data;
}

static void
free_cells(void *value)
{
	struct cells *cells = value;

	free(cells->seen.cell);
	free(cells);
}

void
data_free(struct data *data)
{
	if (!data)
		return;
	index_free(&data->cells, free_cells);
	metric_list_free(&data->metrics);
	store_free(&data->store);
	free(data);
}

void
data_stream(struct data *data, const char *name)
{
	intake_file(&data->store, name);
}

static struct cells *
cells_get(struct data *data, const struct cells_key *key)
{
	struct cells *cells = data->latest;

	if (cells && memcmp(&cells->key, key, sizeof(*key)) == 0)
		return cells;
	cells = index_find(&data->cells, key, sizeof(*key));
	if (!cells) {
		cells = mem_alloc(1, sizeof(*cells));
		cells->key = *key;
		index_add(&data->cells, &cells->key, sizeof(cells->key), cells);
	}
	return data->latest = cells;
}

static void
add_cell(struct data *data, const struct record *r)
{
	struct index *names = &data->store.names;
	const struct cells_key key = {name_get(names, r->commit), name_get(names, r->test),
				      name_get(names, r->run), name_get(names, r->metric)};
	struct cells *cells = cells_get(data, &key);

	if (cells->seen.n == cells->size) {
		cells->size = cells->size * 2 + 64;
		cells->seen.cell =
		    mem_resize(cells->seen.cell, cells->size, sizeof(*cells->seen.cell));
	}
	cells->seen.cell[cells->seen.n++] =
	    (struct data_cell){r->start, r->end, r->low, r->high, r->value};
}

bool
data_record(struct data *data, const struct record *record, size_t line, struct where *why)
{
	if (!intake_record(&data->store, record, line, why))
		return false;
	if (record_shape(record) == RECORD_CELL)
		add_cell(data, record);
	return true;
}

static int
by_time(const void *a, const void *b)
{
	const struct data_cell *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->low > y->low) - (x->low < y->low);
}

bool
data_finish(struct data *data, struct where *why)
{
	if (!intake_finish(&data->store, why))
		return false;
	store_select(&data->store, false);
	derive_runs(&data->store, &data->metrics);
	for (const struct index_entry *e = data->cells.first; e; e = index_next(e)) {
		struct cells *cells = e->value;
		struct run_key key = {cells->key.commit, cells->key.test, cells->key.run};

		cells->seen.run = index_find(&data->store.runs, &key, sizeof(key));
		cells->seen.metric = name_view(cells->key.metric);
		qsort(cells->seen.cell, cells->seen.n, sizeof(*cells->seen.cell), by_time);
	}
	return true;
}

static const struct group *
group_of(const struct data *data, struct view commit, struct view test)
{
	const struct name *commit_name = name_find(&data->store.names, commit);
	const struct name *test_name = name_find(&data->store.names, test);

	return commit_name && test_name ? store_group(&data->store, commit_name, test_name) : NULL;
}

/* A run with the key that it is sorted by. */
struct timed {
	const struct run *run;
	double started;
	size_t place;
};

static int
by_start(const void *a, const void *b)
{
	const struct timed *x = a, *y = b;

	if (x->started != y->started)
		return x->started < y->started ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

const struct run **
data_runs(const struct data *data, struct view commit, struct view test, size_t *n)
{
	const struct group *group = group_of(data, commit, test);
	bool known = true;

	*n = group_runs(group);
	if (*n == 0)
		return NULL;
	struct timed *timed = mem_alloc(*n, sizeof(*timed));
	const struct run **runs = mem_alloc(*n, sizeof(void *));
	for (size_t i = 0; i < *n; i++) {
		const struct run *run = group_run(group, i);

		timed[i] = (struct timed){run, data_started(data, run), i};
		known = known && !isnan(timed[i].started);
	}
	/* Where some run does not say when, the order in which they came is all that is known. */
	if (known)
		qsort(timed, *n, sizeof(*timed), by_start);
	for (size_t i = 0; i < *n; i++)
		runs[i] = timed[i].run;
	free(timed);
	return runs;
}

size_t
data_commits(const struct data *data)
{
	return list_n(&data->store.commits);
}

struct view
data_commit(const struct data *data, size_t i)
{
	return name_view(store_commit(&data->store, i));
}

size_t
data_tests(const struct data *data)
{
	return list_n(&data->store.tests);
}

struct view
data_test(const struct data *data, size_t i)
{
	return name_view(store_test(&data->store, i));
}

static size_t
metric_index(const struct data *data, struct view name)
{
	size_t i = 0;

	while (i < data->metrics.n && !view_is(name, data->metrics.at[i].name))
		i++;
	return i;
}

double
data_value(const struct data *data, const struct run *run, const char *metric)
{
	size_t i = metric_index(data, view_of(metric));

	if (i == data->metrics.n)
		return store_scalar(&data->store, run, metric);
	return run->derived ? run->derived[i]->value : NAN;
}

const struct jitter *
data_jitter(const struct data *data, const struct run *run, const char *metric)
{
	size_t i = metric_index(data, view_of(metric));

	return i < data->metrics.n && run->derived ? run->derived[i]->jitter : NULL;
}

double
data_started(const struct data *data, const struct run *run)
{
	return when_started(&data->store, run);
}

struct quantile_buckets
data_buckets(const struct data *data, const struct run *run, const char *metric)
{
	return buckets_of(&data->store, run, metric);
}

struct series_point *
data_samples(const struct data *data, const struct run *run, const char *metric, size_t *n)
{
	const struct series *series = store_series(&data->store, run, metric);

	*n = series ? points_n(&series->samples) : 0;
	return *n ? points_unpack(&series->samples) : NULL;
}

const struct data_cells *
data_cells(const struct data *data, const struct run *run, const char *metric)
{
	const struct cells_key key = {run->key.commit, run->key.test, run->key.name,
				      name_find(&data->store.names, view_of(metric))};
	const struct cells *cells = key.metric ? index_find(&data->cells, &key, sizeof(key)) : NULL;

	return cells ? &cells->seen : NULL;
}

struct view
data_fact(const struct data *data, const struct run *run, const char *key)
{
	const struct name *text = when_fact(&data->store, run, key);

	return text ? name_view(text) : (struct view){"", 0};
}

const char *
data_direction(const struct data *data, struct view commit, struct view test)
{
	static const char *const parts[] = {"iops", "lat.mean", "clat.mean", "lat.p99", "clat.p99"};
	const struct group *group = group_of(data, commit, test);

	for (size_t d = 0; d < METRIC_DIRECTIONS; d++) {
		for (size_t i = 0; i < group_runs(group) * countof(parts); i++) {
			char *name =
			    mem_format("%s.%s", metric_direction[d], parts[i % countof(parts)]);
			double value = data_value(data, group_run(group, i / countof(parts)), name);

			free(name);
			if (!isnan(value))
				return metric_direction[d];
		}
	}
	return NULL;
}

const struct metric *
data_metric(const struct data *data, struct view name)
{
	size_t i = metric_index(data, name);

	return i < data->metrics.n ? &data->metrics.at[i] : NULL;
}
