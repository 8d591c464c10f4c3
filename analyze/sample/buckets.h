/* A run's distribution of one latency, from the buckets of its records. */
#ifndef ANALYZE_SAMPLE_BUCKETS_H
#define ANALYZE_SAMPLE_BUCKETS_H

#include <stdbool.h>

#include "analyze/statistics/quantile.h"

struct run;
struct store;

enum { BUCKETS_THIN = 10 }; /* fewer I/Os beyond a quantile make its tail thin */

/* The buckets of the run's metric ("read.lat"), with the limits that its scalars .min and .max
 * tell. Without buckets n is 0. quantile_free frees them. */
struct quantile_buckets buckets_of(const struct store *store, const struct run *run,
				   const char *metric);

/* Whether the run has any. */
bool buckets_exist(const struct store *store, const struct run *run, const char *metric);

/* The variance that measuring alone gives to the logarithm of the q-quantile, which is value: that
 * of the bucket's width, and that of sampling the I/Os. NaN without values. */
double buckets_log_variance(const struct quantile_buckets *b, double q, double value);

/* The first part of it, for a percentile that comes without buckets: uniform over a bucket of fio's
 * width, ln(1 + 1/64), and for small values over the nanosecond itself. */
double buckets_width_variance(double value);

/* Whether fewer than BUCKETS_THIN I/Os lie beyond the q-quantile. */
bool buckets_thin(const struct quantile_buckets *b, double q);

#endif
