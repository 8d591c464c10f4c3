/* What makes numbers unsteady, looked for before anything is measured. */
#ifndef COLLECT_MACHINE_WARNINGS_H
#define COLLECT_MACHINE_WARNINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/base/lines.h"
#include "collect/job/job.h"

struct warnings_asked {
	const char *root; /* as in procfile.h */
	/* What will be measured: devices, files, folders. Of one that is not there its folder
	 * counts, and where that is not there either, nothing. */
	const UT_array *paths;
	unsigned threads; /* that will do I/O */
	/* Passes the time in which others are watched; NULL = WARNINGS_WATCH_S of sleep. */
	void (*wait)(void *ctx);
	void *ctx;
};

#define WARNINGS_WATCH_S 0.2

/* One line each, the worst first: "load average 2.31 with 1 of 2 processors free". Free with
 * lines_free. */
UT_array *warnings_find(const struct warnings_asked *asked);

/* What is so for good, and worth knowing once: turbo, a virtual machine. */
UT_array *warnings_notes(const char *root);

/* The three worst of what warnings_find found, and how many more there are, in one line on the
 * heap; "" = nothing. */
char *warnings_join(const UT_array *warnings);

/* That line, after "unsteady: ", for jobs that are about to run on this machine; NULL = nothing. It
 * takes WARNINGS_WATCH_S. */
char *machine_warnings(const struct job_list *jobs);

#endif
