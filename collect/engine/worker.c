/* Sets up a worker: memory that is touched, sizes of batches, the engine. */
#include "collect/engine/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/base/mem.h"

static unsigned
clamp(unsigned value, unsigned low, unsigned high)
{
	return value < low ? low : value > high ? high : value;
}

/* Taking everything at once makes convoys that cost throughput: an eighth of the depth keeps the
 * device busy and still shares each system call. */
static void
set_batches(struct worker *w, const struct job *job)
{
	unsigned eighth = w->depth / 8 > 1 ? w->depth / 8 : 1;

	w->reap_min = clamp(job->iodepth_batch_complete_min, 1, w->depth);
	w->reap_max =
	    clamp(job->iodepth_batch_complete_max ? job->iodepth_batch_complete_max : eighth,
		  w->reap_min, w->depth);
	w->submit_max =
	    clamp(job->iodepth_batch_submit ? job->iodepth_batch_submit : w->reap_max, 1, w->depth);
}

static void
set_ends(struct worker *w, const struct job *job)
{
	w->ramp_time_ns = job->ramp_time_ns;
	w->runtime_ns = job->runtime_ns;
	w->total = budget_of(job, pattern_pass_bytes(&w->pattern));
}

/* What makes an I/O wait, and what comes between the writes. */
static void
set_pauses(struct worker *w, const struct job *job)
{
	unsigned low = job->iodepth_low;

	w->low = low && low < w->depth ? low : w->depth;
	w->thinktime_ns = job->thinktime_ns;
	w->thinktime_blocks = job->thinktime_blocks ? job->thinktime_blocks : 1;
	w->think_left = w->thinktime_blocks;
	w->timed = w->pace.limited || w->thinktime_ns;
	if (!w->writes)
		return;
	w->fsync = w->fsync_left = job->fsync;
	w->fdatasync = w->fdatasync_left = job->fdatasync;
	w->end_syncs = job->end_fsync || job->fsync_on_close ? w->n_files : 0;
}

static int
set_buffers(struct worker *w, char why[MEASURE_WHY])
{
	uint64_t bytes;

	w->stride = (w->bs_max + WORKER_PAGE - 1) / WORKER_PAGE * WORKER_PAGE;
	if (!__builtin_mul_overflow((uint64_t)w->stride, w->depth, &bytes))
		w->buffer = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (w->buffer == MAP_FAILED || !w->buffer) {
		w->buffer = NULL;
		snprintf(why, MEASURE_WHY, "no memory for %u buffers of %" PRIu64 " bytes",
			 w->depth, w->bs_max);
		return -ENOMEM;
	}
	if (w->writes)
		data_fill(&w->data, w->buffer, bytes);
	for (unsigned i = 0; i < w->depth; i++)
		w->slot[i].fresh = w->writes ? w->bs_max : 0;
	return 0;
}

static void
set_slots(struct worker *w)
{
	w->slot = mem_alloc(w->depth, sizeof(*w->slot));
	w->done = mem_alloc(w->reap_max, sizeof(*w->done));
	w->idle = mem_alloc(w->depth, sizeof(*w->idle));
	w->queued = mem_alloc(w->depth, sizeof(*w->queued));
	w->flown = mem_alloc(w->depth, sizeof(*w->flown));
	memset(w->slot, 0, w->depth * sizeof(*w->slot));
	memset(w->done, 0, w->reap_max * sizeof(*w->done));
	memset(w->queued, 0, w->depth * sizeof(*w->queued));
	memset(w->flown, 0, w->depth * sizeof(*w->flown));
	for (unsigned i = 0; i < w->depth; i++)
		w->idle[i] = w->depth - 1 - i;
	w->n_idle = w->depth;
}

/* Opens the engine and notes in the result what is really used. */
static int
set_engine(struct worker *w, const struct job *job, struct measure_result *result,
	   char why[MEASURE_WHY])
{
	struct measure_engine *granted = &result->engine;
	struct engine_setup setup = {.job = job,
				     .fd = w->fd,
				     .trim_fd = w->trim_fd,
				     .n_files = w->n_files,
				     .depth = w->depth,
				     .bs_max = w->bs_max,
				     .buffer = w->buffer,
				     .stride = w->stride};
	int error = w->engine->open(&setup, &w->engine_state, granted, why);

	if (error) {
		w->engine_state = NULL;
		return error;
	}
	snprintf(granted->clock, sizeof(granted->clock), "%s", clock_name(w->clock));
	granted->submit_max = w->submit_max;
	granted->reap_min = w->reap_min;
	granted->reap_max = w->reap_max;
	return 0;
}

