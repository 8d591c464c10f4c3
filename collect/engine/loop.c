/* The measuring loop: reap, account, prepare the next I/O in the slot that came free, submit. */
#include "collect/engine/loop.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "collect/engine/worker.h"

enum {
	PROGRESS_PERIOD_NS = 50000000, /* how often the shared counters are written */
	NAP_US = 1000,
	NAPS_MAX = 2000 /* then the kernel is taken at its word */
};

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
freshen(struct worker *w, unsigned slot, uint64_t bytes)
{
	char *buffer = w->buffer + slot * w->stride;

	for (uint64_t i = 0; i + sizeof(uint64_t) <= bytes; i += WORKER_PAGE) {
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
	struct worker_slot *slot = &w->slot[index];
	struct pattern_io io = pattern_next(&w->pattern);
	if (io.direction == DIRECTION_WRITE)
		freshen(w, index, io.bytes);
	slot->stamps.prepared_ns = clock_now_ns(w->clock);
	if (slot->stamps.prepared_ns >= w->end_ns)
		return false;
	slot->direction = io.direction;
	slot->io = (struct engine_io){.op = (enum engine_op)io.direction,
				      .file = io.file,
				      .offset = io.offset,
				      .bytes = io.bytes};
	w->engine->queue(w->engine_state, index, &slot->io);
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
	w->naps = 0;
	w->n_queued -= (unsigned)n;
	w->n_flying += (unsigned)n;
	if (w->n_queued)
		memmove(w->queued, w->queued + n, w->n_queued * sizeof(*w->queued));
	return 0;
}

/* Gives every free slot an I/O and submits them in batches. What the kernel does not take now stays
 * queued and goes first the next time. A worker that was taken within a submission ends there. */
static int
fill(struct worker *w)
{
	while (!w->halted &&
	       atomic_load_explicit(&w->state, memory_order_relaxed) != WORKER_TAKEN) {
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
		if (w->n_queued && !w->halted) {
			w->naps++;
			usleep(NAP_US);
		}
		return 0;
	}
	unsigned min = w->reap_min < w->n_flying ? w->reap_min : w->n_flying;
	int n = w->engine->reap(w->engine_state, min, w->reap_max, ENGINE_FOREVER, w->done);
	/* What was taken and what was left: a look before the reap would see an empty ring whenever
	 * the reap has to wait, and not what it then finds. */
	if (n > 0)
		*standing = (unsigned)n + w->engine->standing(w->engine_state);
	return n;
}

/* One I/O failed, or moved nothing. */
static void
fail(struct worker *w, const struct worker_slot *slot, int64_t outcome)
{
	struct measure_result *result = w->tally.result;
	int error = outcome < 0 ? (int)-outcome : EIO;

	result->errors[error < MEASURE_ERRNOS ? error : 0]++;
	if (w->continue_on_error || result->error)
		return;
	result->error = -error;
	snprintf(result->why, sizeof(result->why), "%s%s of %" PRIu64 " bytes at offset %" PRIu64,
		 outcome < 0 ? "" : "unexpected end of the target: ",
		 direction_name[slot->direction], slot->io.bytes, slot->io.offset);
	w->ending = true;
}

static void
account(struct worker *w, unsigned standing, unsigned n, uint64_t now_ns)
{
	tally_reap(&w->tally, standing, n, now_ns);
	for (unsigned i = 0; i < n; i++) {
		unsigned index = w->done[i].slot;
		struct worker_slot *slot = &w->slot[index];
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
	atomic_store_explicit(&w->progress->at_ns, now_ns, memory_order_release);
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
loop_run(struct worker *w)
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
		if (atomic_load_explicit(&w->progress->enough, memory_order_relaxed))
			w->ending = true;
		/* From here to the exchange below nothing that the tally holds is touched: another
		 * thread may take it, should a call into the kernel not return. */
		unsigned standing = 0;
		atomic_store_explicit(&w->state, WORKER_IN_KERNEL, memory_order_release);
		int error = fill(w);
		int n = reap(w, &standing);
		int expected = WORKER_IN_KERNEL;
		if (!atomic_compare_exchange_strong(&w->state, &expected, WORKER_IN_LOOP))
			return false;
		now = clock_now_ns(w->clock);
		if (error && (!is_temporary(error) || w->naps >= NAPS_MAX))
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
loop_take(struct worker *w)
{
	struct measure_result *result = w->tally.result;
	int expected = WORKER_IN_KERNEL;

	if (!atomic_compare_exchange_strong(&w->state, &expected, WORKER_TAKEN))
		return false;
	worker_abandon(w);
	tally_end(&w->tally, clock_now_ns(w->clock), false);
	if (!result->error) {
		result->error = -ETIMEDOUT;
		snprintf(result->why, sizeof(result->why),
			 "the target did not complete its I/O after the job was to stop");
	}
	return true;
}
