/* The tally of a clone: what the measuring loop counts, written straight into its result. All is
 * allocated and touched before; the counting itself allocates nothing and makes no system call. */
#ifndef COLLECT_ENGINE_TALLY_H
#define COLLECT_ENGINE_TALLY_H

#include "collect/engine/measure.h"
#include "collect/engine/usage.h"

struct tally {
	struct measure_result *result;
	uint64_t start_ns; /* of the measured part; UINT64_MAX while it has not begun */
	uint64_t last_ns;  /* last counted completion */
	uint64_t interval_ns;
	uint64_t interval_end_ns; /* of the current interval */
	size_t interval;          /* the current one */
	size_t interval_max;
	struct measure_interval lost; /* takes what comes after a full grid */
	struct measure_interval *now; /* the current interval, or &lost */
	struct usage usage;           /* closed by whoever frees the tally */
};

/* The moments of one I/O. */
struct tally_stamps {
	uint64_t prepared_ns; /* ready to be queued */
	uint64_t entered_ns;  /* just before the system call that submits it */
	uint64_t left_ns;     /* just after that call; 0 where none submits: no slat then */
	uint64_t reaped_ns;
};

/* Allocates what result needs: histograms for the directions in has, rings for a completion ring of
 * ring_depth I/Os at most (0 = none), and a grid for expected_ns (0 = unknown) at interval_s. */
void tally_open(struct tally *tally, struct measure_result *result, const bool has[DIRECTIONS],
		unsigned ring_depth, double interval_s, uint64_t expected_ns);

/* The measured part begins at now_ns on the calling thread: forgets the rings' looks and starts the
 * grid. */
void tally_start(struct tally *tally, uint64_t now_ns);

/* The measured part is over, at now_ns. Fills runtime, number of intervals and, when called on the
 * thread that measured, its use of the processor. */
void tally_end(struct tally *tally, uint64_t now_ns, bool own_thread);

/* Moves on to the interval that holds now_ns, past those in which nothing happened. */
void tally_next_interval(struct tally *tally, uint64_t now_ns);

/* A reap at now_ns that took n > 0 of the completions standing in the ring. */
static inline void
tally_reap(struct tally *tally, unsigned standing, unsigned n, uint64_t now_ns)
{
	struct measure_result *result = tally->result;

	if (standing < result->ring_n)
		result->ring_standing[standing]++;
	if (n < result->ring_n)
		result->ring_reaped[n]++;
	if (now_ns >= tally->interval_end_ns)
		tally_next_interval(tally, now_ns);
}

/* One I/O that moved bytes; not counted when it was prepared before the measured part. Its reap
 * went through tally_reap before. */
static inline void
tally_io(struct tally *tally, enum direction direction, uint64_t bytes,
	 const struct tally_stamps *stamps)
{
	struct measure_result *result = tally->result;

	if (stamps->prepared_ns < tally->start_ns)
		return;
	result->ios[direction]++;
	result->bytes[direction] += bytes;
	tally->now->ios[direction]++;
	tally->now->bytes[direction] += bytes;
	tally->last_ns = stamps->reaped_ns;
	if (stamps->left_ns)
		hist_add(result->slat[direction], stamps->left_ns - stamps->prepared_ns);
	hist_add(result->clat[direction], stamps->reaped_ns - stamps->entered_ns);
	hist_add(result->lat[direction], stamps->reaped_ns - stamps->prepared_ns);
}

#endif
