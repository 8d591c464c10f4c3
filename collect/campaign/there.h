/* What a collect elsewhere says on its standard error, as messages of ours. */
#ifndef COLLECT_CAMPAIGN_THERE_H
#define COLLECT_CAMPAIGN_THERE_H

#include <stddef.h>

#include "collect/base/lines.h"
#include "collect/campaign/run.h"

/* {.program, .said, .watch} begins. */
struct there {
	const char *program; /* as it is started there; the last part begins its lines */
	UT_array *said; /* lines.h: warnings that were said, of all runs; NULL = none is kept */
	const struct run_watch *watch;
	char line[1024]; /* what has come of a line */
	size_t n;
};

/* ctx is a struct there, as for a command_listener. Says each whole line behind "there: ": warnings
 * once in said's life, and of those that begin with "unsteady: ", which have other numbers each
 * time, only the first. A line that is too long is said in pieces. */
void there_hear(void *ctx, const char *bytes, size_t n);

/* Says what has come without a newline. */
void there_end(struct there *there);

#endif
