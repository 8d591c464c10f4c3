/* Which I/Os are prepared, and when.
 *
 * An I/O counts as prepared from the moment at which its slot came free: from the stamp of the reap
 * that brought the slot back, or of the submission before where one fill takes several. So a closed
 * loop has no time that belongs to no I/O, mean latency times IOPS is the depth by construction,
 * and the clock is not read for single I/Os. What the loop itself does between reap and submission
 * stands in lat and not in clat. A reading for each I/O would leave the accounting out of lat: with
 * page-cache hits by psync that made lat * IOPS 0.98 of the depth, with the null engine 0.63.
 *
 * Where I/Os wait for their time the clock is read for each, for it decides which are due. */
#include "collect/engine/feed.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>

#include "collect/engine/worker.h"

/* Queues an I/O in the slot that came free last; its io is filled. */
static inline void
put(struct worker *w, uint64_t prepared_ns, uint64_t late_ns)
{
	unsigned index = w->idle[--w->n_idle];
	struct worker_slot *slot = &w->slot[index];

	slot->stamps.prepared_ns = prepared_ns;
	slot->stamps.late_ns = late_ns;
	w->engine->queue(w->engine_state, index, &slot->io);
	w->queued[w->n_queued++] = index;
}

static inline struct engine_io *
next_io(const struct worker *w)
{
	return &w->slot[w->idle[w->n_idle - 1]].io;
}

static void
put_sync(struct worker *w, enum engine_op op, unsigned file)
{
	*next_io(w) = (struct engine_io){.op = op, .file = file};
	put(w, w->now_ns, 0);
}

/* Whether another write makes one due: left counts down to it. */
static bool
is_sync_due(unsigned *left, unsigned every)
{
	if (every == 0 || --*left)
		return false;
	*left = every;
	return true;
}

/* The file that was written last is synced; fsync does what fdatasync does. */
static void
count_write(struct worker *w, unsigned file)
{
	bool data = is_sync_due(&w->fdatasync_left, w->fdatasync);
	bool all = is_sync_due(&w->fsync_left, w->fsync);

	if (!data && !all)
		return;
	w->sync_due = true;
	w->sync_op = all ? ENGINE_FSYNC : ENGINE_FDATASYNC;
	w->sync_file = file;
}

/* The data comes before the stamps of the call that submits it, and so counts in lat alone. */
static inline void
put_io(struct worker *w, struct pattern_io io, uint64_t prepared_ns, uint64_t late_ns)
{
	unsigned index = w->idle[w->n_idle - 1];
	struct worker_slot *slot = &w->slot[index];

	slot->io = (struct engine_io){.op = (enum engine_op)io.direction,
				      .file = io.file,
				      .offset = io.offset,
				      .bytes = io.bytes};
	if (io.direction == DIRECTION_WRITE) {
		data_renew(&w->data, w->buffer + index * w->stride, io.bytes, &slot->fresh);
		count_write(w, io.file);
	} else if (io.direction == DIRECTION_READ) {
		slot->fresh = 0;
	}
	put(w, prepared_ns, late_ns);
	w->budget.bytes -= io.bytes < w->budget.bytes ? io.bytes : w->budget.bytes;
	w->budget.ios--;
}

/* All is done that the job asks for. A sync comes before the next I/O, as in fio: the one that
 * would follow the last write is left to the end, which syncs where the job says so. */
static inline bool
is_spent(const struct worker *w)
{
	return w->budget.bytes == 0 || w->budget.ios == 0;
}

/* When all is done no other I/O is late: what the last one was counts. Else time ended what may
 * have waited for its time, and the wait belongs to the run. */
void
feed_end(struct worker *w)
{
	if (w->ending)
		return;
	w->ending = true;
	if (!w->timed || is_spent(w))
		return;
	uint64_t now_ns = clock_now_ns(w->clock);
	w->until_ns = now_ns < w->end_ns ? now_ns : w->end_ns;
	if (w->pace.limited)
		w->lag_end_ns = pace_behind(&w->pace, &w->pattern, w->until_ns);
}

void
feed_think(struct worker *w, unsigned n)
{
	if (n < w->think_left) {
		w->think_left -= n;
		return;
	}
	w->think_left = w->thinktime_blocks - (n - w->think_left) % w->thinktime_blocks;
	if (__builtin_add_overflow(w->now_ns, w->thinktime_ns, &w->pause_until_ns))
		w->pause_until_ns = UINT64_MAX;
}

