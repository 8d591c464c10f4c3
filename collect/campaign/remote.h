/* Runs that are measured elsewhere, by a collect that is started through a command. */
#ifndef COLLECT_CAMPAIGN_REMOTE_H
#define COLLECT_CAMPAIGN_REMOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "collect/base/lines.h"
#include "collect/campaign/run.h"

struct fact;
struct where;

struct remote {
	const char *command; /* of the shell, in front of the program: "ssh guest" */
	const char *collect; /* the program there */
	const char *session; /* NULL = the boot's id there */
	/* As in campaign_config, which fills them in. */
	uint64_t precondition; /* ns */
	const char *const *allow_write;
	size_t n_allow_write;
	bool keep_files;
	UT_array *said; /* lines.h: warnings of the runs so far, see there.h; NULL = none is kept */
};

/* Whether the jobs can be sent as one job file: each has a name of its own there, and its options
 * as text. */
bool remote_check(const struct job_list *jobs, struct where *why);

/* As run_measure, with the run's targets there. The job file goes to the command's standard input,
 * and the records that come back get the run's commit and id, and config's facts instead of those
 * that tell of the run's place in a campaign. What they say of preconditioning is appended to
 * precondition. A command that fails, or whose records break off, is a run that failed; what came
 * is written. Messages from there are said through the watch. */
enum run_end remote_measure(const struct run_config *config, const struct remote *remote, FILE *out,
			    struct fact **precondition);

#endif
