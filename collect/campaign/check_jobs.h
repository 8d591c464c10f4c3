/* Reads jobs for "collect check", which tells what is wrong with each of them. */
#ifndef COLLECT_CAMPAIGN_CHECK_JOBS_H
#define COLLECT_CAMPAIGN_CHECK_JOBS_H

#include <stdbool.h>

#include "collect/job/job.h"
#include "collect/options.h"

struct where;

/* Who hears of warnings and errors. */
struct check_listener {
	void (*say)(void *ctx, bool warning, const struct where *what);
	void *ctx;
};

/* Appends the jobs of all files, then those of the command line, to jobs, but those with a mistake,
 * which is told. A mistake in a global section ends its file. Returns whether there was none. */
bool check_jobs_read(const struct options *options, struct job_list *jobs,
		     const struct check_listener *listener);

#endif
