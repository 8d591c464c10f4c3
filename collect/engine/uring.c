/* Entering the kernel: submission, waiting, polling. */
#include "collect/engine/uring.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/engine/clock.h"

enum {
	SIGNAL_SET = 8, /* bytes of the kernel's sigset_t */
	STEP_NS = 50000 /* how often a wait looks that cannot be told what for */
};

int
uring_open_ring(struct uring *uring, unsigned depth, struct io_uring_params *params)
{
	int error = io_uring_queue_init_params(depth, &uring->ring, params);

	if (error)
		return error;
	uring->timed = (params->features & IORING_FEAT_EXT_ARG) != 0;
	uring->sqpoll = (params->flags & IORING_SETUP_SQPOLL) != 0;
	uring->polled = (params->flags & IORING_SETUP_IOPOLL) != 0;
	uring->iopoll = uring->polled && !uring->sqpoll;
	uring->defer = (params->flags & IORING_SETUP_DEFER_TASKRUN) != 0;
	uring->lazy =
	    uring->iopoll || uring->defer || (params->flags & IORING_SETUP_COOP_TASKRUN) != 0;
	/* Entries are used in turn: the table that could say otherwise is written once. A newer
	 * liburing may have set the ring up without it. */
	for (unsigned i = 0; uring->ring.sq.array && i < uring->ring.sq.ring_entries; i++)
		uring->ring.sq.array[i] = i;
	return 0;
}

static int
enter(struct uring *uring, unsigned submit, unsigned min, unsigned flags)
{
	return io_uring_enter2((unsigned)uring->ring.enter_ring_fd, submit, min,
			       flags | uring->enter_flags, NULL, SIGNAL_SET);
}

/* The thread of the kernel looks by itself, unless it fell asleep for want of work. */
static int
hand_over_to_thread(struct uring *uring, unsigned n)
{
	int error;

	/* The thread sets its flag and then looks at the tail; here it is the other way round. */
	atomic_thread_fence(memory_order_seq_cst);
	if (__atomic_load_n(uring->ring.sq.kflags, __ATOMIC_RELAXED) & IORING_SQ_NEED_WAKEUP) {
		do
			error = enter(uring, n, 0, IORING_ENTER_SQ_WAKEUP);
		while (error == -EINTR);
		if (error < 0)
			return error;
	}
	uring->taken += n;
	return (int)n;
}

int
uring_hand_over(struct uring *uring, unsigned n)
{
	__atomic_store_n(uring->ring.sq.ktail, uring->taken + n, __ATOMIC_RELEASE);
	if (uring->sqpoll)
		return hand_over_to_thread(uring, n);
	/* A ring whose completions come within this call is asked to bring in what there is, which
	 * saves another one. */
	int taken = enter(uring, n, 0, uring->defer || uring->iopoll ? IORING_ENTER_GETEVENTS : 0);
	if (taken > 0)
		uring->taken += (unsigned)taken;
	return taken;
}

/* A polled ring's kernel knows no timeout, and comes back with whatever it has found first. */
static int
poll_until(struct uring *uring, unsigned min, uint64_t wait_ns)
{
	uint64_t start_ns = clock_monotonic_ns();

	do {
		int error =
		    enter(uring, 0, wait_ns == ENGINE_FOREVER ? 1 : 0, IORING_ENTER_GETEVENTS);
		if (error < 0)
			return error;
	} while (uring_standing(uring) < min &&
		 (wait_ns == ENGINE_FOREVER || clock_monotonic_ns() - start_ns < wait_ns));
	return 0;
}

static int
wait_timed(struct uring *uring, unsigned min, uint64_t wait_ns)
{
	struct __kernel_timespec time = {.tv_sec = (long long)(wait_ns / 1000000000U),
					 .tv_nsec = (long long)(wait_ns % 1000000000U)};
	struct io_uring_getevents_arg arg = {.sigmask_sz = SIGNAL_SET,
					     .ts = (uint64_t)(uintptr_t)&time};

	return io_uring_enter2((unsigned)uring->ring.enter_ring_fd, 0, min,
			       IORING_ENTER_GETEVENTS | IORING_ENTER_EXT_ARG | uring->enter_flags,
			       (sigset_t *)(void *)&arg, sizeof(arg));
}

