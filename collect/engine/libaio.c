/* The engine on Linux's native asynchronous I/O. The io_context_t is the address of the completion
 * ring that the kernel maps into the process: what stands in it can be seen, and taken, without a
 * system call. */
#include <errno.h>
#include <libaio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/engine/engine.h"
#include "collect/engine/trim.h"

/* struct aio_ring of the kernel's fs/aio.c. */
struct ring {
	unsigned id;
	unsigned nr; /* entries; more than asked for */
	unsigned head;
	unsigned tail;
	unsigned magic;
	unsigned compat_features;
	unsigned incompat_features;
	unsigned header_length;
	struct io_event event[];
};

enum {
	RING_HEADER_LENGTH = 32,
	OPCODE_WITHIN = -1 /* none of the kernel's: done within submit by a call of its own */
};
static const unsigned ring_magic = 0xa10a10a1;

struct libaio {
	io_context_t context;
	struct ring *ring; /* NULL where the mapping is not what is known above */
	bool userspace_reap;
	bool syncs_within; /* the kernel, or the file system, has no asynchronous sync */
	const int *fd, *trim_fd;
	struct iocb *iocb;           /* one a slot, for reads and writes */
	struct iocb *sync;           /* one a slot: the kernel wants no buffer in a sync */
	struct engine_io *within;    /* one a slot: the I/O of an iocb with OPCODE_WITHIN */
	struct iocb **queued;        /* oldest first */
	struct io_event *event;      /* depth, for io_getevents */
	struct engine_done *outside; /* what did not come through the ring */
	unsigned n_queued, n_within, n_outside; /* n_within of n_queued */
};

static struct ring *
find_ring(io_context_t context)
{
	struct ring *ring = (struct ring *)(void *)context;

	return ring->magic == ring_magic && ring->incompat_features == 0 &&
		       ring->header_length == RING_HEADER_LENGTH
		   ? ring
		   : NULL;
}

static void
libaio_close(void *state)
{
	struct libaio *aio = state;

	if (aio->context)
		io_destroy(aio->context);
	free(aio->iocb);
	free(aio->sync);
	free(aio->within);
	free(aio->queued);
	free(aio->event);
	free(aio->outside);
	free(aio);
}

static int
explain(int error, unsigned depth, char why[MEASURE_WHY])
{
	const char *reason = "";

	if (error == -EAGAIN)
		reason = ": the system's limit for all programs is used up "
			 "(raise /proc/sys/fs/aio-max-nr)";
	else if (error == -ENOSYS)
		reason = ": this kernel is built without it";
	snprintf(why, MEASURE_WHY, "cannot set up libaio for %u I/Os%s", depth, reason);
	return error;
}

static void
set_slots(struct libaio *aio, const struct engine_setup *setup)
{
	aio->iocb = mem_alloc(setup->depth, sizeof(*aio->iocb));
	aio->sync = mem_alloc(setup->depth, sizeof(*aio->sync));
	aio->within = mem_alloc(setup->depth, sizeof(*aio->within));
	aio->queued = mem_alloc(setup->depth, sizeof(struct iocb *));
	aio->event = mem_alloc(setup->depth, sizeof(*aio->event));
	aio->outside = mem_alloc(setup->depth, sizeof(*aio->outside));
	memset(aio->event, 0, setup->depth * sizeof(*aio->event));
	for (unsigned i = 0; i < setup->depth; i++) {
		io_prep_pread(&aio->iocb[i], setup->fd[0], setup->buffer + i * setup->stride,
			      setup->bs_max, 0);
		aio->iocb[i].data = (void *)(uintptr_t)i;
		io_prep_fsync(&aio->sync[i], setup->fd[0]);
		aio->sync[i].data = (void *)(uintptr_t)i;
		aio->queued[i] = NULL;
	}
}

static int
libaio_open(const struct engine_setup *setup, void **state, struct measure_engine *granted,
	    char why[MEASURE_WHY])
{
	struct libaio *aio = mem_alloc(1, sizeof(*aio));
	int error = io_setup((int)setup->depth, &aio->context);

	if (error) {
		aio->context = NULL;
		libaio_close(aio);
		return explain(error, setup->depth, why);
	}
	aio->ring = find_ring(aio->context);
	aio->userspace_reap = setup->job->userspace_reap && aio->ring;
	aio->fd = setup->fd;
	aio->trim_fd = setup->trim_fd;
	set_slots(aio, setup);
	granted->ring_slots = aio->ring ? aio->ring->nr : 0;
	snprintf(granted->reap, sizeof(granted->reap), "%s",
		 aio->userspace_reap ? "userspace" : "syscall");
	if (setup->job->userspace_reap && !aio->ring)
		snprintf(granted->declined, sizeof(granted->declined),
			 "userspace_reap: the kernel's ring has a form that is not known");
	*state = aio;
	return 0;
}

/* The iocb of what is not a read or a write. */
static struct iocb *
prepare_other(struct libaio *aio, unsigned slot, const struct engine_io *io)
{
	if (io->op == ENGINE_TRIM || aio->syncs_within) {
		aio->within[slot] = *io;
		aio->n_within++;
		aio->iocb[slot].aio_lio_opcode = OPCODE_WITHIN;
		return &aio->iocb[slot];
	}
	aio->sync[slot].aio_lio_opcode = io->op == ENGINE_FSYNC ? IO_CMD_FSYNC : IO_CMD_FDSYNC;
	aio->sync[slot].aio_fildes = aio->fd[io->file];
	return &aio->sync[slot];
}

