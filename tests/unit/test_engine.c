/* The engines alone: data goes where it should, completions name their slots, refusals are told. */
#include "collect/engine/engine.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "tests/unit/check.h"
#include "tests/unit/rig.h"

#include <criterion/parameterized.h> /* not before criterion.h, which check.h includes */

enum { BLOCKS = 64 };

TestSuite(engine, .timeout = 60);

ParameterizedTestParameters(engine, moves_data)
{
	return cr_make_param_array(struct target_case, target_cases, TARGET_CASES);
}

ParameterizedTest(struct target_case *c, engine, moves_data)
{
	struct rig rig;

	target_need(c);
	int fd = target_make(c, (size_t)BLOCKS * RIG_BS, O_RDWR);
	rig_open_case(&rig, c, &fd);
	rig_move_blocks(&rig, BLOCKS);
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
	struct rig rig;
	int64_t result[RIG_DEPTH];

	target_need(c);
	int fd = target_make(c, (size_t)BLOCKS * RIG_BS, O_RDONLY);
	rig_open_case(&rig, c, &fd);
	for (unsigned bad = 0; bad < rig.depth; bad++) {
		for (unsigned slot = 0; slot < rig.depth; slot++)
			rig_queue(&rig, slot, slot == bad ? ENGINE_WRITE : ENGINE_READ,
				  (uint64_t)slot * RIG_BS);
		rig_finish(&rig, rig.depth, result);
		for (unsigned slot = 0; slot < rig.depth; slot++)
			check_int(result[slot], slot == bad ? -EBADF : RIG_BS);
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
	struct rig rig;

	target_need(c);
	int fd = target_make(c, (size_t)BLOCKS * RIG_BS, O_RDONLY);
	rig_open_case(&rig, c, &fd);
	switch (c->ioengine) {
	case JOB_ENGINE_LIBAIO:
		check_text(rig.granted.reap, c->userspace_reap ? "userspace" : "syscall");
		check_text(rig.granted.taskrun, "");
		cr_expect(rig.granted.ring_slots >= RIG_DEPTH);
		break;
	case JOB_ENGINE_IO_URING:
		check_text(rig.granted.reap, "userspace");
		cr_expect(strlen(rig.granted.taskrun) > 0);
		cr_expect(rig.granted.ring_slots >= RIG_DEPTH);
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
	struct engine_done done[RIG_DEPTH];
	struct rig rig;

	int fd = target_make(&c, (size_t)BLOCKS * RIG_BS, O_RDONLY);
	rig_open_case(&rig, &c, &fd);
	/* Often enough to go round the ring. */
	for (unsigned round = 0; round < 2000; round++) {
		for (unsigned slot = 0; slot < RIG_DEPTH; slot++)
			rig_queue(&rig, slot, ENGINE_READ, (uint64_t)slot * RIG_BS);
		cr_assert(rig.engine->submit(rig.state) == RIG_DEPTH);
		cr_assert(rig.engine->standing(rig.state) == RIG_DEPTH, "round %u: %u stand", round,
			  rig.engine->standing(rig.state));
		cr_assert(rig.engine->reap(rig.state, 1, 3, ENGINE_FOREVER, done) == 3);
		cr_assert(rig.engine->standing(rig.state) == RIG_DEPTH - 3);
		cr_assert(rig.engine->reap(rig.state, RIG_DEPTH - 3, RIG_DEPTH, ENGINE_FOREVER,
					   done) == RIG_DEPTH - 3);
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
	struct engine_setup setup = {.job = &(struct job){0}, .depth = max + 1, .bs_max = RIG_BS};
	check_int(engine_libaio.open(&setup, &state, &granted, why), -EAGAIN);
	cr_expect(strstr(why, "/proc/sys/fs/aio-max-nr") != NULL, "says only '%s'", why);
}

Test(engine, io_uring_says_when_the_depth_is_too_large)
{
	char why[MEASURE_WHY] = "";
	struct measure_engine granted = {0};
	void *state = NULL;
	struct engine_setup setup = {.job = &(struct job){0}, .depth = 100000, .bs_max = RIG_BS};

	target_need(&(struct target_case){"io_uring", JOB_ENGINE_IO_URING, false, false});
	check_int(engine_io_uring.open(&setup, &state, &granted, why), -EINVAL);
	check_text(why, "cannot set up io_uring for 100000 I/Os: the kernel's rings are not that "
			"large");
}
