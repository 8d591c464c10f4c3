/* What a job asks of io_uring, tried from the cheapest way on, and what the kernel granted of it.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/engine/uring.h"

/* How completions are handed to this thread, cheapest first: within its own io_uring_enter; at its
 * next system call; by interrupting it. The first needs a single issuer. */
enum {
	DEFER = IORING_SETUP_DEFER_TASKRUN,
	COOP = IORING_SETUP_COOP_TASKRUN,
	SINGLE = IORING_SETUP_SINGLE_ISSUER,
	SQPOLL = IORING_SETUP_SQPOLL,
	SQ_AFF = IORING_SETUP_SQ_AFF,
	IOPOLL = IORING_SETUP_IOPOLL
};

__attribute__((format(printf, 2, 3))) static void
decline(struct measure_engine *granted, const char *format, ...)
{
	size_t n = strlen(granted->declined), size = sizeof(granted->declined);
	va_list ap;

	if (n)
		n += (size_t)snprintf(granted->declined + n, size - n, "; ");
	if (n >= size)
		return;
	va_start(ap, format);
	vsnprintf(granted->declined + n, size - n, format, ap);
	va_end(ap);
}

/* What sets of flags to try, best first; an older kernel answers -EINVAL to those that it does not
 * know. At most four. */
static unsigned
flags_to_try(const struct job *job, unsigned flags[4])
{
	unsigned single = job->single_issuer == JOB_CHOICE_OFF ? 0 : SINGLE;
	unsigned coop = job->coop_taskrun == JOB_CHOICE_OFF ? 0 : COOP;
	/* Who asks for the second best by its name means it. */
	bool defer = job->defer_taskrun == JOB_CHOICE_ON ||
		     (job->defer_taskrun == JOB_CHOICE_BEST && job->coop_taskrun != JOB_CHOICE_ON);
	unsigned n = 0;

	/* Nobody hands completions to a thread that does not submit. */
	if (job->sqthread_poll) {
		flags[n++] = single;
		flags[n++] = 0;
		return n;
	}
	if (defer && single)
		flags[n++] = DEFER | single;
	flags[n++] = single | coop;
	flags[n++] = coop;
	flags[n++] = 0;
	return n;
}

/* One ring with what is asked for beside flags; what is refused of that falls away step by step. */
static int
try_flags(struct uring *uring, const struct engine_setup *setup, unsigned flags, bool iopoll,
	  struct measure_engine *granted)
{
	const struct job *job = setup->job;
	bool bound = job->sqthread_poll && job->sqthread_poll_cpu >= 0;
	struct io_uring_params params = {.flags = flags | (job->sqthread_poll ? SQPOLL : 0) |
						  (bound ? SQ_AFF : 0) | (iopoll ? IOPOLL : 0)};

	params.sq_thread_cpu = bound ? (unsigned)job->sqthread_poll_cpu : 0;
	int error = uring_open_ring(uring, setup->depth, &params);
	if (error)
		return error;
	granted->single_issuer = (flags & SINGLE) != 0;
	granted->sqpoll = uring->sqpoll;
	granted->sqpoll_cpu = bound ? job->sqthread_poll_cpu : -1;
	granted->iopoll = iopoll;
	snprintf(granted->taskrun, sizeof(granted->taskrun), "%s",
		 uring->sqpoll   ? ""
		 : flags & DEFER ? "defer"
		 : flags & COOP  ? "coop"
				 : "ipi");
	return 0;
}

static int
try_all(struct uring *uring, const struct engine_setup *setup, bool iopoll,
	struct measure_engine *granted)
{
	unsigned flags[4], n = flags_to_try(setup->job, flags);
	int error = -EINVAL;

	for (unsigned i = 0; i < n && error == -EINVAL; i++)
		error = try_flags(uring, setup, flags[i], iopoll, granted);
	return error;
}

/* A kernel thread that cannot be had, or not where it is wanted, is done without; but a ring that
 * fails without it too has other troubles. */
static int
open_ring(struct uring *uring, const struct engine_setup *setup, bool iopoll,
	  struct measure_engine *granted)
{
	struct job job = *setup->job;
	struct engine_setup without = *setup;
	int first = try_all(uring, setup, iopoll, granted);

	if (!first || !job.sqthread_poll)
		return first;
	without.job = &job;
	if (first == -EINVAL && job.sqthread_poll_cpu >= 0) {
		job.sqthread_poll_cpu = -1;
		if (try_all(uring, &without, iopoll, granted) == 0) {
			decline(granted, "sqthread_poll_cpu: the thread cannot be bound to %d",
				setup->job->sqthread_poll_cpu);
			return 0;
		}
	}
	job.sqthread_poll = false;
	int error = try_all(uring, &without, iopoll, granted);
	if (!error)
		decline(granted, "sqthread_poll: %s", strerror(-first));
	return error;
}

