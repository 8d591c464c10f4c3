/* What engines do beside reads and writes: syncs, trims, several files; and how long they wait. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/engine/clock.h"
#include "tests/unit/check.h"
#include "tests/unit/rig.h"

#include <criterion/parameterized.h>

enum { BLOCKS = 16, WAIT_NS = 20000000 };

TestSuite(engine_ops, .timeout = 60);

ParameterizedTestParameters(engine_ops, syncs)
{
	return cr_make_param_array(struct target_case, target_cases, TARGET_CASES);
}

/* Among writes, and with as many syncs in flight as there are slots. */
ParameterizedTest(struct target_case *c, engine_ops, syncs)
{
	static const enum engine_op ops[RIG_DEPTH] = {ENGINE_WRITE,     ENGINE_FSYNC, ENGINE_WRITE,
						      ENGINE_FDATASYNC, ENGINE_FSYNC, ENGINE_WRITE,
						      ENGINE_FDATASYNC, ENGINE_READ};
	int64_t result[RIG_DEPTH];
	struct rig rig;

	target_need(c);
	int fd = target_make(c, (size_t)BLOCKS * RIG_BS, O_RDWR);
	rig_open_case(&rig, c, &fd);
	for (unsigned first = 0; first < RIG_DEPTH; first += rig.depth) {
		for (unsigned i = 0; i < rig.depth; i++)
			rig_queue(&rig, i, ops[first + i], (uint64_t)i * RIG_BS);
		rig_finish(&rig, rig.depth, result);
		for (unsigned i = 0; i < rig.depth; i++)
			check_int(result[i],
				  ops[first + i] == ENGINE_WRITE || ops[first + i] == ENGINE_READ
				      ? RIG_BS
				      : 0);
	}
	for (unsigned i = 0; i < rig.depth; i++)
		rig_queue(&rig, i, ENGINE_FSYNC, 0);
	rig_finish(&rig, rig.depth, result);
	for (unsigned i = 0; i < rig.depth; i++)
		check_int(result[i], 0);
	rig_close(&rig);
	close(fd);
}

ParameterizedTestParameters(engine_ops, tells_that_a_sync_failed)
{
	return cr_make_param_array(struct target_case, target_cases, TARGET_CASES);
}

/* A pipe cannot be synced, neither asynchronously nor else. */
ParameterizedTest(struct target_case *c, engine_ops, tells_that_a_sync_failed)
{
	int64_t result[RIG_DEPTH];
	struct rig rig;
	int ends[2];

	target_need(c);
	cr_assert(pipe(ends) == 0);
	rig_open_case(&rig, c, ends);
	for (unsigned round = 0; round < 2; round++) {
		for (unsigned i = 0; i < rig.depth; i++)
			rig_queue(&rig, i, i % 2 ? ENGINE_FDATASYNC : ENGINE_FSYNC, 0);
		rig_finish(&rig, rig.depth, result);
		for (unsigned i = 0; i < rig.depth; i++)
			check_int(result[i], -EINVAL);
	}
	rig_close(&rig);
	close(ends[0]);
	close(ends[1]);
}

/* Whether block i of the file is full of zeros. */
static bool
is_empty(int fd, unsigned i)
{
	char *block = NULL;
	bool empty = true;

	cr_assert(posix_memalign((void **)&block, 4096, RIG_BS) == 0);
	cr_assert(pread(fd, block, RIG_BS, (off_t)i * RIG_BS) == RIG_BS);
	for (size_t k = 0; k < RIG_BS; k++)
		empty &= block[k] == 0;
	free(block);
	return empty;
}

ParameterizedTestParameters(engine_ops, trims)
{
	return cr_make_param_array(struct target_case, target_cases, TARGET_CASES);
}

