/* The commits of a campaign, each with its jobs. */
#ifndef COLLECT_CAMPAIGN_COMMITS_H
#define COLLECT_CAMPAIGN_COMMITS_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/base/lines.h"
#include "collect/campaign/campaign.h"
#include "collect/job/job.h"

struct where;

/* Gives each of the n commits a copy of jobs. Two commits of one name are an error. out has n
 * elements; names are borrowed. Free with commits_free, also on failure. */
bool commits_make(const char *const *names, size_t n, const struct job_list *jobs,
		  struct campaign_commit *out, struct where *why);

/* Has "NAME:OPTION=VALUE" hold in all jobs of the commit of that name. Errors: no such commit, or
 * what job_override says. warnings: see lines.h. */
bool commits_set(struct campaign_commit *commits, size_t n, const char *assignment,
		 UT_array *warnings, struct where *why);

/* A line for each commit whose tests are asked for differently (job.*) than those of the first one:
 * they are not compared. warnings: see lines.h. */
void commits_differ(const struct campaign_commit *commits, size_t n, UT_array *warnings);

void commits_free(struct campaign_commit *commits, size_t n);

#endif
