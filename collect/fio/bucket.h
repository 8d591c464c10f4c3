/* fio's own histogram: which value lies in which bucket, and its percentiles. Facts of fio's stat.h
 * and stat.c: 64 buckets a power of two from 128 units on; the unit is the nanosecond (29 groups,
 * up to 2^34 ns = 17.18 s), before fio 2.99 the microsecond (19 groups, up to 2^24 us = 16.78 s).
 * What is larger is counted in the last bucket. */
#ifndef COLLECT_FIO_BUCKET_H
#define COLLECT_FIO_BUCKET_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/fio/result.h"

enum { FIO_BUCKETS_NS = 29 * 64, FIO_BUCKETS_US = 19 * 64 };

/* A scheme: bucket counts and the length of one unit in ns. */
struct fio_scheme {
	size_t n;       /* buckets: a multiple of 64 */
	double unit_ns; /* 1 or 1000 */
};
extern const struct fio_scheme fio_scheme_ns, fio_scheme_us;

/* The bucket's edges in ns. */
double fio_bucket_low(const struct fio_scheme *scheme, size_t bucket);
double fio_bucket_high(const struct fio_scheme *scheme, size_t bucket);

/* What fio prints for a value in this bucket: its middle, in units, as stat.c rounds it. */
double fio_bucket_value(size_t bucket);

/* The bucket that holds a value in units; the last one for anything larger. */
size_t fio_bucket_of(const struct fio_scheme *scheme, double units);

/* The ns above which values cannot be told apart. */
double fio_scheme_ceiling(const struct fio_scheme *scheme);

/* The percentile as fio computes it: what fio prints for the first bucket at which the cumulative
 * count reaches percent / 100 of all. In ns; NaN without bins. The bins must be those of the
 * scheme. */
double fio_percentile_of(const struct fio_scheme *scheme, const struct fio_bin *bin, size_t n,
			 double percent);

#endif
