/* Names and times of threads, from /proc/self/task. */
#include "collect/engine/kthreads.h"

#include <dirent.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/base/sysfile.h"
#include "collect/engine/measure.h"

enum kind { SQPOLL, IOWQ, OTHER };

struct thread {
	long tid, of; /* of: the number in its name */
	enum kind kind;
};

struct threads {
	struct thread *thread;
	size_t n, room;
};

static bool
read_number(const char *text, long *out)
{
	char *end;
	long value = strtol(text, &end, 10);

	if (end == text || *end || value <= 0)
		return false;
	*out = value;
	return true;
}

static struct thread
thread_of(const char *folder, long tid)
{
	static const struct {
		const char *prefix;
		enum kind kind;
	} names[] = {{"iou-sqp-", SQPOLL}, {"iou-wrk-", IOWQ}};
	struct thread thread = {.tid = tid, .kind = OTHER};
	char name[64];

	if (!sysfile_line(name, sizeof(name), "%s/%ld/comm", folder, tid))
		return thread;
	for (size_t i = 0; i < countof(names); i++) {
		size_t n = strlen(names[i].prefix);
		if (strncmp(name, names[i].prefix, n) == 0 && read_number(name + n, &thread.of))
			thread.kind = names[i].kind;
	}
	return thread;
}

static void
list(const char *folder, struct threads *threads)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;
	long tid;

	while (dir && (entry = readdir(dir))) {
		if (!read_number(entry->d_name, &tid))
			continue;
		if (threads->n == threads->room) {
			threads->room = threads->room ? 2 * threads->room : 16;
			threads->thread =
			    mem_resize(threads->thread, threads->room, sizeof(*threads->thread));
		}
		threads->thread[threads->n++] = thread_of(folder, tid);
	}
	if (dir)
		closedir(dir);
}

/* Whether t works for tid: it is called after it, or after a thread that submits for it. */
static bool
works_for(const struct threads *threads, const struct thread *t, long tid)
{
	if (t->kind == OTHER || t->of == tid)
		return t->kind != OTHER;
	for (size_t i = 0; t->kind == IOWQ && i < threads->n; i++) {
		const struct thread *s = &threads->thread[i];
		if (s->kind == SQPOLL && s->tid == t->of && s->of == tid)
			return true;
	}
	return false;
}

/* Whether the names tell who works for whom. */
static bool
names_are_local(const struct threads *threads)
{
	for (size_t i = 0; i < threads->n; i++)
		for (size_t k = 0; threads->thread[i].kind != OTHER && k < threads->n; k++)
			if (threads->thread[i].of == threads->thread[k].tid)
				return true;
	return false;
}

/* The first number of schedstat: nanoseconds on a processor. */
static double
run_time_s(const char *folder, long tid)
{
	char line[128], *end;

	if (!sysfile_line(line, sizeof(line), "%s/%ld/schedstat", folder, tid))
		return (double)NAN;
	unsigned long long ns = strtoull(line, &end, 10);
	return end == line ? (double)NAN : (double)ns / 1e9;
}

void
kthreads_look(const char *folder, pid_t tid, struct kthreads *out)
{
	struct threads threads = {0};

	*out = (struct kthreads){0};
	list(folder, &threads);
	bool local = names_are_local(&threads);
	for (size_t i = 0; i < threads.n; i++) {
		const struct thread *t = &threads.thread[i];
		if (t->kind == OTHER || (local && !works_for(&threads, t, tid)))
			continue;
		out->sqpoll += t->kind == SQPOLL;
		out->iowq += t->kind == IOWQ;
		out->cpu_s += run_time_s(folder, t->tid);
	}
	free(threads.thread);
}

void
kthreads_own(struct kthreads *out)
{
	kthreads_look("/proc/self/task", gettid(), out);
}

void
kthreads_begin(struct kthreads *at_start, const struct measure_result *result)
{
	if (result->engine.uring)
		kthreads_own(at_start);
}

void
kthreads_end(const struct kthreads *at_start, struct measure_result *result)
{
	struct kthreads now;

	if (!result->engine.uring)
		return;
	kthreads_own(&now);
	result->engine.iowq = now.iowq > 0;
	/* Where a thread has gone meanwhile its time has gone with it. Nor is it more where that is
	 * not known. */
	if (now.cpu_s > at_start->cpu_s)
		result->cpu_system_s += now.cpu_s - at_start->cpu_s;
}
