/* The records behind the findings, run by run: what charts of distributions and of time are drawn
 * from. Values are those that analyze compares. */
#ifndef RENDER_MODEL_DATA_H
#define RENDER_MODEL_DATA_H

#include <stdbool.h>
#include <stddef.h>

#include "analyze/metric.h"
#include "analyze/sample/store.h"
#include "analyze/statistics/quantile.h"
#include "collect/base/record.h"
#include "collect/base/view.h"

struct jitter;
struct where;

/* What was counted in one cell of a heat map: values in [low, high) (in the metric's unit, ns)
 * completed in [start, end) (seconds since the measured part began). */
struct data_cell {
	double start, end, low, high, count;
};

/* The cells of one metric of one run, by start and then low. */
struct data_cells {
	const struct run *run;
	struct view metric; /* "read.lat" */
	struct data_cell *cell;
	size_t n;
};

struct data; /* owns all that its functions hand out as const or by view */

struct data *data_new(void);
void data_free(struct data *data);

/* Tells the name of the stream that is read next, then takes one record that stood on this line.
 * Errors are the store's, see sample/intake.h. */
void data_stream(struct data *data, const char *name);
bool data_record(struct data *data, const struct record *record, size_t line, struct where *why);

/* Once all streams are read: sorts, leaves unfinished runs out, derives the runs' values. */
bool data_finish(struct data *data, struct where *why);

/* The complete runs of one commit and test in the order in which they were measured (meta.start,
 * then as they came). The caller frees the array, not the runs; *n is 0 and NULL is returned where
 * there are none. */
const struct run **data_runs(const struct data *data, struct view commit, struct view test,
			     size_t *n);

/* Commits and tests that have complete runs, in order of appearance. */
size_t data_commits(const struct data *data);
struct view data_commit(const struct data *data, size_t i);
size_t data_tests(const struct data *data);
struct view data_test(const struct data *data, size_t i);

/* The value that analyze takes for the run's metric ("read.iops", "read.lat.p99"), in its unit; NaN
 * where the run has none. */
double data_value(const struct data *data, const struct run *run, const char *metric);

/* What the intervals of a rate say of its steadiness within the run; NULL = not known. */
const struct jitter *data_jitter(const struct data *data, const struct run *run,
				 const char *metric);

/* When it was measured, seconds since 1970; NaN = not known. */
double data_started(const struct data *data, const struct run *run);

/* The distribution of a latency ("read.lat"); n is 0 where there are no buckets. quantile_free
 * frees it. */
struct quantile_buckets data_buckets(const struct data *data, const struct run *run,
				     const char *metric);

/* The samples of a metric ("read.iops", "read.clat.p99"): from and to are seconds since the
 * measured part began, ascending. The caller frees them; NULL where there are none. */
struct series_point *data_samples(const struct data *data, const struct run *run,
				  const char *metric, size_t *n);

/* The cells of a metric; NULL where there are none. */
const struct data_cells *data_cells(const struct data *data, const struct run *run,
				    const char *metric);

/* The fact of the run ("job.iodepth", "meta.block"), else of what holds for all its tests; empty
 * where there is none. */
struct view data_fact(const struct data *data, const struct run *run, const char *key);

/* The direction that names metrics of this test: the first of "read", "write", "trim", "mixed",
 * "sync" of which any run has iops or a latency; NULL where there is none. */
const char *data_direction(const struct data *data, struct view commit, struct view test);

/* What analyze knows of metrics: their direction, their smallest change of interest. NULL = it is
 * none of them. */
const struct metric *data_metric(const struct data *data, struct view name);

#endif
