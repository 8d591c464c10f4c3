/* Threads of io_uring are known by their names, in a folder that the test makes like /proc's. */
#include "collect/engine/kthreads.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/engine/measure.h"
#include "tests/unit/check.h"

static char folder[64];

static void
enter_folder(void)
{
	snprintf(folder, sizeof(folder), "/tmp/ringside-kthreads-XXXXXX");
	cr_assert(mkdtemp(folder) != NULL);
}

static void
leave_folder(void)
{
	char *command = mem_format("rm -r %s", folder);

	cr_assert(system(command) == 0);
	free(command);
}

TestSuite(kthreads, .timeout = 30, .init = enter_folder, .fini = leave_folder);

static void
put(const char *tid, const char *name, const char *text)
{
	char *path = mem_format("%s/%s/%s", folder, tid, name);
	FILE *out = fopen(path, "w");

	cr_assert(out != NULL && fputs(text, out) >= 0 && fclose(out) == 0, "cannot make '%s'",
		  path);
	free(path);
}

/* A thread; no schedstat where that is NULL. */
static void
thread(const char *tid, const char *comm, const char *schedstat)
{
	char *path = mem_format("%s/%s", folder, tid);

	cr_assert(mkdir(path, 0700) == 0);
	free(path);
	put(tid, "comm", comm);
	if (schedstat)
		put(tid, "schedstat", schedstat);
}

static void
check_look(pid_t tid, unsigned sqpoll, unsigned iowq, double cpu_s)
{
	struct kthreads got;

	kthreads_look(folder, tid, &got);
	check_int(got.sqpoll, sqpoll);
	check_int(got.iowq, iowq);
	if (isnan(cpu_s))
		check_nan(got.cpu_s, "cpu_s");
	else
		check_close(got.cpu_s, cpu_s, 1e-12, "cpu_s");
}

Test(kthreads, none)
{
	check_look(10, 0, 0, 0);
	thread("10", "collect\n", "5000000000 1 1\n");
	check_look(10, 0, 0, 0);
	rmdir(folder);
	check_look(10, 0, 0, 0);
}

/* Each clone has its own; a thread of io-wq may work for the one that submits. */
Test(kthreads, those_of_each_thread)
{
	thread("10", "collect\n", "5000000000 1 1\n");
	thread("11", "collect\n", "5000000000 1 1\n");
	thread("12", "collect\n", "5000000000 1 1\n");
	thread("20", "iou-sqp-10\n", "1500000000 7 8\n");
	thread("21", "iou-wrk-20\n", "250000000 7 8\n");
	thread("22", "iou-wrk-11\n", "125000000 7 8\n");
	thread("23", "iou-wrk-11\n", "125000000 7 8\n");
	thread("24", "iou-wrk-x\n", "125000000 7 8\n");
	thread("25", "iou-sqp-\n", "125000000 7 8\n");
	thread("x", "iou-wrk-11\n", "125000000 7 8\n");
	check_look(10, 1, 1, 1.75);
	check_look(11, 0, 2, 0.25);
	check_look(12, 0, 0, 0);
}

/* In a pid namespace 2 is what the kernel's names call by its number outside: all count. */
Test(kthreads, names_of_another_namespace)
{
	thread("2", "collect\n", "5000000000 1 1\n");
	thread("3", "iou-sqp-4711\n", "1000000000 7 8\n");
	thread("4", "iou-wrk-4712\n", "500000000 7 8\n");
	check_look(2, 1, 1, 1.5);
}

Test(kthreads, a_kernel_without_their_times)
{
	thread("10", "collect\n", NULL);
	thread("20", "iou-sqp-10\n", NULL);
	check_look(10, 1, 0, (double)NAN);
	put("20", "schedstat", "\n");
	check_look(10, 1, 0, (double)NAN);
	put("20", "schedstat", "words 1 1\n");
	check_look(10, 1, 0, (double)NAN);
}

/* Of the test's own thread, which has none: nothing is added, whatever was before. */
Test(kthreads, only_io_uring_is_looked_at)
{
	struct kthreads at_start = {.iowq = 9, .cpu_s = 1};
	struct measure_result result = {.cpu_system_s = 2, .engine = {.iowq = true}};

	kthreads_begin(&at_start, &result);
	check_int(at_start.iowq, 9);
	kthreads_end(&at_start, &result);
	check_int(result.engine.iowq, 1);
	result.engine.uring = true;
	kthreads_begin(&at_start, &result);
	check_int(at_start.iowq, 0);
	kthreads_end(&at_start, &result);
	check_int(result.engine.iowq, 0);
	check_close(result.cpu_system_s, 2, 0, "cpu_system_s");
}
