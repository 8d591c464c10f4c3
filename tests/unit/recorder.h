/* An engine that writes down what the loop asks of it, and when, and completes in order. */
#ifndef TESTS_UNIT_RECORDER_H
#define TESTS_UNIT_RECORDER_H

#include <signal.h>

#include "collect/engine/engine.h"

enum { RECORDER_DEPTH = 16, RECORDER_BS = 512, RECORDER_BLOCKS = 64, RECORDER_LOG = 4096 };

/* What the engine is to do. */
struct recorder_plan {
	bool alarm;        /* SIGALRM comes 50 ms after the first reap */
	unsigned stop_at;  /* stops when so many I/Os were queued; 0 = never */
	unsigned fail_at;  /* the I/O, counted from 1, that fails; 0 = none */
	unsigned stall_at; /* the reap that takes stall_ns before it looks; 0 = none */
	uint64_t stall_ns;
	uint64_t service_ns; /* an I/O completes so long after its submission */
	bool outside;        /* all completions come from outside of the ring */
};

struct recorder_seen {
	struct engine_io io;
	uint64_t at_ns;  /* when it was queued, by the loop's clock */
	unsigned flying; /* and queued, this one included */
};

/* Of the run under way, or the last one. */
struct recorder {
	struct recorder_plan plan;
	uint64_t began_ns;
	struct recorder_seen seen[RECORDER_LOG];
	unsigned n_seen, n_reaps, n_done, n_submits;
	uint64_t waited_most_ns; /* of the reaps that wait for a time */

	struct recorder_flight {
		unsigned slot;
		uint64_t ready_ns;
		int64_t result;
	} flight[RECORDER_DEPTH]; /* oldest first; the last n_queued are not submitted */
	unsigned n_flying, n_queued;
};
extern struct recorder rec;
extern volatile sig_atomic_t recorder_stop; /* what the loop looks at */

/* A job of depth 1, one loop and RECORDER_BLOCKS blocks; forgets plan and stop. */
struct job recorder_job(enum job_rw rw);

/* Runs it on so many files of RECORDER_BLOCKS blocks each; at most 4. */
struct measure_result recorder_run(const struct job *job, unsigned n_files);

#endif
