/* The measuring loop: reap, account, prepare the next I/O in the slot that came free, submit. */
#include "collect/engine/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/engine/clock.h"
#include "collect/engine/pattern.h"
#include "collect/engine/tally.h"

enum {
	PAGE = 4096,                  /* alignment that O_DIRECT accepts everywhere */
	PROGRESS_PERIOD_NS = 50000000 /* how often the shared counters are written */
};

/* Who owns the result: while the worker is in the kernel it may be taken from it. */
enum state { IN_LOOP, IN_KERNEL, TAKEN };

struct slot {
	uint64_t offset;
	enum direction direction;
	struct tally_stamps stamps;
};

struct worker {
	/* Set up once. */
	const struct engine *engine;
	void *engine_state;
	const struct clock *clock;
	const volatile sig_atomic_t *stop;
	struct measure_progress *progress;
	int fd;
	char *buffer; /* depth * stride bytes */
	size_t stride;
	uint64_t bs;
	unsigned depth, submit_max, reap_min, reap_max;
	uint64_t ramp_time_ns, runtime_ns; /* runtime 0 = no limit */
	uint64_t total;                    /* I/Os of the measured part; UINT64_MAX = no limit */
	bool continue_on_error;
	bool writes;

	/* The loop's own. */
	_Atomic int state;
	struct pattern pattern;
	struct tally tally;
	struct slot *slot;
	struct engine_done *done; /* reap_max */
	unsigned *idle;           /* stack of free slots */
	unsigned *queued;         /* slots that wait for their submission, oldest first */
	unsigned n_idle, n_queued, n_flying;
	uint64_t budget; /* I/Os that may still be prepared */
	uint64_t end_ns; /* none is prepared from then on */
	bool ending;     /* prepare no more */
	bool halted;     /* submit no more */
	uint64_t progress_ns;
	uint64_t progress_ios, progress_bytes; /* not yet in the shared counters */
};

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
	uint64_t loops = job->loops ? job->loops : 1;

	w->ramp_time_ns = job->ramp_time_ns;
	w->runtime_ns = job->runtime_ns;
	if ((job->time_based && job->runtime_ns) ||
	    __builtin_mul_overflow(w->pattern.blocks, loops, &w->total))
		w->total = UINT64_MAX;
}

static int
set_buffers(struct worker *w, char why[ENGINE_WHY])
{
	uint64_t bytes;

	w->stride = (w->bs + PAGE - 1) / PAGE * PAGE;
	if (!__builtin_mul_overflow((uint64_t)w->stride, w->depth, &bytes))
		w->buffer = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (w->buffer == MAP_FAILED || !w->buffer) {
		w->buffer = NULL;
		snprintf(why, ENGINE_WHY, "no memory for %u buffers of %" PRIu64 " bytes", w->depth,
			 w->bs);
		return -ENOMEM;
	}
	if (w->writes)
		pattern_fill(&w->pattern, w->buffer, bytes);
	return 0;
}

static void
set_slots(struct worker *w)
{
	w->slot = mem_alloc(w->depth, sizeof(*w->slot));
	w->done = mem_alloc(w->reap_max, sizeof(*w->done));
	w->idle = mem_alloc(w->depth, sizeof(*w->idle));
	w->queued = mem_alloc(w->depth, sizeof(*w->queued));
	memset(w->slot, 0, w->depth * sizeof(*w->slot));
	memset(w->done, 0, w->reap_max * sizeof(*w->done));
	memset(w->queued, 0, w->depth * sizeof(*w->queued));
	for (unsigned i = 0; i < w->depth; i++)
		w->idle[i] = w->depth - 1 - i;
	w->n_idle = w->depth;
}