/* Odd blocks are trimmed, even ones read: those read zeros then, these are as they were. */
ParameterizedTest(struct target_case *c, engine_ops, trims)
{
	int64_t result[RIG_DEPTH];
	struct rig rig;
	struct stat status;

	target_need(c);
	int fd = target_make(c, (size_t)BLOCKS * RIG_BS, O_RDWR);
	rig_open_case(&rig, c, &fd);
	for (unsigned block = 0; block < BLOCKS; block += rig.depth) {
		for (unsigned i = 0; i < rig.depth; i++)
			rig_queue(&rig, i, (block + i) % 2 ? ENGINE_TRIM : ENGINE_READ,
				  (uint64_t)(block + i) * RIG_BS);
		rig_finish(&rig, rig.depth, result);
		for (unsigned i = 0; i < rig.depth; i++) {
			if (result[i] == -EOPNOTSUPP)
				cr_skip_test("needs a file system that punches holes");
			check_int(result[i], RIG_BS);
		}
	}
	for (unsigned i = 0; i < BLOCKS; i++)
		cr_expect(is_empty(fd, i) == (i % 2 == 1), "%s: block %u", c->name, i);
	cr_assert(fstat(fd, &status) == 0);
	check_int(status.st_size, BLOCKS * RIG_BS);
	rig_close(&rig);
	close(fd);
}

/* A trim is taken by a call of its own, in its turn, and is told apart from what stood in the ring.
 */
static void
check_turns(const struct target_case *c)
{
	static const char ops[] = "rrtrttrr"; /* taken as 2 1 1 1 1 2 */
	static const int taken[] = {2, 1, 1, 1, 1, 2};
	struct engine_done done[RIG_DEPTH];
	struct rig rig;
	unsigned n_outside = 0, n_ring = 0;

	int fd = target_make(c, (size_t)BLOCKS * RIG_BS, O_RDWR);
	rig_open_case(&rig, c, &fd);
	/* Several rounds, to go round what waits for its turn. */
	for (unsigned round = 0; round < 5; round++) {
		n_outside = n_ring = 0;
		for (unsigned i = 0; i < RIG_DEPTH; i++)
			rig_queue(&rig, i, ops[i] == 't' ? ENGINE_TRIM : ENGINE_READ,
				  (uint64_t)i * RIG_BS);
		for (size_t i = 0; i < countof(taken); i++)
			check_int(rig.engine->submit(rig.state), taken[i]);
		cr_expect(rig.engine->standing(rig.state) >= 3, "%s: three trims are done",
			  c->name);
		check_int(rig.engine->reap(rig.state, 2, 2, ENGINE_FOREVER, done), 2);
		cr_expect(done[0].outside && done[1].outside);
		check_int(rig.engine->reap(rig.state, 3, 3, ENGINE_FOREVER, done), 1);
		cr_expect(done[0].outside);
		for (int k; n_ring < 5; n_ring += (unsigned)k) {
			k = rig.engine->reap(rig.state, 1, RIG_DEPTH, ENGINE_FOREVER, done);
			cr_assert(k > 0);
			for (int i = 0; i < k; i++)
				n_outside += done[i].outside;
		}
		check_int(n_outside, 0);
		check_int(n_ring, 5);
	}
	rig_close(&rig);
	close(fd);
}

Test(engine_ops, takes_trims_by_themselves)
{
	const struct target_case uring = {"io_uring", JOB_ENGINE_IO_URING, false, false};

	check_turns(&(struct target_case){"libaio", JOB_ENGINE_LIBAIO, false, true});
	check_turns(&(struct target_case){"libaio, syscall", JOB_ENGINE_LIBAIO, false, false});
	target_need(&uring);
	check_turns(&uring);
}

/* io_submit refuses a write to what is open for reading. */
Test(engine_ops, tells_a_refusal_from_what_stood_in_the_ring)
{
	const struct target_case c = {"libaio", JOB_ENGINE_LIBAIO, false, true};
	struct engine_done done[RIG_DEPTH];
	struct rig rig;

	int fd = target_make(&c, (size_t)BLOCKS * RIG_BS, O_RDONLY);
	rig_open_case(&rig, &c, &fd);
	rig_queue(&rig, 0, ENGINE_READ, 0);
	rig_queue(&rig, 1, ENGINE_WRITE, 0);
	check_int(rig.engine->submit(rig.state), 1);
	check_int(rig.engine->submit(rig.state), 1);
	check_int(rig.engine->standing(rig.state), 2);
	check_int(rig.engine->reap(rig.state, 2, 2, ENGINE_FOREVER, done), 1);
	cr_expect(done[0].outside && done[0].slot == 1 && done[0].result == -EBADF);
	check_int(rig.engine->reap(rig.state, 1, 2, ENGINE_FOREVER, done), 1);
	cr_expect(done[0].outside == false && done[0].slot == 0 && done[0].result == RIG_BS);
	rig_close(&rig);
	close(fd);
}

