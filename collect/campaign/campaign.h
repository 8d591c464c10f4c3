/* A campaign: every commit, in randomised blocks, prepared, measured and written down. */
#ifndef COLLECT_CAMPAIGN_CAMPAIGN_H
#define COLLECT_CAMPAIGN_CAMPAIGN_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "collect/job/job.h"
struct remote;
struct resume;
struct where;

/* One thing that is measured. */
struct campaign_commit {
	const char *name;
	struct job_list jobs; /* what is measured for it, its own options in effect */
};

struct campaign_config {
	const struct campaign_commit *commit;
	size_t n_commits;
	size_t n_runs; /* of each commit: as many blocks */
	bool shuffle;  /* the order within each block */
	uint64_t seed; /* of the shuffle */

	const char *prepare, *cleanup; /* shell commands around each run; NULL = none */
	const char *repo;              /* git repository that knows the commits; NULL = none */
	const char *session;           /* which stretch of the machine's life this is */
	const char *command_line;      /* quoted, for the record */
	const char *tool;              /* our name and version, for the record */
	double interval_s;             /* of the samples */
	bool per_job;
	bool heatmap;                   /* cells of latencies, too */
	bool serial;                    /* serial numbers of devices as they are */
	const char *const *allow_write; /* as in target_rules */
	size_t n_allow_write;
	bool keep_files;
	uint64_t precondition_ns; /* random writes at most, to what allow_write names; 0 = none */
	const struct remote *remote; /* how it is measured elsewhere, by what this config says of
				      * writing; NULL = it is measured here */
	const char *unsteady;        /* a warning, said when measuring begins; NULL = none */
	bool next;                   /* measure one cell of the plan and end */
	/* Where some runs have been made before; NULL = none has. Its seed is ours. */
	const struct resume *resume;

	FILE *out;                         /* gets the records */
	FILE *terminal;                    /* gets the status line; NULL = none */
	const volatile sig_atomic_t *stop; /* a signal's number ends it early */
	void (*say)(void *ctx, bool warning, const struct where *what); /* messages */
	void *ctx;
};

enum campaign_end {
	CAMPAIGN_DONE,      /* every run is complete */
	CAMPAIGN_STOPPED,   /* *stop ended it */
	CAMPAIGN_FAILED,    /* some run could not be made, or could not be written; it was said */
	CAMPAIGN_NO_READER, /* the pipe that out writes to was closed */
	CAMPAIGN_NONE_LEFT, /* with next: all runs had been made before */
};

/* Measures. Each run's records are written and flushed as soon as it ends. A commit whose prepare,
 * target or I/O fails is left out of the following blocks; the other commits go on if there is a
 * prepare command, since without one they would meet the same target. Files that were made are
 * removed and the last cleanup is run whatever happens. */
enum campaign_end campaign_run(const struct campaign_config *config);

#endif
