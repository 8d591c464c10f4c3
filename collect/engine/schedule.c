/* Intended starts, linear and Poisson. */
#include "collect/engine/schedule.h"

#include <math.h>
#include <string.h>

#include "collect/base/scatter.h"

void
schedule_init(struct schedule *schedule, uint64_t rate, uint64_t rate_iops,
	      enum job_rate_process process, uint64_t seed)
{
	memset(schedule, 0, sizeof(*schedule));
	schedule->ns_per_byte = rate ? 1e9 / (double)rate : 0;
	schedule->ns_per_io = rate_iops ? 1e9 / (double)rate_iops : 0;
	schedule->poisson = process == JOB_RATE_POISSON;
	schedule->random = seed;
}

void
schedule_start(struct schedule *schedule, uint64_t now_ns)
{
	schedule->start_ns = now_ns;
	schedule->by_bytes_ns = 0;
	schedule->by_ios_ns = 0;
}

/* An exponential random number of mean 1: minus the logarithm of one even in (0, 1]. */
static double
exponential(struct schedule *schedule)
{
	uint64_t bits = scatter(schedule->random) >> 11;

	schedule->random += SCATTER_STEP;
	return -log(ldexp((double)bits + 1, -53));
}

/* When all gaps so far are over. */
static uint64_t
gaps_end(const struct schedule *schedule)
{
	double ns = fmax(schedule->by_bytes_ns, schedule->by_ios_ns);

	if (ns >= (double)(UINT64_MAX - schedule->start_ns))
		return UINT64_MAX;
	return schedule->start_ns + (uint64_t)ns;
}

uint64_t
schedule_next(struct schedule *schedule, uint64_t bytes)
{
	double stretch = schedule->poisson ? exponential(schedule) : 1;
	uint64_t before = gaps_end(schedule);

	schedule->by_bytes_ns += stretch * schedule->ns_per_byte * (double)bytes;
	schedule->by_ios_ns += stretch * schedule->ns_per_io;
	return schedule->poisson ? gaps_end(schedule) : before;
}
