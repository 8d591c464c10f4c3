/* The engine on io_uring, with the cheapest ways that the kernel grants. */
#include <errno.h>
#include <liburing.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/engine/engine.h"

struct uring {
	struct io_uring ring;
	const int *fd;
	bool fixed_file, fixed_buffers;
	bool defer; /* completions reach the ring within io_uring_enter only */
	char *buffer;
	size_t stride;
};

/* How completions are handed to this thread, cheapest first: within its own io_uring_enter; at its
 * next system call; by interrupting it. */
static const struct taskrun {
	const char *name;
	unsigned flags;
} taskruns[] = {
    {"defer", IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN},
    {"coop", IORING_SETUP_COOP_TASKRUN},
    {"ipi", 0},
};

static int
open_ring(struct uring *uring, unsigned depth, struct measure_engine *granted)
{
	int error = -EINVAL;

	/* An older kernel answers -EINVAL to flags that it does not know. */
	for (size_t i = 0; i < countof(taskruns) && error == -EINVAL; i++) {
		error = io_uring_queue_init(depth, &uring->ring, taskruns[i].flags);
		uring->defer = (taskruns[i].flags & IORING_SETUP_DEFER_TASKRUN) != 0;
		snprintf(granted->taskrun, sizeof(granted->taskrun), "%s", taskruns[i].name);
	}
	return error;
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

/* Registers what saves the kernel work on each I/O. Each is done without where it is refused. */
static void
register_all(struct uring *uring, const struct engine_setup *setup)
{
	struct iovec all = {setup->buffer, setup->stride * setup->depth};

	uring->fixed_file = io_uring_register_files(&uring->ring, setup->fd, setup->n_files) == 0;
	/* Registered buffers spare direct I/O the look-up of its pages, and cost buffered I/O. */
	uring->fixed_buffers =
	    setup->job->direct && io_uring_register_buffers(&uring->ring, &all, 1) == 0;
	io_uring_register_ring_fd(&uring->ring);
}

static int
uring_open(const struct engine_setup *setup, void **state, struct measure_engine *granted,
	   char why[MEASURE_WHY])
{
	if (setup->bs_max > INT32_MAX) { /* a completion tells the bytes as an int */
		snprintf(why, MEASURE_WHY, "io_uring cannot do I/O of 2 GiB or more");
		return -EINVAL;
	}
	struct uring *uring = mem_alloc(1, sizeof(*uring));
	int error = open_ring(uring, setup->depth, granted);
	if (error) {
		free(uring);
		return explain(error, setup->depth, why);
	}
	uring->fd = setup->fd;
	uring->buffer = setup->buffer;
	uring->stride = setup->stride;
	register_all(uring, setup);
	snprintf(granted->reap, sizeof(granted->reap), "userspace");
	granted->ring_slots = uring->ring.cq.ring_entries;
	granted->fixed_files = uring->fixed_file;
	granted->fixed_buffers = uring->fixed_buffers;
	*state = uring;
	return 0;
}

static void
uring_queue(void *state, unsigned slot, const struct engine_io *io)
{
	struct uring *uring = state;
	/* Never NULL: the ring has room for depth entries. */
	struct io_uring_sqe *sqe = io_uring_get_sqe(&uring->ring);
	char *buffer = uring->buffer + slot * uring->stride;
	int opcode;

	if (uring->fixed_buffers)
		opcode = io->op == ENGINE_READ ? IORING_OP_READ_FIXED : IORING_OP_WRITE_FIXED;
	else
		opcode = io->op == ENGINE_READ ? IORING_OP_READ : IORING_OP_WRITE;
	io_uring_prep_rw(opcode, sqe, uring->fixed_file ? (int)io->file : uring->fd[io->file],
			 buffer, (unsigned)io->bytes, io->offset);
	sqe->flags = uring->fixed_file ? IOSQE_FIXED_FILE : 0;
	sqe->user_data = slot;
}

/* A deferring ring is also asked to bring in what has completed meanwhile, which saves a system
 * call for it. */
static int
uring_submit(void *state)
{
	struct uring *uring = state;
	int n = uring->defer ? io_uring_submit_and_get_events(&uring->ring)
			     : io_uring_submit(&uring->ring);

	return n ? n : -EAGAIN;
}

static unsigned
uring_standing(const void *state)
{
	const struct uring *uring = state;

	return io_uring_cq_ready(&uring->ring);
}

static int
uring_reap(void *state, unsigned min, unsigned max, uint64_t wait_ns, struct engine_done *done)
{
	struct uring *uring = state;
	struct __kernel_timespec wait = {.tv_sec = (long long)(wait_ns / 1000000000U),
					 .tv_nsec = (long long)(wait_ns % 1000000000U)};
	struct io_uring_cqe *cqe;
	unsigned head, n = 0;

	if (io_uring_cq_ready(&uring->ring) < min) {
		int error = wait_ns == ENGINE_FOREVER
				? io_uring_wait_cqe_nr(&uring->ring, &cqe, min)
				: io_uring_wait_cqes(&uring->ring, &cqe, min, &wait, NULL);
		if (error && error != -ETIME)
			return error == -EINTR ? 0 : error;
	}
	io_uring_for_each_cqe(&uring->ring, head, cqe)
	{
		if (n == max)
			break;
		done[n].slot = (unsigned)cqe->user_data;
		done[n++].result = cqe->res;
	}
	io_uring_cq_advance(&uring->ring, n);
	return (int)n;
}

static void
uring_close(void *state)
{
	struct uring *uring = state;

	io_uring_queue_exit(&uring->ring);
	free(uring);
}

const struct engine engine_io_uring = {
    .name = "io_uring",
    .submits = true,
    .open = uring_open,
    .queue = uring_queue,
    .submit = uring_submit,
    .standing = uring_standing,
    .reap = uring_reap,
    .close = uring_close,
};
