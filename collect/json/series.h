/* The values and time series of one metric of pbench: an array with an entry for each client, and
 * one over all, whose "role" is "aggregate", in front. */
#ifndef COLLECT_JSON_SERIES_H
#define COLLECT_JSON_SERIES_H

#include <jansson.h>
#include <stdbool.h>

#include "collect/fio/result.h"

/* Which points of a series count. */
enum json_series_of { JSON_SERIES_READ, JSON_SERIES_WRITE, JSON_SERIES_ALL };

/* Whether the clients' series say of each point whether it is of reads or of writes. The entry over
 * all does not. */
bool json_series_tells(const json_t *entries, size_t sample);

/* The value of this sample: the entry's over all, or the clients' sum, or their mean. Of reads or
 * writes alone it is the clients' mean over time. NaN where there is none. */
double json_series_value(const json_t *entries, size_t sample, enum json_series_of of, bool mean);

/* Adds the points of a rate's series as intervals: each lasts since the one before, the first as
 * long as the second. Points whose clock does not go on are left out. Of reads or writes alone only
 * where there is one client, as clients' clocks differ. */
void json_series_intervals(const json_t *entries, size_t sample, enum json_series_of of,
			   struct fio_direction *out);

#endif
