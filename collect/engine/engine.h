/* What the measuring loop asks of an I/O engine. One engine instance belongs to one thread: it is
 * opened, used and closed by it, for io_uring ties its cheapest mode to the creating thread. */
#ifndef COLLECT_ENGINE_ENGINE_H
#define COLLECT_ENGINE_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/engine/measure.h"

/* What an engine works on. Slot i of 0 .. depth - 1 owns the bs_max bytes at buffer + i * stride
 * and has at most one I/O at a time; buffer, fd and trim_fd stay the caller's and outlive the
 * engine. */
struct engine_setup {
	const struct job *job; /* direct, and the options of engines */
	const int *fd;         /* n_files; open with O_DIRECT where job->direct */
	const int *trim_fd;    /* n_files; for trims alone */
	unsigned n_files;
	unsigned depth;
	uint64_t bs_max; /* no I/O is larger */
	char *buffer;
	size_t stride;
};

enum engine_op { ENGINE_READ, ENGINE_WRITE, ENGINE_TRIM, ENGINE_FSYNC, ENGINE_FDATASYNC };

/* One I/O: bytes and offset are 0 for the two that sync a file. */
struct engine_io {
	enum engine_op op;
	unsigned file; /* 0 .. n_files - 1 */
	uint64_t offset, bytes;
};

#define ENGINE_FOREVER UINT64_MAX

/* One completion. */
struct engine_done {
	unsigned slot;
	/* It never stood in the completion ring: the kernel refused the I/O as it was submitted, or
	 * did it within the submission. A reap brings such ones alone, so that done[0] tells for
	 * all of them that the look says nothing about the ring. False where there is no ring. */
	bool outside;
	int64_t result; /* bytes moved, 0 of a sync that went well, or -errno */
};

struct engine {
	const char *name; /* as ioengine has it */

	/* The I/O is handed over by a system call of its own; false where the call that waits for
	 * the I/O also starts it. */
	bool submits;

	/* Sets up *state and fills the fields of granted that the kernel decides on (all zero
	 * before). Returns 0, or -errno with why, nothing left open. */
	int (*open)(const struct engine_setup *setup, void **state, struct measure_engine *granted,
		    char why[MEASURE_WHY]);

	/* Prepares one I/O in an unused slot; no system call. At most depth I/Os may be queued and
	 * in flight together. */
	void (*queue)(void *state, unsigned slot, const struct engine_io *io);

	/* Hands over what is queued, oldest first. What the interface cannot do asynchronously
	 * (trims; syncs, where it lacks them) is done within, each by a call of its own: a call
	 * ends before the first of these, or takes it alone, so that the stamps around the call are
	 * those of this one. Returns how many were taken, those included that the kernel refused
	 * one by one: the next reaps bring these, and those done within, with their results. Or
	 * -errno, and all stay queued: -EAGAIN, -EBUSY and -EINTR mean "again later", anything else
	 * that this instance is broken. */
	int (*submit)(void *state);

	/* Completions that can be taken now without a system call, beside those that a reap took
	 * before: those in the ring and those outside of it. After a reap that brought some from
	 * the ring there are only such. 0 where there is no ring. */
	unsigned (*standing)(const void *state);

	/* Takes at most max completions, waiting for min of them (1 <= min <= max, min <= in
	 * flight) for wait_ns at most; ENGINE_FOREVER = until they are there; 0 = looks without
	 * waiting. No system call where the mapped ring already holds min. Returns how many: less
	 * than min when a signal or the time ended the wait, or when some stand outside the ring,
	 * which come first, alone and without waiting. Or -errno. An engine that does not submit
	 * does its I/O here, whatever wait_ns says. */
	int (*reap)(void *state, unsigned min, unsigned max, uint64_t wait_ns,
		    struct engine_done *done);

	/* Nothing may be in flight. */
	void (*close)(void *state);
};

extern const struct engine engine_libaio;
extern const struct engine engine_io_uring;
extern const struct engine engine_psync;
extern const struct engine engine_null;

/* The engine that a job asks for. */
const struct engine *engine_of(enum job_engine engine);

#endif
