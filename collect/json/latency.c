/* Moments, percentiles and bins; the keys are those of fio's stat.c. */
#include "collect/json/latency.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/num.h"
#include "collect/fio/bucket.h"

/* From here on a count is no count: differences below zero, written as 64 bits without a sign. */
#define COUNT_LIMIT 0x1p63

static int
by_percent(const void *a, const void *b)
{
	double x = ((const struct fio_percentile *)a)->percent;
	double y = ((const struct fio_percentile *)b)->percent;

	return (x > y) - (x < y);
}

/* fio up to 3.3 fills its list with the percentile 0. */
static void
percentiles_read(const json_t *list, double unit_ns, struct fio_latency *out)
{
	const char *key;
	json_t *value;
	bool samples = !isnan(out->max);

	json_object_foreach((json_t *)list, key, value)
	{
		double percent, units = json_is_number(value) ? json_number_value(value) : NAN;
		if (!num_parse(view_of(key), &percent) || !(percent > 0 && percent <= 100) ||
		    !(units >= 0))
			continue;
		samples |= units > 0;
		fio_latency_add_percentile(out, percent, units * unit_ns);
	}
	/* Up to 3.17 there is a list of zeros where there was no I/O. */
	if (!samples) {
		free(out->percentile);
		out->percentile = NULL;
		out->n_percentiles = 0;
	}
	if (!out->n_percentiles)
		return;
	qsort(out->percentile, out->n_percentiles, sizeof(*out->percentile), by_percent);
	size_t n = 1;
	for (size_t i = 1; i < out->n_percentiles; i++) {
		if (out->percentile[i].percent > out->percentile[n - 1].percent)
			out->percentile[n++] = out->percentile[i];
	}
	out->n_percentiles = n;
}

/* The count of the bin that key stands for is added to its bucket. */
static void
bin_read(const char *key, const json_t *value, bool indexes, const struct fio_scheme *scheme,
	 double *count, bool *impossible)
{
	double number, n = json_is_number(value) ? json_number_value(value) : NAN;

	if (!num_parse(view_of(key), &number) || !(number >= 0) || !(n > 0))
		return;
	if (n >= COUNT_LIMIT)
		*impossible = true;
	else if (!indexes)
		count[fio_bucket_of(scheme, number)] += n;
	else if (number < (double)scheme->n)
		count[(size_t)number] += n;
}

static void
bins_read(const json_t *bins, const struct fio_scheme *scheme, struct json_context *context,
	  struct fio_latency *out)
{
	const char *key;
	json_t *value;
	bool indexes = json_object_get(bins, "FIO_IO_U_PLAT_NR") != NULL;

	if (!json_object_size(bins))
		return;
	double *count = mem_alloc(scheme->n, sizeof(*count));
	json_object_foreach((json_t *)bins, key, value)
	{
		bin_read(key, value, indexes, scheme, count, &context->impossible);
	}
	for (size_t i = 0; i < scheme->n; i++) {
		if (!(count[i] > 0))
			continue;
		struct fio_bin bin = {fio_bucket_low(scheme, i), fio_bucket_high(scheme, i),
				      count[i]};
		fio_latency_add_bin(out, bin);
		context->bins = true;
	}
	free(count);
}

static void
moments_read(const json_t *latency, double unit_ns, struct fio_latency *out)
{
	out->n = json_field_number(latency, "N");
	out->min = json_field_number(latency, "min") * unit_ns;
	out->max = json_field_number(latency, "max") * unit_ns;
	out->mean = json_field_number(latency, "mean") * unit_ns;
	out->stdev = json_field_number(latency, "stddev") * unit_ns;
	/* Zeros throughout: nothing was measured (gtod_reduce, disable_lat, no I/O). A min that is
	 * larger than the max is what its counter began with. */
	if (out->n == 0 || !(out->max > 0 || out->mean > 0) || out->min > out->max)
		out->min = out->max = out->mean = out->stdev = NAN;
}

void
json_latency_read(const json_t *direction, const char *name, struct json_context *context,
		  struct fio_latency *out)
{
	char key[16];
	const struct fio_scheme *scheme = &fio_scheme_ns;

	snprintf(key, sizeof(key), "%s_ns", name);
	const json_t *latency = json_object_get(direction, key);
	if (!json_is_object(latency)) {
		scheme = &fio_scheme_us;
		latency = json_object_get(direction, name);
	}
	if (!json_is_object(latency))
		return;
	moments_read(latency, scheme->unit_ns, out);
	percentiles_read(json_object_get(latency, "percentile"), scheme->unit_ns, out);
	bins_read(json_object_get(latency, "bins"), scheme, context, out);
	out->ceiling = fio_scheme_ceiling(scheme);
}
