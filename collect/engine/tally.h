/* The tally of a clone: what the measuring loop counts, written straight into its result. All is
 * allocated and touched before; the counting itself allocates nothing and makes no system call. */
#ifndef COLLECT_ENGINE_TALLY_H
#define COLLECT_ENGINE_TALLY_H

#include "collect/engine/kthreads.h"
#include "collect/engine/measure.h"
#include "collect/engine/usage.h"

struct tally {
	struct measure_result *result;
	uint64_t start_ns; /* of the measured part; UINT64_MAX while it has not begun */
	uint64_t last_ns;  /* last counted completion */
	uint64_t until_ns; /* the measured part lasts so long at least; 0 = to last_ns */
	uint64_t interval_ns;
	uint64_t interval_end_ns; /* of the current interval */
	/* Of the current interval; added to the result when it ends, so that each I/O is counted
	 * once. clat is NULL for a direction that the job has not. */
	uint64_t ios[DIRECTIONS], bytes[DIRECTIONS];
	struct hist *clat[DIRECTIONS];
	size_t interval; /* the current one; interval_max = the grid was full */
	size_t interval_max;
	size_t cells_max;   /* 0 = none are counted */
	struct usage usage; /* closed by whoever frees the tally */
	struct kthreads kernel_at_start;
};

/* What the tally is to count. */
struct tally_setup {
	bool has[DIRECTIONS];
	unsigned depth;
	bool ring;    /* the engine has a completion ring */
	bool latency; /* of single I/Os */
	bool syncs, rates, heatmap;
	double interval_s;
	uint64_t expected_ns; /* 0 = unknown */
};

/* The moments of one I/O, in ns by the loop's clock. */
struct tally_stamps {
	uint64_t
	    prepared_ns;     /* the slot was there for it; with a rate when it was meant to start */
	uint64_t entered_ns; /* just before the system call that submits it */
	uint64_t left_ns;    /* just after that call; 0 where none submits: no slat then */
	uint64_t late_ns;    /* with a rate: how much later than that it was prepared */
};

/* Allocates what result needs, all zero, and the tally's own. */
void tally_open(struct tally *tally, struct measure_result *result,
		const struct tally_setup *setup);

/* Frees the tally's own, not the result's. */
void tally_close(struct tally *tally);

/* The use of the processor counts from here on. Before tally_start, on the thread that measures. */
void tally_start_usage(struct tally *tally);

/* The measured part begins at now_ns: forgets what was seen of the queue and starts the grid. */
void tally_start(struct tally *tally, uint64_t now_ns);

/* The measured part is over: all came back by now_ns. Closes the last interval and fills runtime,
 * number of intervals and, when called on the thread that measured, its use of the processor. */
void tally_end(struct tally *tally, uint64_t now_ns, bool own_thread);

/* Closes the current interval and moves on to the one that holds now_ns, past those in which
 * nothing happened. */
void tally_next_interval(struct tally *tally, uint64_t now_ns);

/* A reap at now_ns that took n > 0 of the completions standing in the ring; standing = 0: they came
 * from elsewhere, and say nothing about the ring. */
static inline void
tally_reap(struct tally *tally, unsigned standing, unsigned n, uint64_t now_ns)
{
	struct measure_result *result = tally->result;

	if (standing && standing < result->ring_n)
		result->ring_standing[standing]++;
	if (standing && n < result->ring_n)
		result->ring_reaped[n]++;
	if (now_ns >= tally->interval_end_ns)
		tally_next_interval(tally, now_ns);
}

/* One I/O that moved bytes, reaped at now_ns; not counted when it was prepared before the measured
 * part. Its reap went through tally_reap before. */
static inline void
tally_io(struct tally *tally, enum direction direction, uint64_t bytes,
	 const struct tally_stamps *stamps, uint64_t now_ns)
{
	struct measure_result *result = tally->result;

	if (stamps->prepared_ns < tally->start_ns)
		return;
	tally->ios[direction]++;
	tally->bytes[direction] += bytes;
	tally->last_ns = now_ns;
	if (result->lag)
		hist_add(result->lag, stamps->late_ns);
	if (result->no_latency)
		return;
	if (stamps->left_ns)
		hist_add(result->slat[direction], stamps->left_ns - stamps->prepared_ns);
	hist_add(tally->clat[direction], now_ns - stamps->entered_ns);
	hist_add(result->lat[direction], now_ns - stamps->prepared_ns);
}

/* The same for one that synced a file. */
static inline void
tally_sync(struct tally *tally, const struct tally_stamps *stamps, uint64_t now_ns)
{
	if (stamps->prepared_ns < tally->start_ns)
		return;
	tally->last_ns = now_ns;
	hist_add(tally->result->sync, now_ns - stamps->entered_ns);
}

#endif
