/* io_uring's options: what is asked for is used or said to be declined, and data moves in each way.
 */
#include "collect/engine/uring.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/engine/clock.h"
#include "collect/engine/kthreads.h"
#include "tests/unit/check.h"
#include "tests/unit/rig.h"
#include "tests/unit/trial.h"

#include <criterion/parameterized.h>

#define ON JOB_CHOICE_ON
#define OFF JOB_CHOICE_OFF

enum { BLOCKS = 64 };

static void
need_uring(void)
{
	target_need(&(struct target_case){"io_uring", JOB_ENGINE_IO_URING, false, false});
}

TestSuite(uring, .timeout = 60, .init = need_uring);

static int
make_file(bool direct, size_t blocks, int flags)
{
	return target_make(&(struct target_case){"io_uring", JOB_ENGINE_IO_URING, direct, false},
			   blocks * RIG_BS, flags);
}

static struct job ways[] = {
    {.direct = true},
    {.direct = false},
    {.fixedbufs = ON},
    {.direct = true, .fixedbufs = OFF},
    {.registerfiles = OFF, .register_ring = OFF},
    {.registerfiles = ON, .register_ring = ON, .direct = true},
    {.defer_taskrun = ON},
    {.defer_taskrun = OFF},
    {.coop_taskrun = ON, .direct = true},
    {.coop_taskrun = ON, .defer_taskrun = ON},
    {.coop_taskrun = OFF, .defer_taskrun = OFF, .direct = true},
    {.single_issuer = OFF, .direct = true},
    {.single_issuer = OFF, .defer_taskrun = ON},
    {.single_issuer = ON, .defer_taskrun = OFF},
    {.sqthread_poll = true, .sqthread_poll_cpu = -1, .direct = true},
    {.sqthread_poll = true, .sqthread_poll_cpu = 0},
    {.sqthread_poll = true, .sqthread_poll_cpu = 100000},
    {.sqthread_poll = true, .defer_taskrun = ON, .coop_taskrun = ON, .registerfiles = OFF},
    {.hipri = true, .direct = true},
    {.hipri = true, .direct = true, .sqthread_poll = true, .sqthread_poll_cpu = -1},
    {.hipri = true},
};

ParameterizedTestParameters(uring, moves_data_in_each_way)
{
	return cr_make_param_array(struct job, ways, countof(ways));
}

ParameterizedTest(struct job *way, uring, moves_data_in_each_way)
{
	struct job job = *way;
	char why[MEASURE_WHY] = "";
	int64_t result[RIG_DEPTH];
	struct rig rig;

	job.ioengine = JOB_ENGINE_IO_URING;
	int fd = make_file(job.direct, BLOCKS, O_RDWR);
	cr_assert(rig_open(&rig, &job, &fd, 1, why) == 0, "%s", why);
	rig_move_blocks(&rig, BLOCKS);
	for (unsigned i = 0; i < RIG_DEPTH; i++)
		rig_queue(&rig, i, i % 2 ? ENGINE_FSYNC : ENGINE_READ, 0);
	rig_finish(&rig, RIG_DEPTH, result);
	for (unsigned i = 0; i < RIG_DEPTH; i++)
		check_int(result[i], i % 2 ? 0 : RIG_BS);
	rig_close(&rig);
	close(fd);
}

/* Used, or named among what was declined; and never both. */
static void
check_asked(const struct measure_engine *granted, bool asked, bool used, const char *option)
{
	char named[32];

	snprintf(named, sizeof(named), "%s: ", option);
	bool declined = strstr(granted->declined, named) != NULL;
	if (asked)
		cr_expect(used != declined, "%s: used %d, declined '%s'", option, used,
			  granted->declined);
	else
		cr_expect(declined == false, "%s was not asked for: '%s'", option,
			  granted->declined);
}

ParameterizedTestParameters(uring, says_what_is_not_granted)
{
	return cr_make_param_array(struct job, ways, countof(ways));
}

