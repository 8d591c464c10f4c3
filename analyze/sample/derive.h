/* What a run says about each metric: one value, how far it can be trusted, and its samples. */
#ifndef ANALYZE_SAMPLE_DERIVE_H
#define ANALYZE_SAMPLE_DERIVE_H

#include "analyze/metric.h"
#include "analyze/sample/store.h"
#include "analyze/statistics/jitter.h"
#include "analyze/statistics/moments.h"

struct where;

/* One metric of one run. */
struct derived {
	double value;     /* NaN = the run has no such metric */
	struct view unit; /* of value */
	double floor;     /* the variance that measuring alone gives to value, in unit^2: the step
			   * in which it is counted, its bucket's width, the sampling of I/Os */
	double low, high; /* of a percentile from buckets: the 95 % interval by order statistics,
			   * which knows of the sampling of I/Os alone, nothing of other runs; NaN =
			   * that end lies beyond the data, or there is no such interval */
	bool thin;        /* a percentile beyond which fewer than 10 I/Os lie */
	struct moments samples; /* rates: of the intervals of full length, or what the stream says
				 * of them; latencies: of the I/Os, as far as known (n alone for
				 * percentiles) */
	struct jitter *jitter;  /* of those intervals, even if too few; NULL where there are none
				 * and for what is no rate. It is in the same block of memory */
};

/* What a note says of a thin percentile. */
extern const char derive_thin_tail[];

/* And of an interval that is low and high. */
extern const char derive_sampling[];

/* A metric that a run does not have. */
extern const struct derived derived_none;

/* Fills derived, an array of metrics->n pointers, for every run of every group; what a run does not
 * have points to derived_none. Errors: a metric that the user named is nowhere in the store, or is
 * text; no run has any metric of the list. */
bool derive_all(struct store *store, const struct metric_list *metrics, struct where *why);

/* The same for a store that need not have any of the metrics; returns whether it has one. */
bool derive_runs(struct store *store, const struct metric_list *metrics);

#endif
