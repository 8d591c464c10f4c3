/* The measuring loop: reap, account, prepare the next I/O in the slot that came free, submit. */
#include "collect/engine/loop.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "collect/engine/feed.h"
#include "collect/engine/worker.h"

enum {
	PROGRESS_PERIOD_NS = 50000000, /* how often the shared counters are written */
	NAP_US = 1000,
	NAPS_MAX = 2000, /* then the kernel is taken at its word */
	/* A sleeping thread comes back some ten us late and its processor slow: the last part of a
	 * wait is spun. */
	SPIN_NS = 50000,
	REST_MAX_NS = 100000000 /* at once, so that a stop is soon seen */
};

static uint64_t
later(uint64_t now_ns, uint64_t ns)
{
	return ns < UINT64_MAX - now_ns ? now_ns + ns : UINT64_MAX;
}

/* The I/Os in flight from the ramp stay; the rates begin anew, so that a linear one has its first
 * I/O now, and what they are behind is not carried over. */
static void
start_measuring(struct worker *w)
{
	tally_start_usage(&w->tally);
	w->clock_start = clock_pair(w->clock);
	w->now_ns = clock_now_ns(w->clock);
	tally_start(&w->tally, w->now_ns);
	if (w->pace.limited)
		pace_start(&w->pace, w->now_ns);
	w->ramp_end_ns = UINT64_MAX;
	w->budget = w->total;
	w->end_ns = w->runtime_ns ? later(w->now_ns, w->runtime_ns) : UINT64_MAX;
	w->half_ns = w->runtime_ns ? later(w->now_ns, w->runtime_ns / 2) : UINT64_MAX;
	w->half_seen = false; /* what the ramp saw */
	w->lag_half_ns = 0;
	atomic_store_explicit(&w->progress->measuring, true, memory_order_relaxed);
}

/* How long a reap may wait, for free slots may have to be filled before. */
static uint64_t
patience(const struct worker *w)
{
	if (w->wake_ns == UINT64_MAX)
		return ENGINE_FOREVER;
	if (w->wake_ns <= w->now_ns + SPIN_NS)
		return 0;
	uint64_t ns = w->wake_ns - w->now_ns - SPIN_NS;
	return ns < REST_MAX_NS ? ns : REST_MAX_NS;
}

/* Nothing is in flight. Where something is queued still the kernel is short of what it needs for
 * it, and only time helps. */
static void
rest(struct worker *w)
{
	if (w->n_queued && !w->halted) {
		w->naps++;
		usleep(NAP_US);
		return;
	}
	uint64_t ns = patience(w);
	if (ns && ns != ENGINE_FOREVER) {
		struct timespec t = {.tv_nsec = (long)ns};
		clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL);
	}
}

/* Takes what has completed, waiting only when less than reap_min stands in the ring. */
static int
reap(struct worker *w, unsigned *standing)
{
	if (w->n_flying == 0) {
		rest(w);
		return 0;
	}
	unsigned min = w->reap_min < w->n_flying ? w->reap_min : w->n_flying;
	int n = w->engine->reap(w->engine_state, min, w->reap_max, patience(w), w->done);
	/* What was taken and what was left: a look before the reap would see an empty ring whenever
	 * the reap has to wait, and not what it then finds. */
	if (n > 0)
		*standing = (unsigned)n + w->engine->standing(w->engine_state);
	return n;
}

static inline bool
is_sync(enum engine_op op)
{
	return op == ENGINE_FSYNC || op == ENGINE_FDATASYNC;
}

/* One I/O failed, or moved nothing. */
static void
fail(struct worker *w, const struct engine_io *io, int64_t outcome)
{
	static const char *const name[] = {[ENGINE_READ] = "read",
					   [ENGINE_WRITE] = "write",
					   [ENGINE_TRIM] = "trim",
					   [ENGINE_FSYNC] = "fsync",
					   [ENGINE_FDATASYNC] = "fdatasync"};
	struct measure_result *result = w->tally.result;
	int error = outcome < 0 ? (int)-outcome : EIO;
	char file[32] = "";

	result->errors[error < MEASURE_ERRNOS ? error : 0]++;
	if (w->continue_on_error || result->error)
		return;
	result->error = -error;
	if (w->n_files > 1)
		snprintf(file, sizeof(file), " of file %u", io->file + 1);
	if (is_sync(io->op))
		snprintf(result->why, sizeof(result->why), "%s%s", name[io->op], file);
	else
		snprintf(result->why, sizeof(result->why),
			 "%s%s of %" PRIu64 " bytes at offset %" PRIu64 "%s",
			 outcome < 0 ? "" : "unexpected end of the target: ", name[io->op],
			 io->bytes, io->offset, file);
	feed_end(w);
	w->end_syncs = 0;
}