ParameterizedTest(struct job *way, uring, says_what_is_not_granted)
{
	struct job job = *way;
	char why[MEASURE_WHY] = "";
	struct rig rig;

	job.ioengine = JOB_ENGINE_IO_URING;
	int fd = make_file(job.direct, BLOCKS, O_RDWR);
	cr_assert(rig_open(&rig, &job, &fd, 1, why) == 0, "%s", why);
	const struct measure_engine *granted = &rig.granted;
	bool defer = strcmp(granted->taskrun, "defer") == 0;
	bool coop = strcmp(granted->taskrun, "coop") == 0;
	check_asked(granted, job.fixedbufs == ON, granted->fixed_buffers, "fixedbufs");
	check_asked(granted, job.registerfiles == ON, granted->fixed_files, "registerfiles");
	check_asked(granted, job.register_ring == ON, granted->ring_fd, "register_ring");
	check_asked(granted, job.defer_taskrun == ON, defer, "defer_taskrun");
	check_asked(granted, job.coop_taskrun == ON, coop || defer, "coop_taskrun");
	check_asked(granted, job.single_issuer == ON, granted->single_issuer, "single_issuer");
	check_asked(granted, job.sqthread_poll, granted->sqpoll, "sqthread_poll");
	check_asked(granted, job.hipri, granted->iopoll, "hipri");
	if (granted->sqpoll)
		check_asked(granted, job.sqthread_poll_cpu >= 0,
			    granted->sqpoll_cpu == job.sqthread_poll_cpu, "sqthread_poll_cpu");
	cr_expect(granted->uring);
	/* Nobody hands completions to a thread that does not submit. */
	check_int(granted->taskrun[0] == '\0', granted->sqpoll);
	if (job.fixedbufs == OFF || (job.fixedbufs == JOB_CHOICE_BEST && !job.direct))
		cr_expect(granted->fixed_buffers == false);
	if (job.registerfiles == OFF)
		cr_expect(granted->fixed_files == false);
	if (job.register_ring == OFF)
		cr_expect(granted->ring_fd == false);
	if (job.defer_taskrun == OFF || job.single_issuer == OFF)
		cr_expect(defer == false);
	if (job.coop_taskrun == OFF)
		cr_expect(coop == false);
	if (job.single_issuer == OFF)
		cr_expect(granted->single_issuer == false);
	if (job.hipri && !job.direct)
		check_text(granted->declined, "hipri: only direct I/O can be polled for");
	if (job.sqthread_poll_cpu == 100000)
		check_text(granted->declined,
			   "sqthread_poll_cpu: the thread cannot be bound to 100000");
	rig_close(&rig);
	close(fd);
}

/* The kernel's thread goes to sleep after a second without work, and must be woken then. Its time
 * is the clone's. */
Test(uring, wakes_the_thread_that_submits)
{
	const struct job job = {
	    .ioengine = JOB_ENGINE_IO_URING, .sqthread_poll = true, .sqthread_poll_cpu = -1};
	char why[MEASURE_WHY] = "";
	struct kthreads before, after;
	int64_t result[RIG_DEPTH];
	struct rig rig;

	int fd = make_file(false, BLOCKS, O_RDONLY);
	kthreads_own(&before);
	check_int(before.sqpoll, 0);
	cr_assert(rig_open(&rig, &job, &fd, 1, why) == 0, "%s", why);
	if (!rig.granted.sqpoll)
		cr_skip_test("needs io_uring with a thread that submits");
	for (unsigned round = 0; round < 2; round++) {
		rig_queue(&rig, 0, ENGINE_READ, 0);
		rig_queue(&rig, 1, ENGINE_READ, RIG_BS);
		rig_finish(&rig, 2, result);
		check_int(result[0], RIG_BS);
		check_int(result[1], RIG_BS);
		if (round == 0)
			usleep(1500000);
	}
	kthreads_own(&after);
	check_int(after.sqpoll, 1);
	if (!isnan(after.cpu_s))
		cr_expect(after.cpu_s > 0.001 && after.cpu_s < 10,
			  "it looked for work a second long: %g s", after.cpu_s);
	rig_close(&rig);
	/* It ends a moment later. */
	for (unsigned tries = 0; after.sqpoll && tries < 1000; tries++) {
		usleep(10000);
		kthreads_own(&after);
	}
	check_int(after.sqpoll, 0);
	close(fd);
}

/* A sync can only block: io_uring gives it to a thread of io-wq. */
Test(uring, threads_that_block_are_seen)
{
	const struct job job = {.ioengine = JOB_ENGINE_IO_URING};
	char why[MEASURE_WHY] = "";
	struct kthreads own;
	int64_t result[RIG_DEPTH];
	struct rig rig;

	int fd = make_file(false, BLOCKS, O_RDWR);
	cr_assert(rig_open(&rig, &job, &fd, 1, why) == 0, "%s", why);
	rig_queue(&rig, 0, ENGINE_READ, 0);
	rig_finish(&rig, 1, result);
	kthreads_own(&own);
	check_int(own.iowq, 0);
	rig_queue(&rig, 0, ENGINE_FSYNC, 0);
	rig_finish(&rig, 1, result);
	kthreads_own(&own);
	cr_expect(own.iowq > 0, "no thread of io-wq");
	rig_close(&rig);
	close(fd);
}