static int
duplicate(int fd, int *out, char why[MEASURE_WHY])
{
	*out = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (*out >= 0)
		return 0;
	int error = -errno;
	snprintf(why, MEASURE_WHY, "cannot duplicate the target's descriptor");
	return error;
}

/* Descriptors of its own: should the worker be abandoned in the middle of a submission, no other
 * file gets their numbers. */
static int
set_files(struct worker *w, const struct measure_task *task, bool trims, char why[MEASURE_WHY])
{
	w->fd = mem_alloc(task->n_files, sizeof(*w->fd));
	w->trim_fd = mem_alloc(task->n_files, sizeof(*w->trim_fd));
	for (unsigned i = 0; i < task->n_files; i++) {
		const struct measure_file *file = &task->file[i];
		int error = duplicate(file->fd, &w->fd[i], why);
		if (error)
			return error;
		w->trim_fd[i] = w->fd[i];
		w->n_files++;
		if (!trims || file->trim_fd == file->fd)
			continue;
		error = duplicate(file->trim_fd, &w->trim_fd[i], why);
		if (error) {
			w->trim_fd[i] = w->fd[i];
			return error;
		}
	}
	return 0;
}

static void
set_pattern(struct worker *w, const struct measure_task *task, struct tally_setup *setup)
{
	pattern_init(&w->pattern, task);
	data_init(&w->data, task->job, task->clone);
	for (unsigned d = 0; d < DIRECTIONS; d++)
		setup->has[d] = pattern_has(&w->pattern, (enum direction)d);
	w->writes = setup->has[DIRECTION_WRITE];
	pace_init(&w->pace, task->job, task->clone, setup->has);
	setup->rates = w->pace.limited;
}

int
worker_open(const struct measure_task *task, const struct engine *engine,
	    const struct measure_config *config, struct measure_progress *progress,
	    struct measure_result *result, struct worker **out, char why[MEASURE_WHY])
{
	const struct job *job = task->job;
	struct worker *w = mem_alloc(1, sizeof(*w));
	struct tally_setup setup = {.heatmap = config->heatmap,
				    .latency = !job->no_latency,
				    .interval_s = config->interval_s,
				    .expected_ns = job->runtime_ns};
	int error;

	w->engine = engine;
	w->clock = clock_get();
	w->stop = config->stop;
	w->progress = progress;
	w->bs_max = job_bs_max(job);
	w->depth = engine->submits && job->iodepth ? job->iodepth : 1;
	setup.depth = w->depth;
	w->continue_on_error = job->continue_on_error;
	w->latency = !job->no_latency;
	set_batches(w, job);
	set_slots(w);
	set_pattern(w, task, &setup);
	set_ends(w, job);
	error = set_files(w, task, setup.has[DIRECTION_TRIM], why);
	if (!error)
		error = set_buffers(w, why);
	if (!error)
		error = set_engine(w, job, result, why);
	if (error)
		goto failed;
	set_pauses(w, job);
	setup.ring = result->engine.ring_slots > 0;
	setup.syncs = w->fsync || w->fdatasync || w->end_syncs;
	tally_open(&w->tally, result, &setup);
	*out = w;
	return 0;
failed:
	worker_free(w);
	return error;
}

void
worker_free(struct worker *w)
{
	if (!w)
		return;
	if (w->n_flying) {
		worker_abandon(w);
		return;
	}
	if (w->engine_state)
		w->engine->close(w->engine_state);
	usage_close(&w->tally.usage);
	if (w->buffer)
		munmap(w->buffer, w->stride * w->depth);
	for (unsigned i = 0; i < w->n_files; i++) {
		if (w->trim_fd[i] != w->fd[i])
			close(w->trim_fd[i]);
		close(w->fd[i]);
	}
	tally_close(&w->tally);
	pattern_free(&w->pattern);
	free(w->fd);
	free(w->trim_fd);
	free(w->slot);
	free(w->done);
	free(w->idle);
	free(w->queued);
	free(w->flown);
	free(w);
}

/* All that were abandoned, so that leak checkers see them in use, as they are. */
static _Atomic(struct worker *) abandoned;

void
worker_abandon(struct worker *w)
{
	w->next = atomic_load(&abandoned);
	while (!atomic_compare_exchange_weak(&abandoned, &w->next, w))
		;
}