static void
libaio_queue(void *state, unsigned slot, const struct engine_io *io)
{
	struct libaio *aio = state;
	struct iocb *iocb = &aio->iocb[slot];

	if (io->op == ENGINE_READ || io->op == ENGINE_WRITE) {
		iocb->aio_lio_opcode = io->op == ENGINE_READ ? IO_CMD_PREAD : IO_CMD_PWRITE;
		iocb->aio_fildes = aio->fd[io->file];
		iocb->u.c.nbytes = io->bytes;
		iocb->u.c.offset = (long long)io->offset;
	} else {
		iocb = prepare_other(aio, slot, io);
	}
	aio->queued[aio->n_queued++] = iocb;
}

static unsigned
slot_of(const struct iocb *iocb)
{
	return (unsigned)(uintptr_t)iocb->data;
}

static void
drop_queued(struct libaio *aio, unsigned n)
{
	aio->n_queued -= n;
	for (unsigned i = 0; i < aio->n_queued; i++)
		aio->queued[i] = aio->queued[i + n];
}

/* The oldest one is over before it reached the ring. */
static int
finish_outside(struct libaio *aio, int64_t result)
{
	aio->outside[aio->n_outside++] = (struct engine_done){
	    .slot = slot_of(aio->queued[0]), .outside = true, .result = result};
	drop_queued(aio, 1);
	return 1;
}

static int
do_within(struct libaio *aio)
{
	const struct engine_io *io = &aio->within[slot_of(aio->queued[0])];

	aio->n_within--;
	return finish_outside(aio, trim_or_sync(aio->fd, aio->trim_fd, io));
}

static bool
is_sync(const struct iocb *iocb)
{
	return iocb->aio_lio_opcode == IO_CMD_FSYNC || iocb->aio_lio_opcode == IO_CMD_FDSYNC;
}

/* A sync that the kernel (before 4.18) or the file system has no asynchronous way for. */
static int
sync_within(struct libaio *aio)
{
	const struct iocb *iocb = aio->queued[0];
	const struct engine_io io = {.op = iocb->aio_lio_opcode == IO_CMD_FSYNC ? ENGINE_FSYNC
										: ENGINE_FDATASYNC};

	aio->syncs_within = true;
	const int fd = iocb->aio_fildes;
	return finish_outside(aio, trim_or_sync(&fd, NULL, &io));
}

/* io_submit ends at the first I/O that it refuses, and fails only when that is the first of all. */
static int
libaio_submit(void *state)
{
	struct libaio *aio = state;
	unsigned n_queued = aio->n_queued;

	if (aio->n_within) {
		for (n_queued = 0; aio->queued[n_queued]->aio_lio_opcode != OPCODE_WITHIN;)
			n_queued++;
		if (n_queued == 0)
			return do_within(aio);
	}
	int n = io_submit(aio->context, n_queued, aio->queued);
	if (n == 0 || n == -EAGAIN || n == -EINTR)
		return n ? n : -EAGAIN;
	if (n == -EINVAL && is_sync(aio->queued[0]))
		return sync_within(aio);
	if (n < 0)
		return finish_outside(aio, n);
	drop_queued(aio, (unsigned)n);
	return n;
}

static unsigned
count_standing(const struct ring *ring)
{
	/* The kernel writes the tail, this thread alone the head: directly, or the kernel within
	 * its io_getevents. */
	unsigned tail = __atomic_load_n(&ring->tail, __ATOMIC_ACQUIRE);
	unsigned head = __atomic_load_n(&ring->head, __ATOMIC_RELAXED);
	return tail >= head ? tail - head : tail + ring->nr - head;
}

static unsigned
libaio_standing(const void *state)
{
	const struct libaio *aio = state;

	return (aio->ring ? count_standing(aio->ring) : 0) + aio->n_outside;
}

static void
take_event(struct engine_done *done, const struct io_event *event)
{
	*done = (struct engine_done){.slot = (unsigned)(uintptr_t)event->data,
				     .result = (int64_t)event->res};
}

static int
reap_outside(struct libaio *aio, unsigned max, struct engine_done *done)
{
	unsigned n = 0;

	while (n < max && aio->n_outside)
		done[n++] = aio->outside[--aio->n_outside];
	return (int)n;
}

/* In place: reads n events that stand in the ring, then gives their places back. */
static int
reap_ring(struct ring *ring, unsigned n, struct engine_done *done)
{
	unsigned head = ring->head;

	for (unsigned i = 0; i < n; i++) {
		take_event(&done[i], &ring->event[head]);
		head = head + 1 == ring->nr ? 0 : head + 1;
	}
	__atomic_store_n(&ring->head, head, __ATOMIC_RELEASE);
	return (int)n;
}

static int
libaio_reap(void *state, unsigned min, unsigned max, uint64_t wait_ns, struct engine_done *done)
{
	struct libaio *aio = state;
	struct timespec wait = {.tv_sec = (time_t)(wait_ns / 1000000000U),
				.tv_nsec = (long)(wait_ns % 1000000000U)};

	if (aio->n_outside)
		return reap_outside(aio, max, done);
	if (aio->userspace_reap) {
		unsigned standing = count_standing(aio->ring);
		if (standing >= min || wait_ns == 0)
			return reap_ring(aio->ring, standing < max ? standing : max, done);
	}
	int n = io_getevents(aio->context, min, max, aio->event,
			     wait_ns == ENGINE_FOREVER ? NULL : &wait);
	if (n < 0)
		return n == -EINTR ? 0 : n;
	for (int i = 0; i < n; i++)
		take_event(&done[i], &aio->event[i]);
	return n;
}

const struct engine engine_libaio = {
    .name = "libaio",
    .submits = true,
    .open = libaio_open,
    .queue = libaio_queue,
    .submit = libaio_submit,
    .standing = libaio_standing,
    .reap = libaio_reap,
    .close = libaio_close,
};