/* Kernels before 5.11 do not take a time: the wait is then made of polls of the ring. */
Test(uring, waits_without_the_kernels_timeout)
{
	struct uring uring = {0};
	struct io_uring_params params = {0};
	int ends[2];
	char byte;

	cr_assert(pipe(ends) == 0);
	cr_assert(uring_open_ring(&uring, 4, &params) == 0);
	uring.timed = false;
	uint64_t start_ns = clock_monotonic_ns();
	check_int(uring_wait(&uring, 1, 20000000), 0);
	cr_expect(clock_monotonic_ns() - start_ns >= 20000000);
	/* A read of an empty pipe waits until something is written. */
	io_uring_prep_rw(IORING_OP_READ, &uring.ring.sq.sqes[0], ends[0], &byte, 1, 0);
	io_uring_prep_nop(&uring.ring.sq.sqes[1]);
	check_int(uring_hand_over(&uring, 2), 2);
	start_ns = clock_monotonic_ns();
	check_int(uring_wait(&uring, 2, 20000000), 0);
	cr_expect(clock_monotonic_ns() - start_ns >= 20000000);
	check_int(uring_standing(&uring), 1);
	cr_assert(write(ends[1], "x", 1) == 1);
	check_int(uring_wait(&uring, 2, 10000000000), 0);
	check_int(uring_standing(&uring), 2);
	uring_shut(&uring);
	close(ends[0]);
	close(ends[1]);
}

/* Either the device can, or it says which error: then no run may fail of it. */
Test(uring, probes_whether_the_device_can_be_polled)
{
	const struct job job = {.ioengine = JOB_ENGINE_IO_URING, .direct = true, .hipri = true};
	char why[MEASURE_WHY] = "";
	int64_t result[RIG_DEPTH];
	struct rig rig;

	int fd = make_file(true, BLOCKS, O_RDONLY);
	int error = uring_probe_poll(fd, RIG_BS);
	cr_assert(rig_open(&rig, &job, &fd, 1, why) == 0, "%s", why);
	check_int(rig.granted.iopoll, error == 0);
	if (error == -EOPNOTSUPP)
		check_text(rig.granted.declined, "hipri: the device has no poll queues");
	rig_queue(&rig, 0, ENGINE_READ, 0);
	rig_finish(&rig, 1, result);
	check_int(result[0], RIG_BS);
	rig_close(&rig);
	close(fd);
	/* Nothing to read: no device was asked, so nobody knows. */
	fd = make_file(true, 0, O_RDONLY);
	cr_expect(uring_probe_poll(fd, RIG_BS) < 0);
	close(fd);
	cr_expect(uring_probe_poll(-1, RIG_BS) < 0);
}

/* A read of a hole succeeds on every device. */
Test(uring, a_hole_does_not_tell_whether_the_device_can_be_polled)
{
	const struct job job = {.ioengine = JOB_ENGINE_IO_URING, .direct = true, .hipri = true};
	enum { HOLE = 1 << 20 };
	char why[MEASURE_WHY] = "";
	struct rig rig;
	int full = make_file(true, BLOCKS, O_RDWR), fd = make_file(true, 0, O_RDWR);
	int error = uring_probe_poll(full, RIG_BS);
	char *block =
	    mmap(NULL, RIG_BS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	cr_assert(block != MAP_FAILED && ftruncate(fd, 2 * HOLE) == 0);
	if (lseek(fd, 0, SEEK_DATA) == 0)
		cr_skip_test("needs a file system that tells holes");
	check_int(uring_probe_poll(fd, RIG_BS), -ENODATA);
	cr_assert(rig_open(&rig, &job, &fd, 1, why) == 0, "%s", why);
	check_text(rig.granted.declined,
		   "hipri: a file without data does not tell whether its device can be polled");
	check_int(rig.granted.iopoll, false);
	rig_close(&rig);
	check_int(pwrite(fd, block, RIG_BS, HOLE), RIG_BS);
	check_int(uring_probe_poll(fd, RIG_BS), error);
	munmap(block, RIG_BS);
	close(full);
	close(fd);
}

/* Makes this process one that may lock nothing in memory. */
static bool
lock_nothing(void)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct data[2];
	const struct rlimit none = {0, 0};

	if (syscall(SYS_capget, &header, data))
		return false;
	for (int i = 0; i < 2; i++)
		data[i].effective = 0;
	return syscall(SYS_capset, &header, data) == 0 && setrlimit(RLIMIT_MEMLOCK, &none) == 0;
}