static void
decline_taskrun(const struct job *job, struct measure_engine *granted)
{
	bool defer = strcmp(granted->taskrun, "defer") == 0;
	const char *why = granted->sqpoll ? "not with sqthread_poll"
			  : job->single_issuer == JOB_CHOICE_OFF && !defer
			      ? "needs single_issuer"
			      : "this kernel does not have it";

	if (job->defer_taskrun == JOB_CHOICE_ON && !defer)
		decline(granted, "defer_taskrun: %s", why);
	if (job->coop_taskrun == JOB_CHOICE_ON && !defer && strcmp(granted->taskrun, "coop") != 0)
		decline(granted, "coop_taskrun: %s",
			granted->sqpoll ? "not with sqthread_poll"
					: "this kernel does not have it");
	if (job->single_issuer == JOB_CHOICE_ON && !granted->single_issuer)
		decline(granted, "single_issuer: this kernel does not have it");
}

static const char *
why_not_polled(int error)
{
	if (error == -EOPNOTSUPP)
		return "the device has no poll queues";
	if (error == -ENODATA)
		return "a file without data does not tell whether its device can be polled";
	return strerror(-error);
}

/* Polling that a device cannot do would fail each I/O: a single read tells. */
static bool
can_poll(const struct engine_setup *setup, struct measure_engine *granted)
{
	if (!setup->job->hipri)
		return false;
	if (!setup->job->direct) {
		decline(granted, "hipri: only direct I/O can be polled for");
		return false;
	}
	for (unsigned i = 0; i < setup->n_files; i++) {
		int error = uring_probe_poll(setup->fd[i], setup->bs_max);
		if (!error)
			continue;
		decline(granted, "hipri: %s", why_not_polled(error));
		return false;
	}
	return true;
}

static const char *
why_not_registered(int error)
{
	if (error == -ENOMEM)
		return "the limit of locked memory is too low (RLIMIT_MEMLOCK, ulimit -l)";
	if (error == -EFAULT)
		return "the buffers are more than can be registered (1 GiB)";
	return strerror(-error);
}

static void
register_buffers(struct uring *uring, const struct engine_setup *setup,
		 struct measure_engine *granted)
{
	struct iovec all = {setup->buffer, setup->stride * setup->depth};
	enum job_choice choice = setup->job->fixedbufs;

	/* Registered buffers spare direct I/O the look-up of its pages, and cost buffered I/O. */
	if (choice == JOB_CHOICE_OFF || (choice == JOB_CHOICE_BEST && !setup->job->direct))
		return;
	int error = io_uring_register_buffers(&uring->ring, &all, 1);
	uring->fixed_buffers = error == 0;
	/* The limit is also told to those who did not ask: they can mend it. */
	if (error && (choice == JOB_CHOICE_ON || error == -ENOMEM))
		decline(granted, "fixedbufs: %s", why_not_registered(error));
}

/* Registers what saves the kernel work on each I/O. Each is done without where it is refused. */
static void
register_all(struct uring *uring, const struct engine_setup *setup, struct measure_engine *granted)
{
	const struct job *job = setup->job;

	if (job->registerfiles != JOB_CHOICE_OFF) {
		int error = io_uring_register_files(&uring->ring, setup->fd, setup->n_files);
		uring->fixed_file = error == 0;
		if (error && job->registerfiles == JOB_CHOICE_ON)
			decline(granted, "registerfiles: %s", strerror(-error));
	}
	register_buffers(uring, setup, granted);
	if (job->register_ring != JOB_CHOICE_OFF) {
		int n = io_uring_register_ring_fd(&uring->ring);
		granted->ring_fd = n == 1;
		if (n == 1)
			uring->enter_flags = IORING_ENTER_REGISTERED_RING;
		else if (job->register_ring == JOB_CHOICE_ON)
			decline(granted, "register_ring: %s",
				n == -EINVAL ? "this kernel does not have it" : strerror(-n));
	}
	granted->fixed_files = uring->fixed_file;
	granted->fixed_buffers = uring->fixed_buffers;
}

static int
explain(int error, unsigned depth, char why[MEASURE_WHY])
{
	const char *reason = "";

	if (error == -EPERM)
		reason = ": the system forbids it (see kernel.io_uring_disabled)";
	else if (error == -ENOSYS)
		reason = ": this kernel has none";
	else if (error == -ENOMEM)
		reason = ": the limit of locked memory is too low (RLIMIT_MEMLOCK, ulimit -l)";
	else if (error == -EINVAL)
		reason = ": the kernel's rings are not that large";
	snprintf(why, MEASURE_WHY, "cannot set up io_uring for %u I/Os%s", depth, reason);
	return error;
}

int
uring_set_up(struct uring *uring, const struct engine_setup *setup, struct measure_engine *granted,
	     char why[MEASURE_WHY])
{
	memset(uring, 0, sizeof(*uring));
	int error = open_ring(uring, setup, can_poll(setup, granted), granted);
	if (error)
		return explain(error, setup->depth, why);
	register_all(uring, setup, granted);
	decline_taskrun(setup->job, granted);
	granted->uring = true;
	granted->ring_slots = uring->ring.cq.ring_entries;
	snprintf(granted->reap, sizeof(granted->reap), "userspace");
	return 0;
}

void
uring_shut(struct uring *uring)
{
	io_uring_queue_exit(&uring->ring);
}
