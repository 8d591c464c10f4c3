/* In which jobs an option has an effect. */
#include "collect/job/scope.h"

#include "collect/job/job.h"

static bool
writes(const struct job *job)
{
	return job_has(job, DIRECTION_WRITE);
}

static bool
is_uniform(const struct job *job)
{
	return job_is_random(job) && job->random_distribution == JOB_DISTRIBUTION_RANDOM;
}

static bool
has_queue(const struct job *job)
{
	return job->ioengine != JOB_ENGINE_PSYNC;
}

static bool
is_libaio(const struct job *job)
{
	return job->ioengine == JOB_ENGINE_LIBAIO;
}

static bool
is_uring(const struct job *job)
{
	return job->ioengine == JOB_ENGINE_IO_URING;
}

static bool
is_sqpoll(const struct job *job)
{
	return is_uring(job) && job->sqthread_poll;
}

static bool
is_unnamed(const struct job *job)
{
	return !job->n_filenames;
}

static bool
is_rated(const struct job *job)
{
	for (enum direction d = 0; d < DIRECTIONS; d++)
		if (job_has(job, d) && (job->rate[d] || job->rate_iops[d]))
			return true;
	return false;
}

static bool
pauses(const struct job *job)
{
	return job->thinktime_ns > 0;
}

static bool
may_be_steady(const struct job *job)
{
	return job->steadystate.metric != JOB_STEADY_NONE;
}

const struct job_scope scope_mixed = {job_is_mixed, "an rw that does not mix reads and writes"};
const struct job_scope scope_writing = {writes, "an rw that does not write"};
const struct job_scope scope_random = {job_is_random, "an rw in order"};
const struct job_scope scope_uniform = {is_uniform, "offsets that are not uniformly random"};
const struct job_scope scope_queue = {has_queue, "ioengine psync"};
const struct job_scope scope_libaio = {is_libaio, "an ioengine other than libaio"};
const struct job_scope scope_uring = {is_uring, "an ioengine other than io_uring"};
const struct job_scope scope_sqpoll = {is_sqpoll, "no sqthread_poll"};
const struct job_scope scope_unnamed = {is_unnamed, "a filename"};
const struct job_scope scope_rated = {is_rated, "no rate"};
const struct job_scope scope_pausing = {pauses, "no thinktime"};
const struct job_scope scope_steady = {may_be_steady, "no steadystate"};
