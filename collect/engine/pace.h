/* The pace of a clone with rates: which I/O of its pattern is due, and when the next one will be.
 * Time comes from the caller. */
#ifndef COLLECT_ENGINE_PACE_H
#define COLLECT_ENGINE_PACE_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/engine/pattern.h"
#include "collect/engine/schedule.h"

/* An I/O that is drawn and not yet due. */
struct pace_held {
	struct pattern_io io;
	uint64_t due_ns;
	bool there;
};

struct pace {
	bool limited; /* some direction has a rate; without one nothing below may be called */
	/* Reads and writes in a mix have schedules of their own, as in fio, so the rates decide on
	 * the mix; what has no rate takes the slots that the others leave. */
	bool apart;
	bool has[DIRECTIONS];
	struct schedule schedule[DIRECTIONS];
	struct pace_held held[DIRECTIONS]; /* only the first where not apart */
};

void pace_init(struct pace *pace, const struct job *job, unsigned clone,
	       const bool has[DIRECTIONS]);

/* The schedules begin, or begin anew: what is drawn and not yet taken comes first, and nothing
 * that was missed before is made up for. */
void pace_start(struct pace *pace, uint64_t now_ns);

/* Takes the next I/O that is due at now_ns: true, *io and when it was meant to start, now_ns for
 * one without a rate. Else false and *due_ns = when the next one is. */
bool pace_next(struct pace *pace, struct pattern *pattern, uint64_t now_ns, struct pattern_io *io,
	       uint64_t *due_ns);

/* How far the schedules are behind: what the most belated I/O waits for already. */
uint64_t pace_behind(struct pace *pace, struct pattern *pattern, uint64_t now_ns);

#endif
