/* The engine that does nothing, whatever the I/O: what it takes is what the loop itself costs. */
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/engine/engine.h"

struct null {
	struct engine_done *ring; /* depth, oldest first from head on */
	unsigned depth, head, n_queued, n_done;
};

static int
null_open(const struct engine_setup *setup, void **state, struct measure_engine *granted,
	  char why[MEASURE_WHY])
{
	struct null *null = mem_alloc(1, sizeof(*null));

	why[0] = '\0';
	null->depth = setup->depth;
	null->ring = mem_alloc(setup->depth, sizeof(*null->ring));
	granted->ring_slots = setup->depth;
	*state = null;
	return 0;
}

static void
null_queue(void *state, unsigned slot, const struct engine_io *io)
{
	struct null *null = state;
	unsigned at = null->head + null->n_done + null->n_queued++;

	at = at >= null->depth ? at - null->depth : at;
	null->ring[at] = (struct engine_done){.slot = slot, .result = (int64_t)io->bytes};
}

static int
null_submit(void *state)
{
	struct null *null = state;
	unsigned n = null->n_queued;

	null->n_done += n;
	null->n_queued = 0;
	return (int)n;
}

static unsigned
null_standing(const void *state)
{
	return ((const struct null *)state)->n_done;
}

static int
null_reap(void *state, unsigned min, unsigned max, uint64_t wait_ns, struct engine_done *done)
{
	struct null *null = state;
	unsigned n = null->n_done < max ? null->n_done : max;

	(void)min;
	(void)wait_ns;
	for (unsigned i = 0; i < n; i++) {
		done[i] = null->ring[null->head];
		null->head = null->head + 1 == null->depth ? 0 : null->head + 1;
	}
	null->n_done -= n;
	return (int)n;
}

static void
null_close(void *state)
{
	struct null *null = state;

	free(null->ring);
	free(null);
}

const struct engine engine_null = {
    .name = "null",
    .submits = true,
    .open = null_open,
    .queue = null_queue,
    .submit = null_submit,
    .standing = null_standing,
    .reap = null_reap,
    .close = null_close,
};
