/* Documents that one fio printed while it ran: status-interval, SIGUSR1, /tmp/fio-dump-status. */
#ifndef COLLECT_JSON_CUMULATIVE_H
#define COLLECT_JSON_CUMULATIVE_H

#include <stdbool.h>

#include "collect/base/view.h"
#include "collect/fio/result.h"

/* Whether later continues earlier: the same jobs, no counter smaller, and the same beginning, by
 * job_start and by the time of printing less elapsed; without the latter no runtime may fall.
 * The runtime of a job that did something grew by about the time between the documents: within 10 %
 * and at least 100 ms, or a second where times are whole ones.
 * Counters of a job with ramp_time may fall, as fio forgets them when the ramp ends. */
bool json_cumulative(const struct fio_result *earlier, const struct fio_result *later);

/* The same as far as it can be told of a later document that is cut off: its first job has the name
 * of earlier's and began with it, by what is left. Where that is not even a name, earlier must
 * already stand for several documents. */
bool json_cumulative_cut(const struct fio_result *earlier, struct view later);

/* Makes later stand for both: it gets earlier's intervals, and what was done since earlier as one
 * more, and earlier is freed. Where the counters fell they begin with later. */
void json_cumulative_merge(struct fio_result *earlier, struct fio_result *later);

#endif
