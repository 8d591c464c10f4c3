/* The worker: one clone with everything that its measuring loop needs. */
#ifndef COLLECT_ENGINE_WORKER_H
#define COLLECT_ENGINE_WORKER_H

#include <stdatomic.h>
#include <stdbool.h>

#include "collect/engine/budget.h"
#include "collect/engine/clock.h"
#include "collect/engine/data.h"
#include "collect/engine/engine.h"
#include "collect/engine/measure.h"
#include "collect/engine/pace.h"
#include "collect/engine/pattern.h"
#include "collect/engine/tally.h"

enum { WORKER_PAGE = 4096 }; /* alignment of buffers; O_DIRECT accepts it everywhere */

/* Who owns the result: while the worker is in the kernel it may be taken from it. */
enum worker_state { WORKER_IN_LOOP, WORKER_IN_KERNEL, WORKER_TAKEN };

/* Within one line of the cache or two. */
struct worker_slot {
	struct engine_io io;
	uint64_t fresh; /* bytes of the buffer that data.h made */
	struct tally_stamps stamps;
};

struct worker {
	/* Set up once. */
	const struct engine *engine;
	void *engine_state;
	const struct clock *clock;
	const volatile sig_atomic_t *stop;
	struct measure_progress *progress;
	int *fd;      /* n_files */
	int *trim_fd; /* n_files; some or all may be those of fd */
	unsigned n_files;
	char *buffer; /* depth * stride bytes */
	size_t stride;
	uint64_t bs_max;
	unsigned depth, submit_max, reap_min, reap_max;
	unsigned
	    low; /* a full queue is refilled when no more than these are left; depth = at once */
	uint64_t ramp_time_ns, runtime_ns; /* runtime 0 = no limit */
	struct budget total;               /* of the measured part */
	uint64_t thinktime_ns;             /* 0 = none */
	unsigned thinktime_blocks;         /* at least 1 */
	unsigned fsync, fdatasync;         /* after so many writes; 0 = never */
	bool continue_on_error;
	bool writes;
	bool timed;   /* thinktime or a rate: an I/O may have to wait for its time */
	bool latency; /* of single I/Os is taken */

	/* The loop's own. */
	_Atomic int state;
	struct pattern pattern;
	struct pace pace;
	struct data data;
	struct tally tally;
	struct worker_slot *slot; /* depth */
	struct engine_done *done; /* reap_max */
	unsigned *idle;           /* stack of free slots */
	unsigned *queued;         /* slots that wait for their submission, oldest first */
	unsigned n_idle, n_queued, n_flying;
	unsigned *flown; /* depth: in flight after each submission since the last reap */
	unsigned n_flown;
	struct budget budget;    /* what may still be prepared */
	uint64_t now_ns;         /* the latest reading of the clock */
	uint64_t end_ns;         /* nothing is prepared from then on */
	uint64_t until_ns;       /* the measured part lasts so long at least */
	uint64_t half_ns;        /* half of the runtime is over then */
	uint64_t wake_ns;        /* free slots have to wait until then; UINT64_MAX = none does */
	uint64_t ramp_end_ns;    /* UINT64_MAX when it is over */
	uint64_t pause_until_ns; /* thinktime */
	unsigned think_left;     /* completions until the next pause */
	unsigned fsync_left, fdatasync_left; /* writes until the next one */
	enum engine_op sync_op;
	unsigned sync_file;
	bool sync_due;
	unsigned end_syncs; /* files that are still to be synced at the end: the last so many */
	bool draining;      /* the queue was full and is not yet down to low */
	bool ending;        /* prepare no more, but for the syncs of the end */
	bool halted;        /* submit no more */
	unsigned naps;      /* in a row, for a kernel that takes nothing */
	bool half_seen;
	uint64_t lag_half_ns, lag_end_ns;
	struct clock_pair clock_start;
	uint64_t progress_ns;
	uint64_t progress_ios, progress_bytes; /* not yet in the shared counters */

	struct worker *next; /* of those abandoned */
};

/* Sets up everything the loop needs, on the thread that will run it. result is filled while it runs
 * and stays the caller's; task's fd is duplicated. Returns 0 and *out, or -errno with why. */
int worker_open(const struct measure_task *task, const struct engine *engine,
		const struct measure_config *config, struct measure_progress *progress,
		struct measure_result *result, struct worker **out, char why[MEASURE_WHY]);

/* Frees a worker that was not taken (loop.h); NULL is fine. One with I/O still in flight is
 * abandoned instead. */
void worker_free(struct worker *worker);

/* Leaves a worker to the kernel, which may still write to its memory: it is kept for good. Safe
 * from any thread. */
void worker_abandon(struct worker *worker);

#endif
