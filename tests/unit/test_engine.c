/* The engines alone: data goes where it should, completions name their slots, refusals are told. */
#include "collect/engine/engine.h"

#include <errno.h>
#include <fcntl.h>
#include <liburing.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "tests/unit/check.h"
#include "tests/unit/target.h"

#include <criterion/parameterized.h> /* not before criterion.h, which check.h includes */

enum { DEPTH = 8, BS = 4096, BLOCKS = 64 };

/* An engine that is open on a target, with its buffers. */
struct rig {
	const struct engine *engine;
	void *state;
	int fd;
	char *buffer;
	unsigned depth;
	struct measure_engine granted;
};

static int
rig_open(struct rig *rig, const struct target_case *c, int fd, char why[MEASURE_WHY])
{
	struct job job = {.direct = c->direct, .userspace_reap = c->userspace_reap};
	struct engine_setup setup = {
	    .job = &job, .fd = &rig->fd, .n_files = 1, .bs_max = BS, .stride = BS};

	memset(rig, 0, sizeof(*rig));
	rig->fd = fd;
	rig->engine = c->ioengine == JOB_ENGINE_LIBAIO  ? &engine_libaio
		      : c->ioengine == JOB_ENGINE_PSYNC ? &engine_psync
							: &engine_io_uring;
	rig->depth = setup.depth = c->ioengine == JOB_ENGINE_PSYNC ? 1 : DEPTH;
	rig->buffer = mmap(NULL, (size_t)DEPTH * BS, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	setup.buffer = rig->buffer;
	return rig->engine->open(&setup, &rig->state, &rig->granted, why);
}

static void
rig_close(struct rig *rig)
{
	rig->engine->close(rig->state);
	munmap(rig->buffer, (size_t)DEPTH * BS);
}

static void
rig_queue(struct rig *rig, unsigned slot, enum engine_op op, uint64_t offset)
{
	const struct engine_io io = {.op = op, .offset = offset, .bytes = BS};

	rig->engine->queue(rig->state, slot, &io);
}

/* Submits what is queued and waits for all n of it; results go to result[slot]. */
static void
rig_finish(struct rig *rig, unsigned n, int64_t *result)
{
	struct engine_done done[DEPTH];
	unsigned submitted = 0, reaped = 0;

	while (submitted < n) {
		int k = rig->engine->submit(rig->state);
		cr_assert(k > 0, "submission failed: %s", strerror(-k));
		submitted += (unsigned)k;
	}
	while (reaped < n) {
		int k = rig->engine->reap(rig->state, 1, 3, ENGINE_FOREVER, done);
		cr_assert(k > 0, "reaping failed: %s", strerror(-k));
		cr_assert(k <= 3, "%d completions, 3 asked for", k);
		for (int i = 0; i < k; i++)
			result[done[i].slot] = done[i].result;
		reaped += (unsigned)k;
	}
	check_int(reaped, n);
	check_int(rig->engine->standing(rig->state), 0);
}

ParameterizedTestParameters(engine, moves_data)
{
	return cr_make_param_array(struct target_case, target_cases, TARGET_CASES);
}

/* Every block of the file is written through the engine from a buffer with the block's number in
 * it, and read back, both in an order that is not the file's. */
ParameterizedTest(struct target_case *c, engine, moves_data)
{
	char why[MEASURE_WHY] = "";
	struct rig rig;
	int64_t result[DEPTH];

	target_need(c);
	int fd = target_make(c, (size_t)BLOCKS * BS, O_RDWR);
	cr_assert(rig_open(&rig, c, fd, why) == 0, "%s: %s", c->name, why);
	for (unsigned block = 0; block < BLOCKS; block += rig.depth) {
		for (unsigned slot = 0; slot < rig.depth; slot++) {
			unsigned to = (block + slot) * 5 % BLOCKS;
			memset(rig.buffer + (size_t)slot * BS, (int)to + 1, BS);
			rig_queue(&rig, slot, ENGINE_WRITE, (uint64_t)to * BS);
		}
		rig_finish(&rig, rig.depth, result);
		for (unsigned slot = 0; slot < rig.depth; slot++)
			check_int(result[slot], BS);
	}
	target_check_blocks(fd, BLOCKS, BS);
	memset(rig.buffer, 0, (size_t)DEPTH * BS);
	for (unsigned block = 0; block < BLOCKS; block += rig.depth) {
		for (unsigned slot = 0; slot < rig.depth; slot++)
			rig_queue(&rig, slot, ENGINE_READ,
				  (uint64_t)((block + slot) * 3 % BLOCKS) * BS);
		rig_finish(&rig, rig.depth, result);
		for (unsigned slot = 0; slot < rig.depth; slot++) {
			char want = (char)((block + slot) * 3 % BLOCKS + 1);
			const char *got = rig.buffer + (size_t)slot * BS;
			cr_expect(got[0] == want && got[BS - 1] == want,
				  "%s: block of slot %u begins with %d, not %d", c->name, slot,
				  got[0], want);
		}
	}
	rig_close(&rig);
	close(fd);
}

ParameterizedTestParameters(engine, tells_refusals)
{
	return cr_make_param_array(struct target_case, target_cases, TARGET_CASES);
}

/* One write among reads on a descriptor for reading: that one fails, the others do not, none is
 * lost. */
ParameterizedTest(struct target_case *c, engine, tells_refusals)
{
	char why[MEASURE_WHY] = "";
	struct rig rig;
	int64_t result[DEPTH];

	target_need(c);
	int fd = target_make(c, (size_t)BLOCKS * BS, O_RDONLY);
	cr_assert(rig_open(&rig, c, fd, why) == 0, "%s: %s", c->name, why);
	for (unsigned bad = 0; bad < rig.depth; bad++) {
		for (unsigned slot = 0; slot < rig.depth; slot++)
			rig_queue(&rig, slot, slot == bad ? ENGINE_WRITE : ENGINE_READ,
				  (uint64_t)slot * BS);
		rig_finish(&rig, rig.depth, result);
		for (unsigned slot = 0; slot < rig.depth; slot++)
			check_int(result[slot], slot == bad ? -EBADF : BS);
	}
	rig_close(&rig);
	close(fd);
}

ParameterizedTestParameters(engine, says_what_it_uses)
{
	return cr_make_param_array(struct target_case, target_cases, TARGET_CASES);
}

ParameterizedTest(struct target_case *c, engine, says_what_it_uses)
{
	char why[MEASURE_WHY] = "";
	struct rig rig;

	target_need(c);
	int fd = target_make(c, (size_t)BLOCKS * BS, O_RDONLY);
	cr_assert(rig_open(&rig, c, fd, why) == 0, "%s: %s", c->name, why);
	switch (c->ioengine) {
	case JOB_ENGINE_LIBAIO:
		check_text(rig.granted.reap, c->userspace_reap ? "userspace" : "syscall");
		check_text(rig.granted.taskrun, "");
		cr_expect(rig.granted.ring_slots >= DEPTH);
		break;
	case JOB_ENGINE_IO_URING:
		check_text(rig.granted.reap, "userspace");
		cr_expect(strlen(rig.granted.taskrun) > 0);
		cr_expect(rig.granted.ring_slots >= DEPTH);
		if (!c->direct)
			cr_expect(rig.granted.fixed_buffers == false,
				  "buffered I/O on registered buffers");
		break;
	case JOB_ENGINE_NULL:
	case JOB_ENGINE_PSYNC:
		check_text(rig.granted.reap, "");
		check_int(rig.granted.ring_slots, 0);
		break;
	}
	rig_close(&rig);
	close(fd);
}

/* Completions are seen in the ring before they are taken. Buffered reads of cached pages complete
 * within io_submit. */
Test(engine, libaio_sees_what_stands_in_the_ring)
{
	const struct target_case c = {"libaio", JOB_ENGINE_LIBAIO, false, true};
	char why[MEASURE_WHY] = "";
	struct engine_done done[DEPTH];
	struct rig rig;

	int fd = target_make(&c, (size_t)BLOCKS * BS, O_RDONLY);
	cr_assert(rig_open(&rig, &c, fd, why) == 0, "%s", why);
	/* Often enough to go round the ring. */
	for (unsigned round = 0; round < 2000; round++) {
		for (unsigned slot = 0; slot < DEPTH; slot++)
			rig_queue(&rig, slot, ENGINE_READ, (uint64_t)slot * BS);
		cr_assert(rig.engine->submit(rig.state) == DEPTH);
		cr_assert(rig.engine->standing(rig.state) == DEPTH, "round %u: %u stand", round,
			  rig.engine->standing(rig.state));
		cr_assert(rig.engine->reap(rig.state, 1, 3, ENGINE_FOREVER, done) == 3);
		cr_assert(rig.engine->standing(rig.state) == DEPTH - 3);
		cr_assert(rig.engine->reap(rig.state, DEPTH - 3, DEPTH, ENGINE_FOREVER, done) ==
			  DEPTH - 3);
		cr_assert(rig.engine->standing(rig.state) == 0);
	}
	rig_close(&rig);
	close(fd);
}

Test(engine, libaio_says_when_the_system_is_out_of_events)
{
	char why[MEASURE_WHY] = "";
	struct measure_engine granted = {0};
	unsigned max = 0;
	void *state = NULL;
	FILE *file = fopen("/proc/sys/fs/aio-max-nr", "re");

	if (!file || fscanf(file, "%u", &max) != 1 || max > 4000000)
		cr_skip_test("needs /proc/sys/fs/aio-max-nr of at most 4000000");
	fclose(file);
	struct engine_setup setup = {.job = &(struct job){0}, .depth = max + 1, .bs_max = BS};
	check_int(engine_libaio.open(&setup, &state, &granted, why), -EAGAIN);
	cr_expect(strstr(why, "/proc/sys/fs/aio-max-nr") != NULL, "says only '%s'", why);
}

Test(engine, io_uring_says_when_the_depth_is_too_large)
{
	char why[MEASURE_WHY] = "";
	struct measure_engine granted = {0};
	void *state = NULL;
	struct engine_setup setup = {.job = &(struct job){0}, .depth = 100000, .bs_max = BS};

	target_need(&(struct target_case){"io_uring", JOB_ENGINE_IO_URING, false, false});
	check_int(engine_io_uring.open(&setup, &state, &granted, why), -EINVAL);
	check_text(why, "cannot set up io_uring for 100000 I/Os: the kernel's rings are not that "
			"large");
}
