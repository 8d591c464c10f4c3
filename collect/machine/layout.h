/* Fills files that a job is to work on. */
#ifndef COLLECT_MACHINE_LAYOUT_H
#define COLLECT_MACHINE_LAYOUT_H

#include <signal.h>
#include <stdint.h>

/* Who waits for a long layout. */
struct layout_watch {
	const volatile sig_atomic_t *stop; /* non-zero ends it; NULL = nothing does */
	/* Called now and then with the bytes done of all; may be NULL. */
	void (*tick)(void *ctx, const char *path, uint64_t done, uint64_t total);
	void *ctx;
};

/* Writes the bytes [from, to) of fd with data that nothing below can compress or deduplicate, so
 * that reads do real work, and has them reach the device. path is for the watch alone. Returns 0 or
 * -errno; -EINTR when it was stopped. */
int layout_fill(int fd, const char *path, uint64_t from, uint64_t to,
		const struct layout_watch *watch);

#endif
