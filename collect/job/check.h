/* What a job must be, once all of its options are known. */
#ifndef COLLECT_JOB_CHECK_H
#define COLLECT_JOB_CHECK_H

#include <stdbool.h>

#include "collect/base/lines.h"

struct draft;
struct where;

/* Looks for contradictions, which are errors at the place of the option at fault, and for options
 * that have no effect, which are warnings; then settles what depends on several options: the depth
 * of psync, the number of files that have names, and the seed of randrepeat=0. Names of fio's
 * options that change nothing in this job are added to ignored (see lines.h), once each. */
bool check_job(struct draft *draft, UT_array *ignored, UT_array *warnings, struct where *why);

#endif