static void
account(struct worker *w, unsigned standing, unsigned n)
{
	unsigned n_data = 0;

	tally_reap(&w->tally, standing, n, w->now_ns);
	for (unsigned i = 0; i < n; i++) {
		unsigned index = w->done[i].slot;
		const struct worker_slot *slot = &w->slot[index];
		int64_t outcome = w->done[i].result;
		bool sync = is_sync(slot->io.op);
		w->idle[w->n_idle++] = index;
		n_data += !sync;
		if (outcome < 0 || (outcome == 0 && !sync)) {
			fail(w, &slot->io, outcome);
			continue;
		}
		if (sync) {
			tally_sync(&w->tally, &slot->stamps, w->now_ns);
			continue;
		}
		tally_io(&w->tally, (enum direction)slot->io.op, (uint64_t)outcome, &slot->stamps,
			 w->now_ns);
		w->progress_ios++;
		w->progress_bytes += (uint64_t)outcome;
	}
	w->n_flying -= n;
	if (w->thinktime_ns)
		feed_think(w, n_data);
}

static void
show_progress(struct worker *w)
{
	w->progress_ns = w->now_ns + PROGRESS_PERIOD_NS;
	atomic_fetch_add_explicit(&w->progress->ios, w->progress_ios, memory_order_relaxed);
	atomic_fetch_add_explicit(&w->progress->bytes, w->progress_bytes, memory_order_relaxed);
	atomic_store_explicit(&w->progress->at_ns, w->now_ns, memory_order_release);
	w->progress_ios = 0;
	w->progress_bytes = 0;
}

/* The engine itself is broken: nothing more can be asked of it. */
static void
fail_engine(struct worker *w, int error, const char *doing)
{
	struct measure_result *result = w->tally.result;

	feed_end(w);
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

static bool
is_over(const struct worker *w)
{
	return w->ending && w->n_flying == 0 &&
	       (w->halted || (w->n_queued == 0 && w->end_syncs == 0));
}

static void
start(struct worker *w)
{
	w->now_ns = clock_now_ns(w->clock);
	w->ramp_end_ns = later(w->now_ns, w->ramp_time_ns);
	w->budget = (struct budget){UINT64_MAX, UINT64_MAX}; /* the ramp ends by time alone */
	w->end_ns = UINT64_MAX;
	/* By default the kernel lets a sleeper oversleep by 50 us to wake several at once. */
	if (w->timed)
		prctl(PR_SET_TIMERSLACK, 1UL);
	if (w->pace.limited)
		pace_start(&w->pace, w->now_ns);
}

/* Submits and reaps. From here to the exchange nothing that the tally holds is touched: another
 * thread may take it, should a call into the kernel not return. Returns false when one did. */
static bool
turn(struct worker *w, int *submitted, int *reaped, unsigned *standing)
{
	int expected = WORKER_IN_KERNEL;

	atomic_store_explicit(&w->state, WORKER_IN_KERNEL, memory_order_release);
	*submitted = feed_fill(w);
	*reaped = reap(w, standing);
	return atomic_compare_exchange_strong(&w->state, &expected, WORKER_IN_LOOP);
}

static void
finish(struct worker *w)
{
	struct measure_result *result = w->tally.result;

	show_progress(w);
	w->tally.until_ns = w->until_ns;
	tally_end(&w->tally, w->now_ns, true);
	result->lag_end_ns = w->lag_end_ns;
	result->lag_half_ns = w->lag_half_ns;
	if (w->tally.start_ns != UINT64_MAX)
		result->engine.clock_drift_ppm =
		    clock_drift_ppm(w->clock_start, clock_pair(w->clock));
}

bool
loop_run(struct worker *w)
{
	start(w);
	while (!is_over(w)) {
		unsigned standing = 0;
		int error, n;

		if (w->now_ns >= w->ramp_end_ns && !w->ending)
			start_measuring(w);
		if (*w->stop) {
			feed_end(w);
			w->halted = true;
		}
		if (atomic_load_explicit(&w->progress->enough, memory_order_relaxed))
			feed_end(w);
		if (!turn(w, &error, &n, &standing))
			return false;
		w->now_ns = clock_now_ns(w->clock);
		for (unsigned i = 0; i < w->n_flown; i++)
			w->tally.result->inflight[w->flown[i]]++;
		w->n_flown = 0;
		if (error && (!is_temporary(error) || w->naps >= NAPS_MAX))
			fail_engine(w, error, "submission");
		if (n > 0)
			account(w, w->done[0].outside ? 0 : standing, (unsigned)n);
		if (n < 0) {
			fail_engine(w, n, "reaping");
			break;
		}
		if (w->now_ns >= w->progress_ns)
			show_progress(w);
	}
	finish(w);
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
