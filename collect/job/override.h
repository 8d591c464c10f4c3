/* One option set in every job of a list: how variants of the engine are compared. */
#ifndef COLLECT_JOB_OVERRIDE_H
#define COLLECT_JOB_OVERRIDE_H

#include <stdbool.h>

#include "collect/base/lines.h"
#include "collect/job/job.h"

struct where;

/* Makes *out a copy of list in which assignment, "OPTION=VALUE" or "OPTION", holds in every job,
 * checked as if the job file had said so. Options that shape the list (name, stonewall) are
 * refused. On an error returns false, *out is untouched, and *why names the option but no file. The
 * caller frees *out with job_list_free. */
bool job_override(const struct job_list *list, const char *assignment, struct job_list *out,
		  UT_array *warnings, struct where *why);

#endif