/* For kernels whose io_uring_enter waits for ever or not at all. */
static int
wait_by_poll(struct uring *uring, unsigned min, uint64_t wait_ns)
{
	uint64_t start_ns = clock_monotonic_ns(), gone_ns = 0;

	while (uring_standing(uring) < min && gone_ns < wait_ns) {
		uint64_t left_ns = wait_ns - gone_ns;
		struct pollfd ring = {.fd = uring->ring.ring_fd, .events = POLLIN};
		bool some = uring_standing(uring) > 0; /* it polls as ready from then on */
		if (some && left_ns > STEP_NS)
			left_ns = STEP_NS;
		struct timespec time = {.tv_sec = (time_t)(left_ns / 1000000000U),
					.tv_nsec = (long)(left_ns % 1000000000U)};
		if (ppoll(&ring, some ? 0 : 1, &time, NULL) < 0)
			return -errno;
		gone_ns = clock_monotonic_ns() - start_ns;
	}
	return 0;
}

int
uring_wait(struct uring *uring, unsigned min, uint64_t wait_ns)
{
	unsigned standing = uring_standing(uring);
	int error = 0;

	if (standing >= min)
		return 0;
	if (wait_ns == 0)
		error =
		    standing == 0 && uring->lazy ? enter(uring, 0, 0, IORING_ENTER_GETEVENTS) : 0;
	else if (uring->iopoll)
		error = poll_until(uring, min, wait_ns);
	else if (wait_ns == ENGINE_FOREVER)
		error = enter(uring, 0, min, IORING_ENTER_GETEVENTS);
	else if (uring->timed)
		error = wait_timed(uring, min, wait_ns);
	else
		error = wait_by_poll(uring, min, wait_ns);
	return error == -EINTR || error == -ETIME || error > 0 ? 0 : error;
}

/* Where the file first has data: a hole is read without the device. Devices have none, nor has a
 * file system that cannot tell. */
static int
find_data(int fd, uint64_t *offset)
{
	off_t at = lseek(fd, 0, SEEK_DATA);

	if (at < 0 && errno == ENXIO)
		return -ENODATA;
	*offset = at > 0 ? (uint64_t)at : 0;
	return 0;
}

static int
read_polled(struct uring *uring, int fd, void *buffer, uint64_t bytes, uint64_t offset)
{
	const struct io_uring_cqe *cqe = &uring->ring.cq.cqes[0];

	io_uring_prep_rw(IORING_OP_READ, &uring->ring.sq.sqes[0], fd, buffer, (unsigned)bytes,
			 offset);
	int error = uring_hand_over(uring, 1);
	if (error != 1)
		return error < 0 ? error : -EAGAIN;
	do
		error = uring_wait(uring, 1, ENGINE_FOREVER);
	while (!error && uring_standing(uring) == 0);
	if (error)
		return error;
	/* Nothing read means that the file is empty: no device was asked. */
	return cqe->res > 0 ? 0 : cqe->res < 0 ? cqe->res : -ENODATA;
}

int
uring_probe_poll(int fd, uint64_t bytes)
{
	struct uring uring = {.tail = 1};
	struct io_uring_params params = {.flags = IORING_SETUP_IOPOLL};
	uint64_t offset = 0;
	int error = find_data(fd, &offset);

	if (!error)
		error = uring_open_ring(&uring, 1, &params);
	if (error)
		return error;
	/* Not the job's buffers, which hold what it is to write. */
	void *buffer =
	    mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	error = buffer == MAP_FAILED ? -ENOMEM : read_polled(&uring, fd, buffer, bytes, offset);
	io_uring_queue_exit(&uring.ring);
	if (buffer != MAP_FAILED)
		munmap(buffer, bytes);
	return error;
}
