/* The engine on io_uring, with the cheapest ways that the kernel grants. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/engine/engine.h"
#include "collect/engine/trim.h"
#include "collect/engine/uring.h"

/* What is done within submit: it waits for its turn beside the ring. */
struct apart {
	struct engine_io io;
	unsigned slot;
	unsigned behind; /* as many entries of the ring are older */
};

struct ring_engine {
	struct uring uring;
	const int *fd, *trim_fd;
	char *buffer;
	size_t stride;
	unsigned depth;
	struct apart *apart; /* depth, oldest first from apart_head on */
	unsigned apart_head, n_apart;
	struct engine_done *outside; /* done within submit */
	unsigned n_outside;
};

static void
ring_close(void *state)
{
	struct ring_engine *e = state;

	uring_shut(&e->uring);
	free(e->apart);
	free(e->outside);
	free(e);
}

static int
ring_open(const struct engine_setup *setup, void **state, struct measure_engine *granted,
	  char why[MEASURE_WHY])
{
	if (setup->bs_max > INT32_MAX) { /* a completion tells the bytes as an int */
		snprintf(why, MEASURE_WHY, "io_uring cannot do I/O of 2 GiB or more");
		return -EINVAL;
	}
	struct ring_engine *e = mem_alloc(1, sizeof(*e));
	int error = uring_set_up(&e->uring, setup, granted, why);
	if (error) {
		free(e);
		return error;
	}
	e->fd = setup->fd;
	e->trim_fd = setup->trim_fd;
	e->buffer = setup->buffer;
	e->stride = setup->stride;
	e->depth = setup->depth;
	e->apart = mem_alloc(setup->depth, sizeof(*e->apart));
	e->outside = mem_alloc(setup->depth, sizeof(*e->outside));
	*state = e;
	return 0;
}

static void
queue_apart(struct ring_engine *e, unsigned slot, const struct engine_io *io)
{
	unsigned at = e->apart_head + e->n_apart++;

	e->apart[at >= e->depth ? at - e->depth : at] =
	    (struct apart){.io = *io, .slot = slot, .behind = e->uring.tail};
}

static void
prepare_move(const struct ring_engine *e, struct io_uring_sqe *sqe, unsigned slot,
	     const struct engine_io *io)
{
	char *buffer = e->buffer + slot * e->stride;
	int opcode;

	if (e->uring.fixed_buffers)
		opcode = io->op == ENGINE_READ ? IORING_OP_READ_FIXED : IORING_OP_WRITE_FIXED;
	else
		opcode = io->op == ENGINE_READ ? IORING_OP_READ : IORING_OP_WRITE;
	io_uring_prep_rw(opcode, sqe, e->uring.fixed_file ? (int)io->file : e->fd[io->file], buffer,
			 (unsigned)io->bytes, io->offset);
}

static void
prepare_sync(const struct ring_engine *e, struct io_uring_sqe *sqe, const struct engine_io *io)
{
	io_uring_prep_fsync(sqe, e->uring.fixed_file ? (int)io->file : e->fd[io->file],
			    io->op == ENGINE_FDATASYNC ? IORING_FSYNC_DATASYNC : 0);
}

static void
ring_queue(void *state, unsigned slot, const struct engine_io *io)
{
	struct ring_engine *e = state;
	bool moves = io->op == ENGINE_READ || io->op == ENGINE_WRITE;

	/* A polled ring takes nothing but reads and writes. */
	if (io->op == ENGINE_TRIM || (!moves && e->uring.polled)) {
		queue_apart(e, slot, io);
		return;
	}
	/* There is always one free, for the ring has room for depth entries. */
	const struct io_uring_sq *sq = &e->uring.ring.sq;
	struct io_uring_sqe *sqe = &sq->sqes[e->uring.tail++ & sq->ring_mask];
	if (moves)
		prepare_move(e, sqe, slot, io);
	else
		prepare_sync(e, sqe, io);
	sqe->flags = e->uring.fixed_file ? IOSQE_FIXED_FILE : 0;
	sqe->user_data = slot;
}

static int
do_apart(struct ring_engine *e, const struct apart *apart)
{
	e->outside[e->n_outside++] =
	    (struct engine_done){.slot = apart->slot,
				 .outside = true,
				 .result = trim_or_sync(e->fd, e->trim_fd, &apart->io)};
	e->apart_head = e->apart_head + 1 == e->depth ? 0 : e->apart_head + 1;
	e->n_apart--;
	return 1;
}

static int
ring_submit(void *state)
{
	struct ring_engine *e = state;
	unsigned until = e->uring.tail;

	if (e->n_apart) {
		const struct apart *first = &e->apart[e->apart_head];
		if (first->behind == e->uring.taken)
			return do_apart(e, first);
		until = first->behind;
	}
	int n = uring_hand_over(&e->uring, until - e->uring.taken);
	return n ? n : -EAGAIN;
}

static unsigned
ring_standing(const void *state)
{
	const struct ring_engine *e = state;

	return uring_standing(&e->uring) + e->n_outside;
}

static int
reap_outside(struct ring_engine *e, unsigned max, struct engine_done *done)
{
	unsigned n = 0;

	while (n < max && e->n_outside)
		done[n++] = e->outside[--e->n_outside];
	return (int)n;
}

static int
ring_reap(void *state, unsigned min, unsigned max, uint64_t wait_ns, struct engine_done *done)
{
	struct ring_engine *e = state;
	const struct io_uring_cq *cq = &e->uring.ring.cq;

	if (e->n_outside)
		return reap_outside(e, max, done);
	int error = uring_wait(&e->uring, min, wait_ns);
	if (error)
		return error;
	unsigned standing = uring_standing(&e->uring), head = *cq->khead;
	unsigned n = standing < max ? standing : max;
	for (unsigned i = 0; i < n; i++) {
		const struct io_uring_cqe *cqe = &cq->cqes[head++ & cq->ring_mask];
		done[i] =
		    (struct engine_done){.slot = (unsigned)cqe->user_data, .result = cqe->res};
	}
	__atomic_store_n(cq->khead, head, __ATOMIC_RELEASE);
	return (int)n;
}

const struct engine engine_io_uring = {
    .name = "io_uring",
    .submits = true,
    .open = ring_open,
    .queue = ring_queue,
    .submit = ring_submit,
    .standing = ring_standing,
    .reap = ring_reap,
    .close = ring_close,
};
