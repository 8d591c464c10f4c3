/* Buckets, percentiles and shares of latencies. */
#include "collect/export/latency.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/fio/bucket.h"

static const double exact_most = 9007199254740992; /* 2^53 */

/* The bucket for [low, high); *exact becomes false where it is another one. The last one of the
 * grid holds everything beyond, too. */
static size_t
bucket_of(const struct export_row *row, bool *exact)
{
	const struct fio_scheme *grid = &fio_scheme_ns;
	size_t i = fio_bucket_of(grid, row->low);

	if (fio_bucket_low(grid, i) == row->low && fio_bucket_high(grid, i) == row->high &&
	    row->value <= exact_most && row->value == trunc(row->value))
		return i;
	*exact = false;
	return fio_bucket_of(grid, row->low + (row->high - row->low) / 2);
}

static bool
is_bucket_of(const struct export_row *row, struct view metric)
{
	return name_is(row->metric, metric) && export_row_shape(row) == RECORD_BUCKET &&
	       name_is(row->unit, view_of("ns"));
}

static void
add_bins(struct view metric, const struct export_test *test, struct export_latency *out)
{
	const struct export_row *rows = export_rows(&test->others);
	size_t n = list_n(&test->others), first = 0;

	while (first < n && !is_bucket_of(&rows[first], metric))
		first++;
	/* Most tests have few of the latencies: no grid for the others. */
	if (first == n)
		return;
	double *count = mem_alloc(fio_scheme_ns.n, sizeof(*count));
	out->name = rows[first].metric;
	for (size_t i = first; i < n; i++)
		if (is_bucket_of(&rows[i], metric))
			count[bucket_of(&rows[i], &out->exact)] += rows[i].value;
	out->bin = mem_alloc(fio_scheme_ns.n, sizeof(*out->bin));
	for (size_t i = 0; i < fio_scheme_ns.n; i++)
		if (count[i] > 0)
			out->bin[out->n_bins++] =
			    (struct fio_bin){fio_bucket_low(&fio_scheme_ns, i),
					     fio_bucket_high(&fio_scheme_ns, i), count[i]};
	free(count);
}

void
export_latency_of(const struct export_test *test, const char *metric, struct export_latency *out)
{
	*out = (struct export_latency){
	    .n = export_scalar(test, "%s.n", metric),
	    .min = export_scalar(test, "%s.min", metric),
	    .max = export_scalar(test, "%s.max", metric),
	    .mean = export_scalar(test, "%s.mean", metric),
	    .stdev = export_scalar(test, "%s.stdev", metric),
	    .exact = true,
	};
	add_bins(view_of(metric), test, out);
}

void
export_latency_free(struct export_latency *latency)
{
	free(latency->bin);
	latency->bin = NULL;
	latency->n_bins = 0;
}

double
export_latency_percentile(const struct export_test *test, const char *metric,
			  const struct export_latency *latency, double percent)
{
	char number[NUM_TEXT];

	if (latency->n_bins)
		return fio_percentile_of(&fio_scheme_ns, latency->bin, latency->n_bins, percent);
	return export_scalar(test, "%s.p%s", metric, num_write(percent, number));
}

/* Adds the direction's I/Os to counts, and returns how many they are. */
static double
add_counts(const struct export_test *test, const char *direction, const double *bound,
	   double *count, size_t n)
{
	static const char *const which[] = {"lat", "clat"};
	double all = 0;

	for (size_t k = 0; k < countof(which) && all == 0; k++) {
		struct export_latency latency;
		char metric[32];
		size_t at = 0;

		snprintf(metric, sizeof(metric), "%s.%s", direction, which[k]);
		export_latency_of(test, metric, &latency);
		for (size_t i = 0; i < latency.n_bins; i++) {
			const struct fio_bin *bin = &latency.bin[i];
			double middle = bin->low + (bin->high - bin->low) / 2;

			while (at < n && middle > bound[at])
				at++;
			if (at < n)
				count[at] += bin->count;
			all += bin->count;
		}
		export_latency_free(&latency);
	}
	return all;
}

void
export_latency_shares(const struct export_test *test, const double *bound, double *share, size_t n)
{
	double all = 0;

	for (size_t i = 0; i < n; i++)
		share[i] = 0;
	for (size_t d = FIO_READ; d <= FIO_TRIM; d++)
		all += add_counts(test, fio_direction_name[d], bound, share, n);
	if (all == 0)
		all = add_counts(test, fio_direction_name[FIO_MIXED], bound, share, n);
	for (size_t i = 0; i < n; i++)
		share[i] = all > 0 ? share[i] / all * 100 : 0;
}
