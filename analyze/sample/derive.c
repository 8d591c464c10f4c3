/* One value a run and metric, from scalars, samples and buckets. */
#include "analyze/sample/derive.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/sample/buckets.h"
#include "analyze/sample/derive_keep.h"
#include "analyze/sample/named.h"
#include "analyze/statistics/difference.h"
#include "collect/base/where.h"

static const double count_max = 9007199254740992; /* 2^53: counts beyond are none */
const char derive_thin_tail[] = "thin tail: fewer than 10 I/Os beyond it";
const char derive_sampling[] = "interval of I/O sampling only";

/* The variance of a value that was rounded to a multiple of step: uniform over one step. */
static double
rounding_variance(double step)
{
	return step * step / 12;
}

/* The variance with denominator n - 1; the stream's stdev has n. */
static double
variance_of(double stdev, double n)
{
	return n > 1 ? stdev * stdev * (n / (n - 1)) : NAN;
}

/* Formats "a" "b" as the name "ab", long enough for all that we make up ourselves. */
struct key {
	char text[96];
};

static struct key
key_of(const char *a, const char *b)
{
	struct key key;

	snprintf(key.text, sizeof(key.text), "%s%s", a, b);
	return key;
}

static double
scalar_of(const struct store *store, const struct run *run, const char *a, const char *b)
{
	return store_scalar(store, run, key_of(a, b).text);
}

