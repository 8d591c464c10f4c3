/* The engine without a queue: one pread or pwrite at a time. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/engine/engine.h"

struct psync {
	int fd;
	char *buffer;
	size_t bs;
	enum direction direction;
	off_t offset;
};

static int
psync_open(const struct engine_setup *setup, void **state, struct measure_engine *granted,
	   char why[MEASURE_WHY])
{
	struct psync *sync = mem_alloc(1, sizeof(*sync));

	(void)granted; /* there is no ring and nothing to be granted */
	why[0] = '\0';
	sync->fd = setup->fd;
	sync->buffer = setup->buffer;
	sync->bs = setup->bs;
	*state = sync;
	return 0;
}

static void
psync_queue(void *state, unsigned slot, enum direction direction, uint64_t offset)
{
	struct psync *sync = state;

	(void)slot; /* always 0 */
	sync->direction = direction;
	sync->offset = (off_t)offset;
}

/* The system call waits for the I/O, so it is made where the loop waits. */
static int
psync_submit(void *state)
{
	(void)state;
	return 1;
}

static unsigned
psync_standing(const void *state)
{
	(void)state;
	return 0;
}

static int
psync_reap(void *state, unsigned min, unsigned max, struct engine_done *done)
{
	struct psync *sync = state;
	ssize_t n;

	(void)min;
	(void)max;
	do
		n = sync->direction == DIRECTION_READ
			? pread(sync->fd, sync->buffer, sync->bs, sync->offset)
			: pwrite(sync->fd, sync->buffer, sync->bs, sync->offset);
	while (n < 0 && errno == EINTR);
	done[0].slot = 0;
	done[0].result = n < 0 ? -errno : n;
	return 1;
}

static void
psync_close(void *state)
{
	free(state);
}

const struct engine engine_psync = {
    .submits = false,
    .open = psync_open,
    .queue = psync_queue,
    .submit = psync_submit,
    .standing = psync_standing,
    .reap = psync_reap,
    .close = psync_close,
};
