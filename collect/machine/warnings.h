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

/* One line each, without an end: "load average 2.31 with 1 of 2 processors free". Free with
 * lines_free. */
UT_array *warnings_find(const struct warnings_asked *asked);

/* What is so for good, and worth knowing once: turbo, a virtual machine. */
UT_array *warnings_notes(const char *root);

/* warnings_find on this machine for jobs that are about to run. Each line begins with "unsteady: ",
 * and it takes WARNINGS_WATCH_S. */
UT_array *machine_warnings(const struct job_list *jobs);

#endif
