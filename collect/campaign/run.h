/* One run: all jobs once for one commit, as records. */
#ifndef COLLECT_CAMPAIGN_RUN_H
#define COLLECT_CAMPAIGN_RUN_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

#include "collect/job/job.h"

struct fact;
struct measure_progress;
struct target_set;
struct where;

/* Who hears of a run while it goes on. */
struct run_watch {
	/* A message for the user. */
	void (*say)(void *ctx, bool warning, const struct where *what);
	/* Where it is at; progress is NULL but while jobs run. */
	void (*show)(void *ctx, const char *what, const char *phase,
		     const struct measure_progress *progress);
	/* The targets are open and measuring begins; false ends the run as refused. */
	bool (*begin)(void *ctx);
	void *ctx;
};

struct run_config {
	const char *commit, *id;     /* first columns of the records */
	const struct job_list *jobs; /* at least one */
	const struct fact *facts;    /* of the run as a whole */
	double interval_s;           /* of the samples */
	bool heatmap;                /* also buckets of clat for each of them */
	bool per_job;                /* also each clone as a test of its own */
	bool serial;                 /* serial numbers of devices as they are */
	struct target_set *targets;
	const volatile sig_atomic_t *stop; /* a signal's number ends the run early */
	struct run_watch watch;
};

enum run_end {
	RUN_COMPLETE, /* measured; the records end with meta.complete */
	RUN_STOPPED,  /* ended early by a signal; the records, if any, end with meta.interrupted */
	RUN_FAILED,   /* an I/O error, or an engine that cannot start; they end so too */
	RUN_REFUSED,  /* a target cannot be opened, or begin said no; no records */
};

/* Says that measure_run gave error and why for the group that the job is the first one of. */
void run_not_started(const struct job *first, int error, const char *why, struct where *out);

/* Opens the targets of all jobs, measures group by group, and writes the records to out (write
 * errors are left to ferror). What goes wrong is said through the watch. */
enum run_end run_measure(const struct run_config *config, FILE *out);

#endif
