/* What a job would do, in words. */
#ifndef COLLECT_CAMPAIGN_EXPLAIN_H
#define COLLECT_CAMPAIGN_EXPLAIN_H

#include <stdio.h>

#include "collect/job/job.h"
#include "collect/machine/target.h"

/* One line on the heap, without a newline: what is done to which bytes of a target that was opened
 * with look_only. "overwrites 'link' (/dev/sdx, 8:16, 1t) from 0 to 1g" */
char *explain_target(const struct job *job, const struct target *target);

/* One line: the job's name, place and parameters; and n_groups > 1: the group that it runs in. */
void explain_job(FILE *out, const struct job *job, unsigned n_groups);

/* A time for people: "90 s", "1 h 5 min"; NaN, as of duration.h, is "until its size is done". */
enum { EXPLAIN_TIME = 64 };
char *explain_time(double s, char out[EXPLAIN_TIME]);

#endif
