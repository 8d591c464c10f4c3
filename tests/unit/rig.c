/* Drives an engine by hand. */
#include "tests/unit/rig.h"

#include <sys/mman.h>

#include "tests/unit/check.h"

int
rig_open(struct rig *rig, const struct job *job, const int *fd, unsigned n_files,
	 char why[MEASURE_WHY])
{
	struct engine_setup setup = {.job = job,
				     .fd = fd,
				     .trim_fd = fd,
				     .n_files = n_files,
				     .bs_max = RIG_BS,
				     .stride = RIG_BS};

	memset(rig, 0, sizeof(*rig));
	rig->fd = fd;
	rig->engine = engine_of(job->ioengine);
	rig->depth = setup.depth = rig->engine->submits ? RIG_DEPTH : 1;
	rig->buffer = mmap(NULL, (size_t)RIG_DEPTH * RIG_BS, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	cr_assert(rig->buffer != MAP_FAILED);
	setup.buffer = rig->buffer;
	int error = rig->engine->open(&setup, &rig->state, &rig->granted, why);
	if (error)
		munmap(rig->buffer, (size_t)RIG_DEPTH * RIG_BS);
	return error;
}

void
rig_open_case(struct rig *rig, const struct target_case *c, const int *fd)
{
	const struct job job = {
	    .ioengine = c->ioengine, .direct = c->direct, .userspace_reap = c->userspace_reap};
	char why[MEASURE_WHY] = "";

	cr_assert(rig_open(rig, &job, fd, 1, why) == 0, "%s: %s", c->name, why);
}

void
rig_close(struct rig *rig)
{
	rig->engine->close(rig->state);
	munmap(rig->buffer, (size_t)RIG_DEPTH * RIG_BS);
}

void
rig_queue(struct rig *rig, unsigned slot, enum engine_op op, uint64_t offset)
{
	bool syncs = op == ENGINE_FSYNC || op == ENGINE_FDATASYNC;
	const struct engine_io io = {.op = op, .offset = offset, .bytes = syncs ? 0 : RIG_BS};

	rig->engine->queue(rig->state, slot, &io);
}

void
rig_finish(struct rig *rig, unsigned n, int64_t *result)
{
	struct engine_done done[RIG_DEPTH];
	unsigned submitted = 0, reaped = 0;

	while (submitted < n) {
		int k = rig->engine->submit(rig->state);
		cr_assert(k > 0, "submission failed: %s", strerror(-k));
		submitted += (unsigned)k;
	}
	check_int(submitted, n);
	while (reaped < n) {
		int k = rig->engine->reap(rig->state, 1, 3, ENGINE_FOREVER, done);
		cr_assert(k > 0, "reaping failed: %s", strerror(-k));
		cr_assert(k <= 3, "%d completions, 3 asked for", k);
		for (int i = 0; i < k; i++) {
			cr_assert(done[i].outside == done[0].outside,
				  "one reap brings what stood in the ring and what did not");
			result[done[i].slot] = done[i].result;
		}
		reaped += (unsigned)k;
	}
	check_int(reaped, n);
	check_int(rig->engine->standing(rig->state), 0);
}

static void
check_block(const struct rig *rig, unsigned slot, unsigned block)
{
	const char *got = rig->buffer + (size_t)slot * RIG_BS;

	for (size_t i = 0; i < RIG_BS; i++)
		cr_assert(got[i] == (char)(block + 1), "byte %zu of block %u is %d", i, block,
			  got[i]);
}

void
rig_move_blocks(struct rig *rig, unsigned n)
{
	int64_t result[RIG_DEPTH];

	for (unsigned block = 0; block < n; block += rig->depth) {
		for (unsigned slot = 0; slot < rig->depth; slot++) {
			unsigned to = (block + slot) * 5 % n;
			memset(rig->buffer + (size_t)slot * RIG_BS, (int)to + 1, RIG_BS);
			rig_queue(rig, slot, ENGINE_WRITE, (uint64_t)to * RIG_BS);
		}
		rig_finish(rig, rig->depth, result);
		for (unsigned slot = 0; slot < rig->depth; slot++)
			check_int(result[slot], RIG_BS);
	}
	target_check_blocks(rig->fd[0], n, RIG_BS);
	memset(rig->buffer, 0, (size_t)RIG_DEPTH * RIG_BS);
	for (unsigned block = 0; block < n; block += rig->depth) {
		for (unsigned slot = 0; slot < rig->depth; slot++)
			rig_queue(rig, slot, ENGINE_READ,
				  (uint64_t)((block + slot) * 3 % n) * RIG_BS);
		rig_finish(rig, rig->depth, result);
		for (unsigned slot = 0; slot < rig->depth; slot++) {
			check_int(result[slot], RIG_BS);
			check_block(rig, slot, (block + slot) * 3 % n);
		}
	}
}
