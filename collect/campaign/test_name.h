/* What a job's records are called, and whether that is clear. */
#ifndef COLLECT_CAMPAIGN_TEST_NAME_H
#define COLLECT_CAMPAIGN_TEST_NAME_H

#include <stdbool.h>

#include "collect/job/job.h"

struct where;

/* "nvme/read", a heap string. */
char *test_name(const struct job *job);

/* Whether all tests have names of their own: with per_job the clones of a job 'a' are called like
 * jobs 'a/0', 'a/1' ... would be. */
bool test_names_check(const struct job_list *jobs, bool per_job, struct where *why);

#endif
