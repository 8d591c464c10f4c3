/* What records say of one latency, on fio's grid of nanoseconds. */
#ifndef COLLECT_EXPORT_LATENCY_H
#define COLLECT_EXPORT_LATENCY_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/export/store.h"
#include "collect/fio/result.h"

struct export_latency {
	double n, min, max, mean; /* ns; NaN = not known */
	double stdev;             /* ns, as records have it: denominator n */
	struct fio_bin *bin;      /* ascending, none with count 0 */
	size_t n_bins;
	bool exact; /* the bins are the records' buckets: all lie on the grid below its last bucket,
		     * with whole counts below 2^53 */
};

/* The latency called metric ("read.clat"). Buckets that are not on the grid go where their middle
 * lies, as in fio those beyond its end go to the last one. Buckets in other units than ns count as
 * none. Free with export_latency_free. */
void export_latency_of(const struct export_store *store, const struct export_test *test,
		       const char *metric, struct export_latency *out);
void export_latency_free(struct export_latency *latency);

/* The percentile as fio computes it from the bins, or the scalar where there are none; NaN = not
 * known. */
double export_latency_percentile(const struct export_store *store, const struct export_test *test,
				 const char *metric, const struct export_latency *latency,
				 double percent);

/* The share of I/Os, in percent of all and of all transfers together, whose latency is above one
 * bound and not above the next (bounds in ns, ascending; share[0] is that up to bound[0]): of lat,
 * or clat where a direction has no lat. */
void export_latency_shares(const struct export_store *store, const struct export_test *test,
			   const double *bound, double *share, size_t n);

#endif
