/* Records as an export needs them: grouped by commit and run, then by test, whatever their order in
 * the streams. Everything is kept in the order in which it first appeared. */
#ifndef COLLECT_EXPORT_STORE_H
#define COLLECT_EXPORT_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "collect/base/index.h"
#include "collect/base/list.h"
#include "collect/base/name.h"
#include "collect/base/record.h"

struct where;

/* A record without what it belongs to. */
struct export_row {
	const struct name *metric, *unit;
	double start, end, low, high; /* NaN = absent */
	double value;                 /* NaN where text is set */
	const struct name *text;      /* of unit "text", else NULL */
};

/* One test of one run. */
struct export_test {
	const struct name *name; /* "" = what holds for all tests of the run */
	UT_array scalars;        /* struct export_row */
	UT_array others;         /* samples, buckets and cells */
	bool measured;           /* something but job.* and meta.* is there */
};

struct export_run {
	struct export_run_key {
		const struct name *commit, *name;
	} key;
	UT_array tests;             /* struct export_test *, without common */
	struct export_test *common; /* the one without a name; NULL = none */
};

struct export_store {
	struct index names, runs; /* runs: struct export_run by its key */
	struct export_run *latest;
};

/* A zeroed store is empty. */
void export_store_free(struct export_store *store);

/* Adds all records of in, called name in messages. Errors: what reading finds, and a record without
 * a commit or a run. */
bool export_store_read(struct export_store *store, FILE *in, const char *name, struct where *why);

/* Whether there is a measurement, and not only settings. */
bool export_store_measured(const struct export_store *store);

static inline enum record_shape
export_row_shape(const struct export_row *row)
{
	return record_shape(&(struct record){.start = row->start, .low = row->low});
}

static inline const struct export_row *
export_rows(const UT_array *rows)
{
	return list_data(rows);
}

static inline struct export_test *
export_run_test(const struct export_run *run, size_t i)
{
	return list_pointer(&run->tests, i);
}

/* The test's scalar of that metric; NULL test or none: NULL, NaN. Printf's rules make the metric.
 */
const struct export_row *export_find(const struct export_store *store,
				     const struct export_test *test, const char *metric);
double export_scalar(const struct export_store *store, const struct export_test *test,
		     const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The text of a scalar as the stream has it, of the test or, where that says nothing, of all tests
 * of the run; NULL = neither says. number holds it where it is a number. */
const char *export_text(const struct export_store *store, const struct export_run *run,
			const struct export_test *test, const char *metric, char number[NUM_TEXT]);

/* Whether the run of this test came to its end. */
bool export_complete(const struct export_store *store, const struct export_run *run,
		     const struct export_test *test);

#endif
