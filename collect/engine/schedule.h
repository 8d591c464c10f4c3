/* The schedule of an open loop: when each I/O is meant to start, whatever the device does. Pure
 * arithmetic in absolute time, so that no error adds up. */
#ifndef COLLECT_ENGINE_SCHEDULE_H
#define COLLECT_ENGINE_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/job/job.h"

struct schedule {
	double ns_per_byte, ns_per_io; /* 0 = no such limit */
	double by_bytes_ns, by_ios_ns; /* from start_ns on, what is given out by each limit */
	uint64_t start_ns;
	uint64_t random; /* state of the generator, never 0 */
	bool poisson;
};

/* rate in bytes/s and rate_iops in I/Os per second, 0 = no such limit; where both are given each
 * I/O waits for the later of the two. Linear: the first I/O starts at once, and each other one when
 * the time that the one before takes at the rate has passed: a time of whole gaps holds as many
 * I/Os. Poisson: each I/O comes after the time that it takes itself, multiplied by an exponential
 * random number of mean 1; the first one too, for a process without memory has no I/O at its start.
 */
void schedule_init(struct schedule *schedule, uint64_t rate, uint64_t rate_iops,
		   enum job_rate_process process, uint64_t seed);

/* Whether there is any limit; without one nothing below may be called. */
static inline bool
schedule_limits(const struct schedule *schedule)
{
	return schedule->ns_per_byte > 0 || schedule->ns_per_io > 0;
}

/* The schedule begins at now_ns; one that has begun before begins anew. */
void schedule_start(struct schedule *schedule, uint64_t now_ns);

/* When the next I/O, one of so many bytes, is meant to start; never before the one that was asked
 * for last. UINT64_MAX = beyond what the clock can tell. */
uint64_t schedule_next(struct schedule *schedule, uint64_t bytes);

#endif
