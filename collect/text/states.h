/* The jobs of a result by name: with status-interval fio prints them again and again, and the last
 * state of each is the one that holds. */
#ifndef COLLECT_TEXT_STATES_H
#define COLLECT_TEXT_STATES_H

#include "collect/base/index.h"
#include "collect/fio/sink.h"

/* {{NULL}} holds none. */
struct states {
	struct index seen;
	size_t left_out; /* earlier states */
};

/* Whether the result has a job of the same group, host and name, and of this process. */
bool states_know(const struct states *states, const struct fio_job *job, size_t pid);

/* Takes in the result's last job, which is complete: if an earlier one of the same group, host,
 * name and process is an earlier state of it, it takes that one's place and is the last one no
 * more. A pid of 0 is not known; jobs are then told from clones by their counters (amend.h). */
void states_settle(struct states *states, struct fio_result *result, size_t pid);

/* Says how many states were left out, and empties states. */
void states_end(struct states *states, const struct fio_result *result, const struct sink *sink);

#endif
