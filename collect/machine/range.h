/* Which file and which bytes of it a clone works on: names and arithmetic, nothing is opened. */
#ifndef COLLECT_MACHINE_RANGE_H
#define COLLECT_MACHINE_RANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/job/job.h"

struct where;

struct range {
	uint64_t start, size; /* bytes from the target's start */
};

/* A heap string: filename below directory, or the clone's own file, named as fio does
 * (name.clone.0; a '/' in the name becomes '_'). */
char *range_path(const struct job *job, unsigned clone);

/* The job's range within a target of total bytes, called path in messages. Errors: it begins or
 * ends beyond total, or holds no whole I/O; *why says both sizes. */
bool range_within(const struct job *job, const char *path, uint64_t total, struct range *out,
		  struct where *why);

/* Whether direct I/O of the job fits blocks of logical_block bytes (0 = not known, fits). */
bool range_is_aligned(const struct job *job, const char *path, unsigned logical_block,
		      struct where *why);

#endif
