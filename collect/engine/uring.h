/* The ring of the io_uring engine: what is set up, asked for and granted, and how the kernel is
 * entered. liburing maps and registers; the submission queue is filled by the engine itself, for it
 * must be able to hand over a part of it. */
#ifndef COLLECT_ENGINE_URING_H
#define COLLECT_ENGINE_URING_H

#include <liburing.h>

#include "collect/engine/engine.h"

struct uring {
	struct io_uring ring;
	unsigned enter_flags; /* of every io_uring_enter */
	bool fixed_file, fixed_buffers;
	bool sqpoll;    /* a thread of the kernel submits */
	bool polled;    /* completions are polled for: the ring takes reads and writes only */
	bool iopoll;    /* and this thread does that, within the kernel */
	bool defer;     /* completions reach the ring only within io_uring_enter */
	bool lazy;      /* or, at least, only when this thread enters the kernel */
	bool timed;     /* io_uring_enter takes the time to wait (Linux 5.11) */
	unsigned tail;  /* submission entries filled so far, modulo 2^32 */
	unsigned taken; /* of them by the kernel */
};

/* The ring alone, with IORING_SETUP_* flags. Returns 0, or -errno. */
int uring_open_ring(struct uring *uring, unsigned depth, struct io_uring_params *params);

/* Sets up the ring with what the job asks for and the kernel grants, and notes it. Returns 0, or
 * -errno with why, nothing left open. The caller ends it with uring_shut. */
int uring_set_up(struct uring *uring, const struct engine_setup *setup,
		 struct measure_engine *granted, char why[MEASURE_WHY]);

void uring_shut(struct uring *uring);

/* Makes the first n entries that the kernel has not taken known to it, and enters it unless its
 * thread looks for them by itself. Returns how many were taken, or -errno. */
int uring_hand_over(struct uring *uring, unsigned n);

/* Waits until min completions stand in the ring, for wait_ns at most; ENGINE_FOREVER and 0 as in
 * engine.reap. Returns 0 when that is so or the wait was ended by a signal or the time, or -errno.
 */
int uring_wait(struct uring *uring, unsigned min, uint64_t wait_ns);

/* Reads so many bytes once where the file first has data, polling for it: 0 where that works,
 * -errno where it does not (-EOPNOTSUPP: the device has no queues for it; -ENODATA: there is
 * nothing but holes, which no device is asked for). */
int uring_probe_poll(int fd, uint64_t bytes);

/* Completions that stand in the ring. */
static inline unsigned
uring_standing(const struct uring *uring)
{
	return io_uring_cq_ready(&uring->ring);
}

#endif
