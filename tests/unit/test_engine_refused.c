/* Kernels that refuse: a filter of a child process answers for them, so that the machine stays as
 * it is. */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "tests/unit/check.h"
#include "tests/unit/rig.h"

TestSuite(engine_refused, .timeout = 60);

enum { BLOCKS = 16, TEXT = MEASURE_WHY + MEASURE_DECLINED };

/* From now on the system call fails with that error in this process. */
static bool
refuse(unsigned number, unsigned error)
{
	struct sock_filter filter[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = {.len = countof(filter), .filter = filter};

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* In the child: opens the job's engine, moves data where that succeeds, and writes the error, what
 * was declined and why to the pipe. */
static void
try_to_open(const struct job *job, int fd, unsigned number, unsigned error, int out)
{
	char why[MEASURE_WHY] = "", text[TEXT];
	struct rig rig;

	if (!refuse(number, error))
		_exit(1);
	int got = rig_open(&rig, job, &fd, 1, why);
	snprintf(text, sizeof(text), "%d|%s|%s", got, got ? "" : rig.granted.declined, why);
	if (!got) {
		rig_move_blocks(&rig, BLOCKS);
		rig_close(&rig);
	}
	if (write(out, text, strlen(text)) < 0)
		_exit(2);
	_exit(0);
}

/* want: "-errno|declined|why". */
static void
check_refusal(const struct job *job, unsigned number, unsigned error, const char *want)
{
	const struct target_case c = {"refused", job->ioengine, job->direct, false};
	int fd = target_make(&c, (size_t)BLOCKS * RIG_BS, O_RDWR), ends[2], status;
	char got[TEXT] = "";

	fflush(NULL);
	cr_assert(pipe(ends) == 0);
	pid_t child = fork();
	cr_assert(child >= 0);
	if (child == 0)
		try_to_open(job, fd, number, error, ends[1]);
	close(ends[1]);
	ssize_t n = read(ends[0], got, sizeof(got) - 1);
	cr_assert(waitpid(child, &status, 0) == child && WIFEXITED(status));
	if (WEXITSTATUS(status) == 1)
		cr_skip_test("needs seccomp");
	check_int(WEXITSTATUS(status), 0);
	cr_assert(n >= 0);
	check_text(got, want);
	close(ends[0]);
	close(fd);
}

Test(engine_refused, io_uring_cannot_be_set_up)
{
	static const struct {
		unsigned error;
		const char *want;
	} rows[] = {
	    {EPERM, "-1||cannot set up io_uring for 8 I/Os: the system forbids it (see "
		    "kernel.io_uring_disabled)"},
	    {ENOSYS, "-38||cannot set up io_uring for 8 I/Os: this kernel has none"},
	    {ENOMEM,
	     "-12||cannot set up io_uring for 8 I/Os: the limit of locked memory is too low "
	     "(RLIMIT_MEMLOCK, ulimit -l)"},
	    {EMFILE, "-24||cannot set up io_uring for 8 I/Os"},
	};
	struct job job = {.ioengine = JOB_ENGINE_IO_URING};

	for (size_t i = 0; i < countof(rows); i++)
		check_refusal(&job, SYS_io_uring_setup, rows[i].error, rows[i].want);
	/* What is asked for beside it says nothing then. */
	job.sqthread_poll = true;
	job.sqthread_poll_cpu = 0;
	check_refusal(&job, SYS_io_uring_setup, EPERM, rows[0].want);
}

Test(engine_refused, io_uring_registers_nothing)
{
	struct job job = {.ioengine = JOB_ENGINE_IO_URING, .direct = true};

	target_need(&(struct target_case){"io_uring", JOB_ENGINE_IO_URING, true, false});
	/* Best without a word: nothing to be said, but of the limit. */
	check_refusal(&job, SYS_io_uring_register, EINVAL, "0||");
	check_refusal(&job, SYS_io_uring_register, ENOMEM,
		      "0|fixedbufs: the limit of locked memory is too low (RLIMIT_MEMLOCK, ulimit "
		      "-l)|");
	job.fixedbufs = job.registerfiles = job.register_ring = JOB_CHOICE_ON;
	check_refusal(&job, SYS_io_uring_register, EINVAL,
		      "0|registerfiles: Invalid argument; fixedbufs: Invalid argument; "
		      "register_ring: this kernel does not have it|");
	check_refusal(&job, SYS_io_uring_register, EFAULT,
		      "0|registerfiles: Bad address; fixedbufs: the buffers are more than can be "
		      "registered (1 GiB); register_ring: Bad address|");
}

Test(engine_refused, libaio_cannot_be_set_up)
{
	const struct job job = {.ioengine = JOB_ENGINE_LIBAIO};

	check_refusal(
	    &job, SYS_io_setup, EAGAIN,
	    "-11||cannot set up libaio for 8 I/Os: the system's limit for all programs is "
	    "used up (raise /proc/sys/fs/aio-max-nr)");
	check_refusal(&job, SYS_io_setup, ENOSYS,
		      "-38||cannot set up libaio for 8 I/Os: this kernel is built without it");
	check_refusal(&job, SYS_io_setup, ENOMEM, "-12||cannot set up libaio for 8 I/Os");
}