ParameterizedTestParameters(engine_ops, keeps_files_apart)
{
	return cr_make_param_array(struct target_case, target_cases, TARGET_CASES);
}

/* Three files, whose first bytes tell them apart. */
ParameterizedTest(struct target_case *c, engine_ops, keeps_files_apart)
{
	const struct job job = {
	    .ioengine = c->ioengine, .direct = c->direct, .userspace_reap = c->userspace_reap};
	char why[MEASURE_WHY] = "";
	int64_t result[RIG_DEPTH];
	struct rig rig;
	int fd[3];

	target_need(c);
	for (unsigned f = 0; f < 3; f++)
		fd[f] = target_make(c, (size_t)(f + 1) * RIG_BS, O_RDWR);
	cr_assert(rig_open(&rig, &job, fd, 3, why) == 0, "%s", why);
	for (unsigned round = 0; round < 6; round++) {
		for (unsigned slot = 0; slot < rig.depth; slot++) {
			unsigned file = (round + slot) % 3;
			/* The last block of each: its number is the file's. */
			struct engine_io io = {.op = ENGINE_READ,
					       .file = file,
					       .offset = (uint64_t)file * RIG_BS,
					       .bytes = RIG_BS};
			rig.engine->queue(rig.state, slot, &io);
		}
		rig_finish(&rig, rig.depth, result);
		for (unsigned slot = 0; slot < rig.depth; slot++) {
			check_int(result[slot], RIG_BS);
			check_int(rig.buffer[(size_t)slot * RIG_BS], (round + slot) % 3 + 1);
		}
	}
	rig_close(&rig);
	for (unsigned f = 0; f < 3; f++)
		close(fd[f]);
}

/* The cases that have a queue. */
enum { QUEUES = TARGET_CASES - TARGET_PSYNC_CASES };

ParameterizedTestParameters(engine_ops, waits_for_a_time)
{
	return cr_make_param_array(struct target_case, target_cases + TARGET_PSYNC_CASES, QUEUES);
}

/* With nothing in flight the time ends the wait; so it does when less is there than was waited for,
 * and that is brought. */
ParameterizedTest(struct target_case *c, engine_ops, waits_for_a_time)
{
	struct engine_done done[RIG_DEPTH];
	struct rig rig;

	target_need(c);
	int fd = target_make(c, (size_t)BLOCKS * RIG_BS, O_RDONLY);
	rig_open_case(&rig, c, &fd);
	check_int(rig.engine->reap(rig.state, 1, RIG_DEPTH, 0, done), 0);
	uint64_t start_ns = clock_monotonic_ns();
	check_int(rig.engine->reap(rig.state, 1, RIG_DEPTH, WAIT_NS, done), 0);
	uint64_t took_ns = clock_monotonic_ns() - start_ns;
	cr_expect(took_ns >= WAIT_NS, "%s: waited for %llu ns", c->name,
		  (unsigned long long)took_ns);
	rig_queue(&rig, 5, ENGINE_READ, 0);
	check_int(rig.engine->submit(rig.state), 1);
	start_ns = clock_monotonic_ns();
	check_int(rig.engine->reap(rig.state, 2, RIG_DEPTH, 5 * (uint64_t)WAIT_NS, done), 1);
	took_ns = clock_monotonic_ns() - start_ns;
	cr_expect(took_ns >= 5 * (uint64_t)WAIT_NS, "%s: waited for %llu ns", c->name,
		  (unsigned long long)took_ns);
	check_int(done[0].slot, 5);
	check_int(done[0].result, RIG_BS);
	rig_close(&rig);
	close(fd);
}

ParameterizedTestParameters(engine_ops, looks_without_waiting)
{
	return cr_make_param_array(struct target_case, target_cases + TARGET_PSYNC_CASES, QUEUES);
}