/* Opens the engine and notes in the result what is really used. */
static int
set_engine(struct worker *w, const struct job *job, struct measure_result *result,
	   char why[ENGINE_WHY])
{
	struct measure_engine *granted = &result->engine;
	struct engine_setup setup = {.fd = w->fd,
				     .direct = job->direct,
				     .userspace_reap = job->userspace_reap,
				     .depth = w->depth,
				     .bs = w->bs,
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

int
worker_open(const struct measure_task *task, const struct engine *engine,
	    const struct measure_config *config, struct measure_progress *progress,
	    struct measure_result *result, struct worker **out, char why[ENGINE_WHY])
{
	const struct job *job = task->job;
	struct worker *w = mem_alloc(1, sizeof(*w));
	int error;

	w->engine = engine;
	w->clock = clock_get();
	w->stop = config->stop;
	w->progress = progress;
	w->bs = job->bs;
	w->depth = engine->submits && job->iodepth ? job->iodepth : 1;
	w->continue_on_error = job->continue_on_error;
	pattern_init(&w->pattern, job, task->clone, task->range_start, task->range_size);
	bool has[DIRECTIONS] = {pattern_has(&w->pattern, DIRECTION_READ),
				pattern_has(&w->pattern, DIRECTION_WRITE)};
	w->writes = has[DIRECTION_WRITE];
	set_batches(w, job);
	set_ends(w, job);
	set_slots(w);
	/* A descriptor of its own: should the worker be abandoned in the middle of a submission,
	 * no other file gets its number. */
	w->fd = fcntl(task->fd, F_DUPFD_CLOEXEC, 0);
	if (w->fd < 0) {
		error = -errno;
		snprintf(why, ENGINE_WHY, "cannot duplicate the target's descriptor");
		goto failed;
	}
	error = set_buffers(w, why);
	if (!error)
		error = set_engine(w, job, result, why);
	if (error)
		goto failed;
	tally_open(&w->tally, result, has, result->engine.ring_slots ? w->depth : 0,
		   config->interval_s, w->runtime_ns);
	*out = w;
	return 0;
failed:
	worker_free(w);
	return error;
}

void
worker_free(struct worker *w)
{
	if (!w || w->n_flying) /* what the kernel may still write to is left to it */
		return;
	if (w->engine_state)
		w->engine->close(w->engine_state);
	if (w->buffer)
		munmap(w->buffer, w->stride * w->depth);
	if (w->fd >= 0)
		close(w->fd);
	free(w->slot);
	free(w->done);
	free(w->idle);
	free(w->queued);
	free(w);
}

static void
start_measuring(struct worker *w)
{
	uint64_t now = clock_now_ns(w->clock);

	tally_start(&w->tally, now);
	w->budget = w->total;
	w->end_ns = w->runtime_ns ? now + w->runtime_ns : UINT64_MAX;
	atomic_store_explicit(&w->progress->measuring, true, memory_order_relaxed);
}

/* A word of each page changes with each write, so that no two blocks of the target are equal. */
static void
freshen(struct worker *w, unsigned slot)
{
	char *buffer = w->buffer + slot * w->stride;

	for (uint64_t i = 0; i + sizeof(uint64_t) <= w->bs; i += PAGE) {
		uint64_t word = pattern_random(&w->pattern);
		memcpy(buffer + i, &word, sizeof(word));
	}
}

/* Prepares the next I/O in the slot that came free last. Returns false at the job's end. */
static bool
prepare(struct worker *w)
{
	if (w->budget == 0)
		return false;
	unsigned index = w->idle[w->n_idle - 1];
	struct slot *slot = &w->slot[index];
	struct pattern_io io = pattern_next(&w->pattern);
	if (io.direction == DIRECTION_WRITE)
		freshen(w, index);
	slot->stamps.prepared_ns = clock_now_ns(w->clock);
	if (slot->stamps.prepared_ns >= w->end_ns)
		return false;
	slot->direction = io.direction;
	slot->offset = io.offset;
	w->engine->queue(w->engine_state, index, io.direction, io.offset);
	w->budget--;
	w->n_idle--;
	w->queued[w->n_queued++] = index;
	return true;
}

/* Returns 0, or -errno when nothing could be submitted. */
static int
submit(struct worker *w)
{
	uint64_t entered_ns = clock_now_ns(w->clock);
	int n = w->engine->submit(w->engine_state);
	uint64_t left_ns = w->engine->submits ? clock_now_ns(w->clock) : 0;

	if (n < 0)
		return n;
	for (unsigned i = 0; i < (unsigned)n; i++) {
		struct tally_stamps *stamps = &w->slot[w->queued[i]].stamps;
		stamps->entered_ns = entered_ns;
		stamps->left_ns = left_ns;
	}
	w->n_queued -= (unsigned)n;
	w->n_flying += (unsigned)n;
	if (w->n_queued)
		memmove(w->queued, w->queued + n, w->n_queued * sizeof(*w->queued));
	return 0;
}

/* Gives every free slot an I/O and submits them in batches. What the kernel does not take now stays
 * queued and goes first the next time. */
static int
fill(struct worker *w)
{
	while (!w->halted) {
		while (!w->ending && w->n_idle && w->n_queued < w->submit_max)
			w->ending = !prepare(w);
		if (w->n_queued == 0)
			break;
		int error = submit(w);
		if (error)
			return error;
	}
	return 0;
}

/* Takes what has completed, waiting only when less than reap_min stands in the ring. */
static int
reap(struct worker *w, unsigned *standing)
{
	if (w->n_flying == 0) {
		/* Nothing in flight and still something queued: the kernel is short of what it
		 * needs for it, and only time helps. */
		if (w->n_queued && !w->halted)
			usleep(100);
		return 0;
	}
	*standing = w->engine->standing(w->engine_state);
	unsigned min = w->reap_min < w->n_flying ? w->reap_min : w->n_flying;
	return w->engine->reap(w->engine_state, min, w->reap_max, w->done);
}

/* One I/O failed, or moved nothing. */
static void
fail(struct worker *w, const struct slot *slot, int64_t outcome)
{
	struct measure_result *result = w->tally.result;
	int error = outcome < 0 ? (int)-outcome : EIO;

	result->errors[error < MEASURE_ERRNOS ? error : 0]++;
	if (w->continue_on_error || result->error)
		return;
	result->error = -error;
	snprintf(result->why, sizeof(result->why), "%s%s of %" PRIu64 " bytes at offset %" PRIu64,
		 outcome < 0 ? "" : "unexpected end of the target: ",
		 slot->direction == DIRECTION_READ ? "read" : "write", w->bs, slot->offset);
	w->ending = true;
}

static void
account(struct worker *w, unsigned standing, unsigned n, uint64_t now_ns)
{
	tally_reap(&w->tally, standing, n, now_ns);
	for (unsigned i = 0; i < n; i++) {
		unsigned index = w->done[i].slot;
		struct slot *slot = &w->slot[index];
		int64_t outcome = w->done[i].result;
		w->idle[w->n_idle++] = index;
		if (outcome <= 0) {
			fail(w, slot, outcome);
			continue;
		}
		slot->stamps.reaped_ns = now_ns;
		tally_io(&w->tally, slot->direction, (uint64_t)outcome, &slot->stamps);
		w->progress_ios++;
		w->progress_bytes += (uint64_t)outcome;
	}
	w->n_flying -= n;
}

static void
show_progress(struct worker *w, uint64_t now_ns)
{
	w->progress_ns = now_ns + PROGRESS_PERIOD_NS;
	atomic_fetch_add_explicit(&w->progress->ios, w->progress_ios, memory_order_relaxed);
	atomic_fetch_add_explicit(&w->progress->bytes, w->progress_bytes, memory_order_relaxed);
	w->progress_ios = 0;
	w->progress_bytes = 0;
}

/* The engine itself is broken: nothing more can be asked of it. */
static void
fail_engine(struct worker *w, int error, const char *doing)
{
	struct measure_result *result = w->tally.result;

	w->ending = true;
	w->halted = true;
	if (result->error)
		return;
	result->error = error;
	snprintf(result->why, sizeof(result->why), "%s with %u in flight", doing, w->n_flying);
}

static bool
is_temporary(int error)
{
	return error == -EAGAIN || error == -EBUSY || error == -EINTR;
}

bool
worker_run(struct worker *w)
{
	uint64_t now = clock_now_ns(w->clock);
	uint64_t ramp_end_ns = now + w->ramp_time_ns;

	w->budget = UINT64_MAX; /* the ramp ends by time alone */
	w->end_ns = UINT64_MAX;
	while (!w->ending || w->n_flying || (w->n_queued && !w->halted)) {
		if (w->tally.start_ns == UINT64_MAX && now >= ramp_end_ns && !w->ending)
			start_measuring(w);
		if (*w->stop) {
			w->ending = true;
			w->halted = true;
		}
		unsigned standing = 0;
		atomic_store_explicit(&w->state, IN_KERNEL, memory_order_release);
		int error = fill(w);
		int n = reap(w, &standing);
		int expected = IN_KERNEL;
		if (!atomic_compare_exchange_strong(&w->state, &expected, IN_LOOP))
			return false;
		now = clock_now_ns(w->clock);
		if (error && !is_temporary(error))
			fail_engine(w, error, "submission");
		if (n > 0)
			account(w, standing, (unsigned)n, now);
		if (n < 0) {
			fail_engine(w, n, "reaping");
			break;
		}
		if (now >= w->progress_ns)
			show_progress(w, now);
	}
	show_progress(w, now);
	tally_end(&w->tally, now, true);
	return true;
}

bool
worker_take(struct worker *w)
{
	struct measure_result *result = w->tally.result;
	int expected = IN_KERNEL;

	if (!atomic_compare_exchange_strong(&w->state, &expected, TAKEN))
		return false;
	tally_end(&w->tally, clock_now_ns(w->clock), false);
	if (!result->error) {
		result->error = -ETIMEDOUT;
		snprintf(result->why, sizeof(result->why),
			 "the target did not complete its I/O after the job was to stop");
	}
	return true;
}
