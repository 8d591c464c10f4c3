/* How much a job does when no time ends it. */
#ifndef COLLECT_ENGINE_BUDGET_H
#define COLLECT_ENGINE_BUDGET_H

#include <stdint.h>

#include "collect/job/job.h"

/* Both UINT64_MAX = no limit. */
struct budget {
	uint64_t bytes; /* of reads, writes and trims together */
	uint64_t ios;
};

/* pass_bytes: what one pass over the range moves, more than 0. Without io_size that is done loops
 * times; a percentage of io_size is of one pass. number_ios holds whatever else ends the job, a
 * size not where the job is time_based. */
struct budget budget_of(const struct job *job, uint64_t pass_bytes);

#endif
