/* Brings a device into the state that it keeps: a new or trimmed one is faster than it stays. */
#ifndef COLLECT_CAMPAIGN_PRECONDITION_H
#define COLLECT_CAMPAIGN_PRECONDITION_H

#include <stdint.h>

#include "collect/campaign/run.h"

struct fact;
struct where;

struct precondition {
	uint64_t limit_ns; /* of the random writes to each target; at least 1 s */
	const char *const *path;
	size_t n_paths;
};

/* Fills each path, an existing device or file that config->targets allows to write, from its
 * beginning to its end with writes of 1 MiB, and then writes 4 KiB blocks at random until their
 * rate has been within 10 % of its mean for a while, or the limit is reached: the range of 20 %
 * that SNIA's Solid State Storage Performance Test Specification (2.0.1, steady state) allows.
 * config->jobs are those of the campaign: where none of them is direct, these writes are not.
 * Nothing is written to the first path unless all of them are such devices and files.
 * Appends meta.precondition ("steady" or "not steady"), .time (s) and .bytes of all paths together.
 * Only RUN_COMPLETE appends; else what went wrong was said. */
enum run_end precondition_run(const struct run_config *config,
			      const struct precondition *precondition, struct fact **facts);

/* What precondition_run would do to the path: a line on the heap in the words of explain_target, or
 * NULL with *why where it would refuse. targets only looks; NULL: neither does this. */
char *precondition_explain(struct target_set *targets, const char *path,
			   const struct job_list *jobs, struct where *why);

#endif
