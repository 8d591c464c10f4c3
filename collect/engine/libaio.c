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

enum { RING_HEADER_LENGTH = 32 };
static const unsigned ring_magic = 0xa10a10a1;

struct libaio {
	io_context_t context;
	struct ring *ring; /* NULL where the mapping is not what is known above */
	bool userspace_reap;
	const int *fd;
	struct iocb *iocb;           /* one a slot */
	struct iocb **queued;        /* oldest first */
	struct io_event *event;      /* depth, for io_getevents */
	struct engine_done *refused; /* by io_submit itself */
	unsigned n_queued, n_refused;
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
	free(aio->queued);
	free(aio->event);
	free(aio->refused);
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
	aio->iocb = mem_alloc(setup->depth, sizeof(*aio->iocb));
	aio->queued = mem_alloc(setup->depth, sizeof(struct iocb *));
	aio->event = mem_alloc(setup->depth, sizeof(*aio->event));
	aio->refused = mem_alloc(setup->depth, sizeof(*aio->refused));
	memset(aio->event, 0, setup->depth * sizeof(*aio->event));
	for (unsigned i = 0; i < setup->depth; i++) {
		io_prep_pread(&aio->iocb[i], setup->fd[0], setup->buffer + i * setup->stride,
			      setup->bs_max, 0);
		aio->iocb[i].data = (void *)(uintptr_t)i;
		aio->queued[i] = NULL;
	}
	granted->ring_slots = aio->ring ? aio->ring->nr : 0;
	snprintf(granted->reap, sizeof(granted->reap), "%s",
		 aio->userspace_reap ? "userspace" : "syscall");
	*state = aio;
	return 0;
}

static void
libaio_queue(void *state, unsigned slot, const struct engine_io *io)
{
	struct libaio *aio = state;
	struct iocb *iocb = &aio->iocb[slot];

	iocb->aio_lio_opcode = io->op == ENGINE_READ ? IO_CMD_PREAD : IO_CMD_PWRITE;
	iocb->aio_fildes = aio->fd[io->file];
	iocb->u.c.nbytes = io->bytes;
	iocb->u.c.offset = (long long)io->offset;
	aio->queued[aio->n_queued++] = iocb;
}

/* io_submit ends at the first I/O that it refuses, and fails only when that is the first of all. */
static int
libaio_submit(void *state)
{
	struct libaio *aio = state;
	int n = io_submit(aio->context, aio->n_queued, aio->queued);

	if (n == 0 || n == -EAGAIN || n == -EINTR)
		return n ? n : -EAGAIN;
	if (n < 0) {
		struct engine_done *refused = &aio->refused[aio->n_refused++];
		refused->slot = (unsigned)(uintptr_t)aio->queued[0]->data;
		refused->result = n;
		refused->outside = true;
		n = 1;
	}
	aio->n_queued -= (unsigned)n;
	for (unsigned i = 0; i < aio->n_queued; i++)
		aio->queued[i] = aio->queued[i + (unsigned)n];
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
	const struct ring *ring = ((const struct libaio *)state)->ring;

	return ring ? count_standing(ring) : 0;
}

static void
take_event(struct engine_done *done, const struct io_event *event)
{
	done->slot = (unsigned)(uintptr_t)event->data;
	done->result = (int64_t)event->res;
}

static int
reap_refused(struct libaio *aio, unsigned max, struct engine_done *done)
{
	unsigned n = 0;

	while (n < max && aio->n_refused)
		done[n++] = aio->refused[--aio->n_refused];
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

	if (aio->n_refused)
		return reap_refused(aio, max, done);
	if (aio->userspace_reap) {
		unsigned standing = count_standing(aio->ring);
		if (standing >= min || (standing && wait_ns == 0))
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
