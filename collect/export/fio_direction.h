/* One direction of a job as fio's JSON has it. */
#ifndef COLLECT_EXPORT_FIO_DIRECTION_H
#define COLLECT_EXPORT_FIO_DIRECTION_H

#include <jansson.h>

#include "collect/export/store.h"

/* The object "read", "write", "trim" or "mixed", zeros where the records have no such direction.
 * The caller owns it. */
json_t *fio_direction(const struct export_store *store, const struct export_test *test,
		      const char *direction);

/* An object such as "clat_ns" of the latency called metric: min, max, mean, stddev, N, percentile
 * and bins, as far as they are known; zeros where the records have no such latency. */
json_t *fio_latency_object(const struct export_store *store, const struct export_test *test,
			   const char *metric);

#endif
