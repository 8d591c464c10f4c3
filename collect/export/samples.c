/* Samples in five numbers. */
#include "collect/export/samples.h"

#include <math.h>

double
export_stdev(double stdev, double n)
{
	if (n == 1)
		return 0;
	return n > 1 ? stdev * sqrt(n / (n - 1)) : NAN;
}

/* Adds one value (Welford 1962); stdev holds the sum of squares of deviations meanwhile. */
static void
add(struct fio_samples *samples, double value)
{
	double delta = value - samples->mean;

	samples->n++;
	samples->mean += delta / samples->n;
	samples->stdev += delta * (value - samples->mean);
	samples->min = fmin(samples->min, value);
	samples->max = fmax(samples->max, value);
}

static struct fio_samples
of_rows(const struct name *metric, const struct export_test *test)
{
	struct fio_samples samples = {0, INFINITY, -INFINITY, 0, 0};
	double length = NAN;

	for (size_t i = 0; i < list_n(&test->others); i++) {
		const struct export_row *row = &export_rows(&test->others)[i];

		if (row->metric != metric || export_row_shape(row) != RECORD_SAMPLE)
			continue;
		if (isnan(length))
			length = row->end - row->start;
		if (fabs(row->end - row->start - length) <= 0.05 * length && isfinite(row->value))
			add(&samples, row->value);
	}
	samples.stdev = samples.n > 1 ? sqrt(samples.stdev / (samples.n - 1)) : 0;
	return samples;
}

struct fio_samples
export_samples(const struct export_store *store, const struct export_test *test, const char *metric)
{
	const struct name *name = name_find(&store->names, view_of(metric));
	struct fio_samples samples = {.n = 0};

	if (name)
		samples = of_rows(name, test);
	if (samples.n > 0)
		return samples;
	double n = export_scalar(store, test, "%s.n", metric);
	if (!(n >= 1))
		return (struct fio_samples){0, NAN, NAN, NAN, NAN};
	return (struct fio_samples){
	    .n = n,
	    .min = export_scalar(store, test, "%s.min", metric),
	    .max = export_scalar(store, test, "%s.max", metric),
	    .mean = export_scalar(store, test, "%s.mean", metric),
	    .stdev = export_stdev(export_scalar(store, test, "%s.stdev", metric), n),
	};
}
