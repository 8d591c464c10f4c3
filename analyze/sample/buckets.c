/* Buckets from points. */
#include "analyze/sample/buckets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyze/sample/store.h"

/* The scalar called metric and suffix; NaN when absent. */
static double
scalar_beside(const struct store *store, const struct run *run, const char *metric,
	      const char *suffix)
{
	char name[96];

	snprintf(name, sizeof(name), "%s%s", metric, suffix);
	return store_scalar(store, run, name);
}

bool
buckets_exist(const struct store *store, const struct run *run, const char *metric)
{
	const struct series *series = store_series(store, run, metric);

	return series && points_n(&series->buckets) > 0;
}

struct quantile_buckets
buckets_of(const struct store *store, const struct run *run, const char *metric)
{
	const struct series *series = store_series(store, run, metric);
	struct quantile_buckets buckets;
	double upto = 0;

	quantile_init(&buckets, series ? points_n(&series->buckets) : 0);
	struct series_point *at = buckets.n ? points_unpack(&series->buckets) : NULL;
	for (size_t i = 0; i < buckets.n; i++) {
		buckets.low[i] = at[i].from;
		buckets.high[i] = at[i].to;
		buckets.upto[i] = upto += at[i].value;
	}
	free(at);
	buckets.min = scalar_beside(store, run, metric, ".min");
	buckets.max = scalar_beside(store, run, metric, ".max");
	return buckets;
}

double
buckets_width_variance(double value)
{
	double width = fmax(log1p(1.0 / 64), 1 / value);

	return width * width / 12;
}

double
buckets_log_variance(const struct quantile_buckets *b, double q, double value)
{
	return buckets_width_variance(value) + quantile_variance(b, q);
}

bool
buckets_thin(const struct quantile_buckets *b, double q)
{
	return quantile_beyond(b, q) < BUCKETS_THIN;
}
