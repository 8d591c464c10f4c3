/* Several jobs as one: clones that fio listed one by one, and the same job on several hosts. */
#ifndef COLLECT_FIO_FOLD_H
#define COLLECT_FIO_FOLD_H

#include "collect/fio/sink.h"

/* Makes one job of those of the same name and group (numjobs without group_reporting), over all
 * hosts of a client/server run. Counts, bytes and bins add up; runtime is the longest; min, max,
 * mean and standard deviation are pooled exactly (Chan, Golub and LeVeque 1979); intervals add up
 * where they are the same. What cannot be had from parts is dropped, with a note: percentiles
 * without bins, the samples' spread. per_job keeps each one apart, too, as NAME/1, NAME/2 ...
 * behind the fold. */
void fio_fold(struct fio_result *result, bool per_job, const struct sink *sink);

/* into += from, as above; false where percentiles had to be dropped. */
bool fio_latency_fold(struct fio_latency *into, double into_ios, const struct fio_latency *from,
		      double from_ios);

#endif
