/* Sorting records into runs and tests. */
#include "collect/export/store.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"

static const UT_icd row_icd = {sizeof(struct export_row), NULL, NULL, NULL};

static void
test_free(struct export_test *test)
{
	if (!test)
		return;
	list_done(&test->scalars);
	list_done(&test->others);
	free(test);
}

static void
run_free(void *value)
{
	struct export_run *run = value;

	for (size_t i = 0; i < list_n(&run->tests); i++)
		test_free(export_run_test(run, i));
	test_free(run->common);
	list_done(&run->tests);
	free(run);
}

void
export_store_free(struct export_store *store)
{
	index_free(&store->runs, run_free);
	name_set_free(&store->names);
	store->latest = NULL;
}

static struct export_run *
run_get(struct export_store *store, const struct record *record)
{
	struct export_run *run = store->latest;

	/* Most records are of the run that the last one was of. */
	if (run && name_is(run->key.name, record->run) && name_is(run->key.commit, record->commit))
		return run;
	struct export_run_key key = {name_get(&store->names, record->commit),
				     name_get(&store->names, record->run)};
	run = index_find(&store->runs, &key, sizeof(key));
	if (run)
		return run;
	run = mem_alloc(1, sizeof(*run));
	run->key = key;
	list_init(&run->tests, &ut_ptr_icd);
	index_add(&store->runs, &run->key, sizeof(run->key), run);
	return run;
}

static struct export_test *
test_new(const struct name *name)
{
	struct export_test *test = mem_alloc(1, sizeof(*test));

	test->name = name;
	list_init(&test->scalars, &row_icd);
	list_init(&test->others, &row_icd);
	return test;
}

static struct export_test *
test_get(struct export_store *store, struct export_run *run, struct view name)
{
	if (name.n == 0 && run->common)
		return run->common;
	for (size_t i = list_n(&run->tests); i-- > 0;)
		if (name_is(export_run_test(run, i)->name, name))
			return export_run_test(run, i);
	struct export_test *test = test_new(name_get(&store->names, name));
	if (name.n == 0)
		run->common = test;
	else
		list_push(&run->tests, &test);
	return test;
}

static bool
take_row(void *ctx, const struct table_row *table_row, struct where *why)
{
	struct export_store *store = ctx;
	struct record record;

	if (!record_parse(table_row, &record, why))
		return false;
	if (record.commit.n == 0)
		return where_set(why, NULL, 0, "no commit");
	if (record.run.n == 0)
		return where_set(why, NULL, 0, "no run");
	store->latest = run_get(store, &record);
	struct export_test *test = test_get(store, store->latest, record.test);
	struct export_row row = {
	    .metric = name_get(&store->names, record.metric),
	    .unit = name_get(&store->names, record.unit),
	    .start = record.start,
	    .end = record.end,
	    .low = record.low,
	    .high = record.high,
	    .value = record.value,
	    .text = view_is(record.unit, "text") ? name_get(&store->names, record.text) : NULL,
	};
	list_push(export_row_shape(&row) == RECORD_SCALAR ? &test->scalars : &test->others, &row);
	test->measured = test->measured || !record_is_setting(record.metric);
	return true;
}

bool
export_store_read(struct export_store *store, FILE *in, const char *name, struct where *why)
{
	static const struct table_kind *const kinds[] = {&record_kind};

	return table_read(in, name, kinds, countof(kinds), take_row, store, why);
}

bool
export_store_measured(const struct export_store *store)
{
	for (const struct index_entry *e = store->runs.first; e; e = index_next(e)) {
		const struct export_run *run = e->value;

		if (run->common && run->common->measured)
			return true;
		for (size_t i = 0; i < list_n(&run->tests); i++)
			if (export_run_test(run, i)->measured)
				return true;
	}
	return false;
}

const struct export_row *
export_find(const struct export_store *store, const struct export_test *test, const char *metric)
{
	const struct name *name = name_find(&store->names, view_of(metric));

	for (size_t i = 0; name && test && i < list_n(&test->scalars); i++)
		if (export_rows(&test->scalars)[i].metric == name)
			return &export_rows(&test->scalars)[i];
	return NULL;
}

double
export_scalar(const struct export_store *store, const struct export_test *test, const char *format,
	      ...)
{
	char metric[96];
	va_list ap;

	va_start(ap, format);
	vsnprintf(metric, sizeof(metric), format, ap);
	va_end(ap);
	const struct export_row *row = export_find(store, test, metric);
	return row ? row->value : NAN;
}

const char *
export_text(const struct export_store *store, const struct export_run *run,
	    const struct export_test *test, const char *metric, char number[NUM_TEXT])
{
	const struct export_row *row = export_find(store, test, metric);

	if (!row)
		row = export_find(store, run->common, metric);
	if (!row)
		return NULL;
	return row->text ? row->text->text : num_write(row->value, number);
}

bool
export_complete(const struct export_store *store, const struct export_run *run,
		const struct export_test *test)
{
	char number[NUM_TEXT];
	const char *text = export_text(store, run, test, "meta.complete", number);

	return text && record_says_yes(view_of(text));
}
