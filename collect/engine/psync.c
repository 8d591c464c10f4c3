/* The engine without a queue: one pread, pwrite, sync or trim at a time. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/engine/engine.h"
#include "collect/engine/trim.h"

struct psync {
	const int *fd, *trim_fd;
	char *buffer;
	struct engine_io io;
};

static int
psync_open(const struct engine_setup *setup, void **state, struct measure_engine *granted,
	   char why[MEASURE_WHY])
{
	struct psync *sync = mem_alloc(1, sizeof(*sync));

	(void)granted; /* there is no ring and nothing to be granted */
	why[0] = '\0';
	sync->fd = setup->fd;
	sync->trim_fd = setup->trim_fd;
	sync->buffer = setup->buffer;
	*state = sync;
	return 0;
}

static void
psync_queue(void *state, unsigned slot, const struct engine_io *io)
{
	struct psync *sync = state;

	(void)slot; /* always 0 */
	sync->io = *io;
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

static int64_t
move(const struct psync *sync)
{
	const struct engine_io *io = &sync->io;
	int fd = sync->fd[io->file];
	ssize_t n;

	do
		n = io->op == ENGINE_READ ? pread(fd, sync->buffer, io->bytes, (off_t)io->offset)
					  : pwrite(fd, sync->buffer, io->bytes, (off_t)io->offset);
	while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : n;
}

static int
psync_reap(void *state, unsigned min, unsigned max, uint64_t wait_ns, struct engine_done *done)
{
	struct psync *sync = state;

	(void)min;
	(void)max;
	(void)wait_ns;
	done[0] =
	    (struct engine_done){.slot = 0,
				 .result = sync->io.op == ENGINE_READ || sync->io.op == ENGINE_WRITE
					       ? move(sync)
					       : trim_or_sync(sync->fd, sync->trim_fd, &sync->io)};
	return 1;
}

static void
psync_close(void *state)
{
	free(state);
}

const struct engine engine_psync = {
    .name = "psync",
    .submits = false,
    .open = psync_open,
    .queue = psync_queue,
    .submit = psync_submit,
    .standing = psync_standing,
    .reap = psync_reap,
    .close = psync_close,
};