/* Looking often enough brings all, though only as much at once as was asked for. */
ParameterizedTest(struct target_case *c, engine_ops, looks_without_waiting)
{
	struct engine_done done[RIG_DEPTH];
	struct rig rig;

	target_need(c);
	int fd = target_make(c, (size_t)BLOCKS * RIG_BS, O_RDONLY);
	rig_open_case(&rig, c, &fd);
	for (unsigned round = 0; round < 20; round++) {
		unsigned seen = 0, n = 0;

		for (unsigned slot = 0; slot < RIG_DEPTH; slot++)
			rig_queue(&rig, slot, ENGINE_READ, (uint64_t)slot * RIG_BS);
		check_int(rig.engine->submit(rig.state), RIG_DEPTH);
		while (n < RIG_DEPTH) {
			int k = rig.engine->reap(rig.state, 2, 3, 0, done);
			cr_assert(k >= 0 && k <= 3, "%s: a look gives %d", c->name, k);
			for (int i = 0; i < k; i++)
				seen |= 1U << done[i].slot;
			n += (unsigned)k;
		}
		check_int(seen, (1U << RIG_DEPTH) - 1);
		check_int(rig.engine->reap(rig.state, 1, 3, 0, done), 0);
	}
	rig_close(&rig);
	close(fd);
}

static void
ignore(int signal)
{
	(void)signal;
}

ParameterizedTestParameters(engine_ops, a_signal_ends_the_wait)
{
	return cr_make_param_array(struct target_case, target_cases + TARGET_PSYNC_CASES, QUEUES);
}

ParameterizedTest(struct target_case *c, engine_ops, a_signal_ends_the_wait)
{
	static const struct itimerval soon = {.it_interval = {.tv_usec = 20000},
					      .it_value = {.tv_usec = 20000}};
	struct sigaction action = {.sa_handler = ignore};
	struct engine_done done[RIG_DEPTH];
	struct rig rig;

	target_need(c);
	int fd = target_make(c, RIG_BS, O_RDONLY);
	rig_open_case(&rig, c, &fd);
	cr_assert(sigaction(SIGALRM, &action, NULL) == 0);
	cr_assert(setitimer(ITIMER_REAL, &soon, NULL) == 0);
	check_int(rig.engine->reap(rig.state, 1, RIG_DEPTH, ENGINE_FOREVER, done), 0);
	check_int(rig.engine->reap(rig.state, 1, RIG_DEPTH, 60000000000, done), 0);
	rig_close(&rig);
	close(fd);
}

/* The null engine completes everything at once, in turn. */
Test(engine_ops, null_does_all_and_nothing)
{
	static const enum engine_op ops[] = {ENGINE_READ, ENGINE_WRITE, ENGINE_TRIM, ENGINE_FSYNC,
					     ENGINE_FDATASYNC};
	const struct target_case c = {"null", JOB_ENGINE_NULL, false, false};
	struct engine_done done[RIG_DEPTH];
	struct rig rig;
	int fd = -1;

	rig_open_case(&rig, &c, &fd);
	check_int(rig.granted.ring_slots, RIG_DEPTH);
	for (unsigned round = 0; round < 10; round++) {
		for (unsigned i = 0; i < countof(ops); i++)
			rig_queue(&rig, (round + i) % RIG_DEPTH, ops[i], 0);
		check_int(rig.engine->standing(rig.state), 0);
		check_int(rig.engine->submit(rig.state), countof(ops));
		check_int(rig.engine->standing(rig.state), countof(ops));
		check_int(rig.engine->reap(rig.state, 1, 3, ENGINE_FOREVER, done), 3);
		check_int(rig.engine->standing(rig.state), 2);
		check_int(rig.engine->reap(rig.state, 1, 5, 0, done + 3), 2);
		check_int(rig.engine->reap(rig.state, 1, 5, 0, done + 5), 0);
		for (unsigned i = 0; i < countof(ops); i++) {
			check_int(done[i].slot, (round + i) % RIG_DEPTH);
			check_int(done[i].result, i < 3 ? RIG_BS : 0);
			cr_expect(done[i].outside == false);
		}
	}
	rig_close(&rig);
}
