/* Sizes into bytes to be done. */
#include "collect/engine/budget.h"

/* Never 0, which would be a job that does nothing. */
static uint64_t
percent_of(uint64_t bytes, unsigned percent)
{
	__extension__ typedef unsigned __int128 wide;
	wide part = (wide)bytes * percent / 100;

	if (part > UINT64_MAX)
		return UINT64_MAX;
	return part ? (uint64_t)part : 1;
}

static uint64_t
budget_bytes(const struct job *job, uint64_t pass_bytes)
{
	uint64_t bytes;

	if (job->time_based && job->runtime_ns)
		return UINT64_MAX;
	if (job->io_size.bytes)
		return job->io_size.bytes;
	if (job->io_size.percent)
		return percent_of(pass_bytes, job->io_size.percent);
	return __builtin_mul_overflow(pass_bytes, job->loops ? job->loops : 1, &bytes) ? UINT64_MAX
										       : bytes;
}

struct budget
budget_of(const struct job *job, uint64_t pass_bytes)
{
	return (struct budget){.bytes = budget_bytes(job, pass_bytes),
			       .ios = job->number_ios ? job->number_ios : UINT64_MAX};
}
