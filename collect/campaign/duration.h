/* How long jobs say that they run. */
#ifndef COLLECT_CAMPAIGN_DURATION_H
#define COLLECT_CAMPAIGN_DURATION_H

#include "collect/job/job.h"

/* Seconds of one job, from the start of its group on; NaN where it goes on until its size is done.
 */
double duration_job_s(const struct job *job);

/* Seconds of one run of all jobs, group after group; NaN where one of them is. */
double duration_s(const struct job_list *jobs);

#endif