/* Opens the engine where nothing may be locked. Returns 0 when all is as it should be. */
static int
open_without_locks(int fd, enum job_choice fixedbufs)
{
	const struct job job = {
	    .ioengine = JOB_ENGINE_IO_URING, .direct = true, .fixedbufs = fixedbufs};
	char why[MEASURE_WHY] = "";
	struct rig rig;

	if (!lock_nothing())
		return 1;
	int error = rig_open(&rig, &job, &fd, 1, why);
	/* Before 5.12 the ring itself counted as locked. */
	if (error)
		return error == -ENOMEM && strstr(why, "RLIMIT_MEMLOCK") ? 0 : 2;
	bool told = strstr(rig.granted.declined,
			   "fixedbufs: the limit of locked memory is too low (RLIMIT_MEMLOCK, "
			   "ulimit -l)") != NULL;
	rig_close(&rig);
	if (rig.granted.fixed_buffers)
		return 3;
	return told == (fixedbufs != OFF) ? 0 : 4;
}

Test(uring, says_when_too_little_memory_may_be_locked)
{
	static const enum job_choice choices[] = {JOB_CHOICE_BEST, ON, OFF};
	int fd = make_file(true, BLOCKS, O_RDONLY);

	for (size_t i = 0; i < countof(choices); i++) {
		int status = -1;
		pid_t child = fork();
		cr_assert(child >= 0);
		if (child == 0)
			_exit(open_without_locks(fd, choices[i]));
		cr_assert(waitpid(child, &status, 0) == child && WIFEXITED(status));
		check_int(WEXITSTATUS(status), 0);
	}
	close(fd);
}

/* Texts that do not fit are cut, not written beyond the field. */
Test(uring, all_that_can_be_declined_fits)
{
	const struct job job = {.ioengine = JOB_ENGINE_IO_URING,
				.hipri = true,
				.fixedbufs = ON,
				.registerfiles = ON,
				.defer_taskrun = ON,
				.coop_taskrun = ON,
				.sqthread_poll = true,
				.sqthread_poll_cpu = 100000};
	char why[MEASURE_WHY] = "";
	struct rig rig;
	int fd = -2; /* cannot be registered: -1 would be an empty place */

	cr_assert(rig_open(&rig, &job, &fd, 1, why) == 0, "%s", why);
	cr_expect(strlen(rig.granted.declined) < MEASURE_DECLINED - 1, "'%s' may be cut",
		  rig.granted.declined);
	check_asked(&rig.granted, true, rig.granted.fixed_files, "registerfiles");
	rig_close(&rig);
}

static double
seconds_of_process(void)
{
	struct rusage usage;

	cr_assert(getrusage(RUSAGE_SELF, &usage) == 0);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* The thread that submits does at least as much as the other one: with less than both, less than
 * half of what the process took would be counted. */
Test(uring, the_submitting_threads_time_is_the_jobs)
{
	const struct target_case c = {"io_uring", JOB_ENGINE_IO_URING, false, false};
	int fd = target_make(&c, trial_range, O_RDONLY);
	struct job job = trial_job(&c, JOB_RW_RANDREAD);

	job.sqthread_poll = true;
	job.sqthread_poll_cpu = -1;
	job.time_based = true;
	job.runtime_ns = 500000000;
	clock_get();
	double before_s = seconds_of_process();
	struct measure_result result = trial_run(&job, fd);
	double all_s = seconds_of_process() - before_s;
	if (!result.engine.sqpoll)
		cr_skip_test("needs io_uring with a thread that submits");
	double job_s = result.cpu_user_s + result.cpu_system_s;
	cr_expect(job_s > 0.6 * all_s && job_s < 1.1 * all_s, "%g s of the process's %g s", job_s,
		  all_s);
	cr_expect(result.ios[DIRECTION_READ] > 0);
	measure_result_free(&result);
	close(fd);
}
