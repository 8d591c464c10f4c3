/* collect run: jobs are read, commits named, and all of it measured. */
#ifndef COLLECT_CAMPAIGN_RUN_COMMAND_H
#define COLLECT_CAMPAIGN_RUN_COMMAND_H

#include <signal.h>
#include <stdbool.h>

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

#endif