static int
number_order(const void *a, const void *b)
{
	const double *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

/* The samples' usual length in seconds; there is at least one. scratch holds one double each. */
static double
usual_length(const struct series_point *at, size_t n, double *scratch)
{
	for (size_t i = 0; i < n; i++)
		scratch[i] = at[i].to - at[i].from;
	qsort(scratch, n, sizeof(*scratch), number_order);
	return scratch[n / 2];
}

/* Whether an interval says that the device stood still: none of its I/Os came to an end. Where a
 * stall begins or ends within an interval, sources give an interval of another length; a moment
 * below a tenth of the usual length may be the gap between two intervals. What the end of the run
 * cuts off may be short of I/Os for no reason but that. */
static bool
is_stall(const struct series_point *at, double length, bool last)
{
	double own = at->to - at->from;

	return at->value == 0 && at->from >= 0 && own >= 0.1 * length &&
	       (!last || own >= 0.95 * length);
}

/* Takes a rate's intervals, of which there are some, of full length within the measured part; the
 * last one is usually cut off by the end of the run, and a part of an interval is no sample of a
 * whole one. A stall of any length is the minimum: it must not be hidden by where it falls. */
static void
derive_intervals(const struct store *store, const struct run *run, const struct series *series,
		 double steps_per_s, struct derived *out, struct jitter *jitter)
{
	struct series_point *at = points_unpack(&series->samples);
	size_t all = points_n(&series->samples), n = 0;
	double end = store_scalar(store, run, "runtime");

	double *rate = mem_alloc(all, sizeof(*rate));
	double length = usual_length(at, all, rate);
	bool stalled = false;
	for (size_t i = 0; i < all; i++) {
		bool full = fabs(at[i].to - at[i].from - length) <= 0.05 * length;
		/* Comparisons with a runtime that is not known are false. */
		bool beyond = at[i].to > end + 0.001 * length;
		if (full && !beyond && at[i].from >= 0)
			rate[n++] = at[i].value;
		bool last = i + 1 == all || at[i].to >= end - 0.001 * length;
		stalled = stalled || (!beyond && is_stall(&at[i], length, last));
	}
	free(at);
	out->samples = moments_of(rate, n);
	if (n && stalled)
		out->samples.min = 0;
	*jitter = jitter_of(rate, n, steps_per_s / length);
	out->jitter = jitter;
	free(rate);
}

/* Statistics of the samples, for sources that keep no more of them. fio's samples are of 500 ms
 * (bwavgtime, iopsavgtime) unless it was told otherwise. */
static void
derive_sample_scalars(const struct store *store, const struct run *run, const char *rate,
		      double steps_per_s, struct derived *out, struct jitter *jitter)
{
	static const double usual_s = 0.5;
	double n = scalar_of(store, run, rate, ".n");
	double sd = scalar_of(store, run, rate, ".stdev");

	if (!(n >= 1 && n <= count_max))
		return;
	out->samples = (struct moments){
	    .n = n,
	    .mean = scalar_of(store, run, rate, ".mean"),
	    .variance = variance_of(sd, n),
	    .min = scalar_of(store, run, rate, ".min"),
	    .max = scalar_of(store, run, rate, ".max"),
	};
	*jitter = jitter_of_moments(out->samples, steps_per_s / usual_s);
	out->jitter = jitter;
}

/* The mean rate over all samples, weighted by their lengths; for sources that have no scalar. */
static double
rate_of_samples(const struct series *series)
{
	struct series_point *at = points_unpack(&series->samples);
	double sum = 0, time = 0;

	for (size_t i = 0; i < points_n(&series->samples); i++) {
		sum += at[i].value * (at[i].to - at[i].from);
		time += at[i].to - at[i].from;
	}
	free(at);
	return sum / time;
}

static void
derive_rate(const struct store *store, const struct run *run, const struct metric *metric,
	    struct derived *out, struct jitter *jitter)
{
	const struct series *series = store_series(store, run, metric->name);

	if (!series)
		return;
	out->unit = name_view(series->unit);
	out->value = series->has_scalar ? series->scalar : rate_of_samples(series);
	/* One I/O more or less is the step of both rates; where the count is not known it is taken
	 * as one second's. */
	double ios = scalar_of(store, run, metric->direction, ".ios");
	double iops = scalar_of(store, run, metric->direction, ".iops");
	double per_io = iops > 0 ? out->value / iops : 1;
	double step = ios > 0 ? out->value / ios : per_io;
	out->floor = rounding_variance(step);
	if (points_n(&series->samples))
		derive_intervals(store, run, series, per_io, out, jitter);
	else
		derive_sample_scalars(store, run, metric->name, per_io, out, jitter);
}

static void
derive_mean(const struct store *store, const struct run *run, const struct metric *metric,
	    struct derived *out)
{
	const struct series *series = store_series(store, run, metric->name);

	if (!series || !series->has_scalar)
		return;
	double n = scalar_of(store, run, metric->of, ".n");
	double sd = scalar_of(store, run, metric->of, ".stdev");
	out->unit = name_view(series->unit);
	out->value = series->scalar;
	out->floor = rounding_variance(1);
	out->samples = (struct moments){
	    .n = n,
	    .mean = out->value,
	    .variance = variance_of(sd, n),
	    .min = scalar_of(store, run, metric->of, ".min"),
	    .max = scalar_of(store, run, metric->of, ".max"),
	};
}

/* The buckets of one latency of a run, kept from one of its percentiles to the next. */
struct histogram {
	const char *of; /* the latency; NULL = none yet */
	struct quantile_buckets buckets;
};

static void
histogram_free(struct histogram *histogram)
{
	if (histogram->of)
		quantile_free(&histogram->buckets);
	histogram->of = NULL;
}

static const struct quantile_buckets *
histogram_of(struct histogram *histogram, const struct store *store, const struct run *run,
	     const char *of)
{
	if (!histogram->of || strcmp(histogram->of, of) != 0) {
		histogram_free(histogram);
		histogram->of = of;
		histogram->buckets = buckets_of(store, run, of);
	}
	return &histogram->buckets;
}

static void
derive_bucket_percentile(const struct quantile_buckets *buckets, double q, struct derived *out)
{
	out->value = quantile_at(buckets, q);
	out->samples.n = quantile_total(buckets);
	out->thin = buckets_thin(buckets, q);
	if (out->value > 0)
		out->floor = out->value * out->value * buckets_log_variance(buckets, q, out->value);
	quantile_interval(buckets, q, difference_confidence, &out->low, &out->high);
}

static void
derive_percentile(const struct store *store, const struct run *run, const struct metric *metric,
		  struct derived *out, struct histogram *histogram)
{
	const struct series *series = store_series(store, run, metric->of);

	if (series && points_n(&series->buckets)) {
		out->unit = name_view(series->unit);
		derive_bucket_percentile(histogram_of(histogram, store, run, metric->of),
					 metric->quantile, out);
		return;
	}
	series = store_series(store, run, metric->name);
	if (!series || !series->has_scalar)
		return;
	out->unit = name_view(series->unit);
	out->value = series->scalar;
	out->samples.n = scalar_of(store, run, metric->of, ".n");
	if (out->value > 0)
		out->floor = out->value * out->value * buckets_width_variance(out->value);
}

/* The I/Os of all directions. What is mixed holds the others too, where a source says both. */
static double
ios_of(const struct store *store, const struct run *run)
{
	double ios = 0;

	for (size_t i = 0; i < METRIC_TRANSFERS; i++) {
		double n = scalar_of(store, run, metric_direction[i], ".ios");
		ios += isnan(n) ? 0 : n;
	}
	return ios > 0 ? ios : scalar_of(store, run, metric_direction[METRIC_MIXED], ".ios");
}

static void
derive_cpu_per_io(const struct store *store, const struct run *run, struct derived *out)
{
	double ios = ios_of(store, run);
	double seconds =
	    store_scalar(store, run, "cpu.user") + store_scalar(store, run, "cpu.system");
	if (!(ios > 0) || isnan(seconds))
		return;
	out->unit = view_of("ns");
	out->value = seconds * 1e9 / ios;
	out->floor = rounding_variance(1);
}

static void
derive_scalar(const struct store *store, const struct run *run, const struct metric *metric,
	      struct derived *out)
{
	const struct series *series = store_series(store, run, metric->name);

	if (!series || !series->has_scalar)
		return;
	out->unit = name_view(series->unit);
	out->value = series->scalar;
	/* Of a number that is not ours nothing is known but that it was written with some digits;
	 * four are assumed. */
	out->floor = rounding_variance(metric->source == METRIC_COUNT ? 1 : 1e-4 * series->scalar);
}

/* jitter is where that of a rate goes. */
static void
derive_one(const struct store *store, const struct run *run, const struct metric *metric,
	   struct derived *out, struct jitter *jitter, struct histogram *histogram)
{
	*out = derived_none;
	switch (metric->source) {
	case METRIC_RATE:
		derive_rate(store, run, metric, out, jitter);
		break;
	case METRIC_MEAN:
		derive_mean(store, run, metric, out);
		break;
	case METRIC_PERCENTILE:
		derive_percentile(store, run, metric, out, histogram);
		break;
	case METRIC_CPU_PER_IO:
		derive_cpu_per_io(store, run, out);
		break;
	case METRIC_COUNT:
	case METRIC_ASKED:
	case METRIC_SCALAR:
		derive_scalar(store, run, metric, out);
		break;
	}
}

/* Room for what any run may have. */
struct room {
	struct derived *derived; /* one for each metric */
	struct jitter *jitter;
};

/* Returns whether the run has any metric of the list. */
static bool
derive_run(const struct store *store, struct run *run, const struct metric_list *metrics,
	   struct room *room)
{
	struct histogram histogram = {.of = NULL};
	bool any = false;

	for (size_t i = 0; i < metrics->n; i++) {
		derive_one(store, run, &metrics->at[i], &room->derived[i], &room->jitter[i],
			   &histogram);
		any = any || !isnan(room->derived[i].value);
	}
	histogram_free(&histogram);
	free(run->derived);
	run->derived = derived_keep(room->derived, metrics->n);
	return any;
}

bool
derive_runs(struct store *store, const struct metric_list *metrics)
{
	struct room room = {mem_alloc(metrics->n, sizeof(*room.derived)),
			    mem_alloc(metrics->n, sizeof(*room.jitter))};
	bool any = false;

	for (const struct index_entry *e = store->groups.first; e; e = index_next(e)) {
		for (size_t r = 0; r < group_runs(e->value); r++)
			any = derive_run(store, group_run(e->value, r), metrics, &room) || any;
	}
	free(room.derived);
	free(room.jitter);
	return any;
}

bool
derive_all(struct store *store, const struct metric_list *metrics, struct where *why)
{
	if (!named_are_there(store, metrics, why))
		return false;
	bool any = derive_runs(store, metrics);

	return named_are_numbers(store, metrics, why) &&
	       (any || where_set(why, NULL, 0,
				 "nothing to analyze: no iops, bw, lat, clat, cpu or errors "
				 "(--better takes other metrics)"));
}
