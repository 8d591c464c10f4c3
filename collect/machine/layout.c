/* Sequential writes of pseudo-random bytes. */
#include "collect/machine/layout.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/base/scatter.h"

enum { CHUNK = 1 << 20, WORDS = CHUNK / 8 };

/* The bytes at an offset depend on it: no two chunks agree. */
static void
fill_chunk(uint64_t *words, uint64_t offset)
{
	for (uint64_t i = 0; i < WORDS; i++)
		words[i] = scatter((offset / 8 + i) * SCATTER_STEP);
}

static int
write_all(int fd, const char *bytes, size_t n, uint64_t offset)
{
	while (n) {
		ssize_t written = pwrite(fd, bytes, n, (off_t)offset);

		if (written < 0 && errno == EINTR)
			continue; /* stopping is looked at between chunks */
		if (written <= 0)
			return written ? -errno : -EIO;
		bytes += written;
		n -= (size_t)written;
		offset += (uint64_t)written;
	}
	return 0;
}

int
layout_fill(int fd, const char *path, uint64_t from, uint64_t to, const struct layout_watch *watch)
{
	/* Asked for in one piece, what does not fit is refused before the disk is full. The size
	 * grows with what is written: a file that a kill has left half filled is seen to be one. */
	if (fallocate(fd, FALLOC_FL_KEEP_SIZE, (off_t)from, (off_t)(to - from)) != 0 &&
	    errno != EOPNOTSUPP && errno != ENOSYS)
		return -errno;
	uint64_t *words = mem_alloc(WORDS, sizeof(*words));
	uint64_t at = from;
	int error = 0;

	while (!error && at < to) {
		size_t n = to - at < CHUNK ? (size_t)(to - at) : CHUNK;

		fill_chunk(words, at);
		error = write_all(fd, (const char *)words, n, at);
		at += n;
		if (watch->stop && *watch->stop)
			error = -EINTR;
		if (!error && watch->tick)
			watch->tick(watch->ctx, path, at - from, to - from);
	}
	if (!error && fsync(fd) != 0)
		error = -errno;
	free(words);
	return error;
}