static inline void
put_due_sync(struct worker *w)
{
	w->sync_due = false;
	put_sync(w, w->sync_op, w->sync_file);
}

/* Nothing is due before then. What lies beyond the end is not waited for, but the end is: a run
 * that does little in its time takes that time. */
static void
wait_until(struct worker *w, uint64_t ns)
{
	uint64_t limit_ns = w->end_ns < w->ramp_end_ns ? w->end_ns : w->ramp_end_ns;

	if (ns == UINT64_MAX && limit_ns == UINT64_MAX)
		feed_end(w); /* nothing is due ever, and no time ends it */
	else
		w->wake_ns = ns < limit_ns ? ns : limit_ns;
}

/* How late the first I/O is that is prepared when half of the time is over, or half is done of what
 * the job asks for. */
static void
note_half(struct worker *w)
{
	if (w->half_seen || (w->now_ns < w->half_ns && w->budget.ios > w->total.ios / 2 &&
			     w->budget.bytes > w->total.bytes / 2))
		return;
	w->half_seen = true;
	w->lag_half_ns = w->lag_end_ns;
}

static void
gather_timed(struct worker *w)
{
	struct pattern_io io;
	uint64_t due_ns;

	while (!w->ending && w->n_idle && w->n_queued < w->submit_max) {
		w->now_ns = clock_now_ns(w->clock);
		if (w->now_ns >= w->end_ns || is_spent(w)) {
			feed_end(w);
		} else if (w->pause_until_ns > w->now_ns) {
			wait_until(w, w->pause_until_ns);
			return;
		} else if (w->sync_due) {
			put_due_sync(w);
		} else if (!w->pace.limited) {
			put_io(w, pattern_next(&w->pattern), w->now_ns, 0);
		} else if (pace_next(&w->pace, &w->pattern, w->now_ns, &io, &due_ns)) {
			w->lag_end_ns = w->now_ns - due_ns;
			note_half(w);
			put_io(w, io, due_ns, w->lag_end_ns);
		} else {
			wait_until(w, due_ns);
			return;
		}
	}
}

static inline void
gather_now(struct worker *w)
{
	if (w->n_idle && w->now_ns >= w->end_ns)
		feed_end(w);
	while (!w->ending && w->n_idle && w->n_queued < w->submit_max) {
		if (is_spent(w))
			feed_end(w);
		else if (w->sync_due)
			put_due_sync(w);
		else
			put_io(w, pattern_next(&w->pattern), w->now_ns, 0);
	}
}

/* Prepares what goes into the next submission. */
static inline void
gather(struct worker *w)
{
	if (w->ending) {
		/* One file after the other, each when all before it is done. */
		if (w->end_syncs && w->n_flying + w->n_queued == 0)
			put_sync(w, ENGINE_FSYNC, w->n_files - w->end_syncs--);
		return;
	}
	if (w->draining && w->n_flying + w->n_queued > w->low)
		return;
	if (w->timed)
		gather_timed(w);
	else
		gather_now(w);
	w->draining = w->n_idle == 0 && w->low < w->depth;
}

/* Returns 0, or -errno when nothing could be submitted. */
static inline int
submit(struct worker *w)
{
	uint64_t entered_ns = w->latency ? clock_now_ns(w->clock) : 0;
	int n = w->engine->submit(w->engine_state);
	uint64_t left_ns = 0;

	if (n <= 0)
		return n ? n : -EAGAIN;
	if (w->latency && w->engine->submits)
		left_ns = w->now_ns = clock_now_ns(w->clock);
	for (unsigned i = 0; i < (unsigned)n; i++) {
		struct tally_stamps *stamps = &w->slot[w->queued[i]].stamps;
		stamps->entered_ns = entered_ns;
		stamps->left_ns = left_ns;
	}
	w->naps = 0;
	w->n_queued -= (unsigned)n;
	w->n_flying += (unsigned)n;
	w->flown[w->n_flown++] = w->n_flying;
	if (w->n_queued)
		memmove(w->queued, w->queued + n, w->n_queued * sizeof(*w->queued));
	return 0;
}

int
feed_fill(struct worker *w)
{
	w->wake_ns = UINT64_MAX;
	while (!w->halted &&
	       atomic_load_explicit(&w->state, memory_order_relaxed) != WORKER_TAKEN) {
		gather(w);
		if (w->n_queued == 0)
			break;
		int error = submit(w);
		if (error)
			return error;
	}
	return 0;
}
