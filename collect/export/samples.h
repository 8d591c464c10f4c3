/* Statistics of a rate's samples, as fio's JSON has them. */
#ifndef COLLECT_EXPORT_SAMPLES_H
#define COLLECT_EXPORT_SAMPLES_H

#include "collect/export/store.h"
#include "collect/fio/result.h"

/* Of the samples of the rate called metric ("read.iops") that are as long as the first one (within
 * 5 %): the last is usually cut off by the end of the run. Without samples, of the scalars
 * METRIC.n, .mean, .min, .max and .stdev (denominator n). n is 0 where there are neither; what is
 * not known is NaN. */
struct fio_samples export_samples(const struct export_store *store, const struct export_test *test,
				  const char *metric);

/* A standard deviation of n values with denominator n as one with n - 1; 0 for n = 1, as in fio. */
double export_stdev(double stdev, double n);

#endif
