/* collect run: jobs are read, commits named, and all of it measured. */
#ifndef COLLECT_CAMPAIGN_RUN_COMMAND_H
#define COLLECT_CAMPAIGN_RUN_COMMAND_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

#include "collect/base/lines.h"
#include "collect/campaign/campaign.h"
#include "collect/options.h"

struct where;

struct run_command {
	const char *command_line; /* all of it, for the records */
	const char *tool;         /* meta.tool */
	/* Says warnings and errors. */
	void (*say)(void *ctx, bool warning, const struct where *what);
	const volatile sig_atomic_t *stop; /* filled in: what ended a CAMPAIGN_STOPPED */
};

/* Runs what the options ask for; records go to standard output, or to the file of --resume.
 * CAMPAIGN_FAILED too where nothing
 * was run: it was said. */
enum campaign_end run_command(struct run_command *command, struct options *options);

/* The parts of it that "collect check" has too. */

/* Opens a job file for reading, *name is how messages call it; NULL with *why. Close it with
 * source_close. */
FILE *run_open_job_file(const char *path, const struct options *options, const char **name,
			struct where *why);

/* Without a name given there is one commit: what the repository's working tree is at, on the heap
 * at *described, which options borrow; else that is NULL. */
bool run_name_commits(struct options *options, char **described, struct where *why);

/* A line for each --allow-write that is no target of any job, unless preconditioning writes it.
 * warnings: see lines.h. */
void run_check_allowed(const struct options *options, const struct campaign_commit *commits,
		       UT_array *warnings);

extern const char run_no_job[]; /* what to say where there is none */

#endif
