/* Rates and latencies of one direction in fio's keys and units. */
#include "collect/export/fio_direction.h"

#include <math.h>
#include <stdio.h>

#include "collect/base/mem.h"
#include "collect/export/latency.h"
#include "collect/export/object.h"
#include "collect/export/samples.h"
#include "collect/fio/bucket.h"

/* The percentiles that fio prints unless it is told which. */
static const double percents[] = {1,  5,  10, 20, 30,   40,   50,    60,   70,
				  80, 90, 95, 99, 99.5, 99.9, 99.95, 99.99};

static void
put_percentiles(json_t *object, const struct export_store *store, const struct export_test *test,
		const char *metric, const struct export_latency *latency)
{
	json_t *list = object_new();

	for (size_t i = 0; i < countof(percents); i++) {
		double ns = export_latency_percentile(store, test, metric, latency, percents[i]);
		char key[NUM_TEXT];

		snprintf(key, sizeof(key), "%.6f", percents[i]);
		if (!isnan(ns))
			object_put_count(list, key, ns);
	}
	if (json_object_size(list))
		object_put(object, "percentile", list);
	else
		json_decref(list);
}

static void
put_bins(json_t *object, const struct export_latency *latency)
{
	json_t *bins = object_put(object, "bins", object_new());

	for (size_t i = 0; i < latency->n_bins; i++) {
		size_t bucket = fio_bucket_of(&fio_scheme_ns, latency->bin[i].low);
		char key[NUM_TEXT];

		object_put_count(bins, num_write(fio_bucket_value(bucket), key),
				 latency->bin[i].count);
	}
}

static double
count_of(const struct export_latency *latency)
{
	double n = 0;

	for (size_t i = 0; i < latency->n_bins; i++)
		n += latency->bin[i].count;
	return isnan(latency->n) ? n : latency->n;
}

/* As fio writes a latency that it did not take. */
static void
put_nothing(json_t *object)
{
	json_object_clear(object);
	object_put_count(object, "min", 0);
	object_put_count(object, "max", 0);
	object_put_number(object, "mean", 0);
	object_put_number(object, "stddev", 0);
	object_put_count(object, "N", 0);
}

json_t *
fio_latency_object(const struct export_store *store, const struct export_test *test,
		   const char *metric)
{
	json_t *object = object_new();
	struct export_latency latency;

	export_latency_of(store, test, metric, &latency);
	double n = count_of(&latency);
	bool some = n > 0 || !isnan(latency.mean);
	if (!isnan(latency.min))
		object_put_count(object, "min", latency.min);
	if (!isnan(latency.max))
		object_put_count(object, "max", latency.max);
	object_put_number(object, "mean", latency.mean);
	object_put_number(object, "stddev", export_stdev(latency.stdev, n));
	object_put_count(object, "N", n);
	put_percentiles(object, store, test, metric, &latency);
	if (latency.n_bins)
		put_bins(object, &latency);
	if (!some && !json_object_get(object, "percentile"))
		put_nothing(object);
	export_latency_free(&latency);
	return object;
}

/* KiB/s and 1/s: fio calls the spread of the one bw_dev and of the other iops_stddev. */
static void
put_samples(json_t *object, const char *rate, const char *spread, struct fio_samples samples,
	    double unit)
{
	const struct {
		const char *name;
		double value;
		bool whole;
	} numbers[] = {{"min", samples.min, true},
		       {"max", samples.max, true},
		       {"agg", samples.n > 0 ? 100 : 0, false},
		       {"mean", samples.mean, false},
		       {spread, samples.stdev, false}};
	char key[32];

	for (size_t i = 0; i < countof(numbers); i++) {
		snprintf(key, sizeof(key), "%s_%s", rate, numbers[i].name);
		/* fio says what part of the group's bandwidth a job has, but not of its rate. */
		if (numbers[i].name[0] == 'a' && rate[0] != 'b')
			continue;
		if (numbers[i].whole)
			object_put_count(object, key, numbers[i].value / unit);
		else
			object_put_number(object, key, samples.n > 0 ? numbers[i].value / unit : 0);
	}
	snprintf(key, sizeof(key), "%s_samples", rate);
	object_put_count(object, key, samples.n);
}

/* a, or what stands in where that is not known. */
static double
known(double a, double instead)
{
	return isnan(a) ? instead : a;
}

json_t *
fio_direction(const struct export_store *store, const struct export_test *test,
	      const char *direction)
{
	static const char *const latencies[] = {"slat", "clat", "lat"};
	json_t *object = object_new();
	char metric[40], key[16];
	double iops = export_scalar(store, test, "%s.iops", direction);
	double bw = export_scalar(store, test, "%s.bw", direction);
	double runtime = export_scalar(store, test, "runtime");
	double ios = known(export_scalar(store, test, "%s.ios", direction), round(iops * runtime));
	double bytes = known(export_scalar(store, test, "%s.bytes", direction), bw * runtime);

	runtime = known(runtime, ios / iops);
	object_put_count(object, "io_bytes", bytes);
	object_put_count(object, "io_kbytes", bytes / 1024);
	object_put_count(object, "bw_bytes", bw);
	object_put_count(object, "bw", bw / 1024);
	object_put_number(object, "iops", known(iops, 0));
	object_put_count(object, "runtime", ios > 0 || iops > 0 ? round(runtime * 1000) : 0);
	object_put_count(object, "total_ios", ios);
	object_put_count(object, "short_ios", 0);
	object_put_count(object, "drop_ios", 0);
	for (size_t i = 0; i < countof(latencies); i++) {
		snprintf(metric, sizeof(metric), "%s.%s", direction, latencies[i]);
		snprintf(key, sizeof(key), "%s_ns", latencies[i]);
		object_put(object, key, fio_latency_object(store, test, metric));
	}
	snprintf(metric, sizeof(metric), "%s.bw", direction);
	put_samples(object, "bw", "dev", export_samples(store, test, metric), 1024);
	snprintf(metric, sizeof(metric), "%s.iops", direction);
	put_samples(object, "iops", "stddev", export_samples(store, test, metric), 1);
	return object;
}
