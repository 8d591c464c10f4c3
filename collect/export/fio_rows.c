/* Records that fio's form has no place for, as rows of JSON. */
#include <math.h>
#include <stdio.h>

#include "collect/base/mem.h"
#include "collect/export/fio_json.h"
#include "collect/export/latency.h"
#include "collect/export/object.h"
#include "collect/fio/result.h"

/* The metrics whose buckets are all in the document's bins. */
enum { LATENCIES = FIO_DIRECTIONS * FIO_LATENCIES + 1 };
struct binned {
	const struct name *metric[LATENCIES]; /* NULL = not there, or not exactly */
};

static const struct name *
binned_metric(const struct export_store *store, const struct export_test *test, const char *metric)
{
	struct export_latency latency;

	export_latency_of(store, test, metric, &latency);
	bool exact = latency.exact && latency.n_bins;
	export_latency_free(&latency);
	return exact ? name_find(&store->names, view_of(metric)) : NULL;
}

static struct binned
binned_of(const struct export_store *store, const struct export_test *test)
{
	struct binned binned;
	size_t n = 0;

	for (size_t d = 0; d < FIO_DIRECTIONS; d++)
		for (size_t i = 0; i < FIO_LATENCIES; i++) {
			char metric[40];

			snprintf(metric, sizeof(metric), "%s.%s", fio_direction_name[d],
				 fio_latency_name[i]);
			binned.metric[n++] = binned_metric(store, test, metric);
		}
	binned.metric[n] = binned_metric(store, test, "sync.lat");
	return binned;
}

static bool
is_binned(const struct binned *binned, const struct export_row *row)
{
	if (export_row_shape(row) != RECORD_BUCKET)
		return false;
	for (size_t i = 0; i < LATENCIES; i++)
		if (binned->metric[i] == row->metric)
			return true;
	return false;
}

static void
add_row(json_t *rows, const struct export_row *row)
{
	json_t *array = object_append(rows, object_array_new());
	const double numbers[] = {row->start, row->end, row->low, row->high};

	object_append(array, object_text(name_view(row->metric)));
	object_append(array, object_text(name_view(row->unit)));
	for (size_t i = 0; i < countof(numbers); i++)
		object_append(array, object_number(numbers[i]));
	object_append(array,
		      row->text ? object_text(name_view(row->text)) : object_number(row->value));
}

/* What a test says of itself counts before what was said of all tests. */
static void
add_common(json_t *rows, const struct export_store *store, const struct export_run *run,
	   const struct export_test *test)
{
	for (size_t i = 0; run->common && i < list_n(&run->common->scalars); i++) {
		const struct export_row *row = &export_rows(&run->common->scalars)[i];

		if (record_is_setting(name_view(row->metric)) &&
		    !export_find(store, test, row->metric->text))
			add_row(rows, row);
	}
}

json_t *
fio_json_rows(const struct export_store *store, const struct export_run *run,
	      const struct export_test *test)
{
	json_t *rows = object_array_new();
	struct binned binned = binned_of(store, test);

	if (test != run->common)
		add_common(rows, store, run, test);
	for (size_t i = 0; i < list_n(&test->scalars); i++)
		add_row(rows, &export_rows(&test->scalars)[i]);
	for (size_t i = 0; i < list_n(&test->others); i++)
		if (!is_binned(&binned, &export_rows(&test->others)[i]))
			add_row(rows, &export_rows(&test->others)[i]);
	return rows;
}
