/* What records say of a campaign: which runs there are, which of them are complete, and how they
 * were set up. */
#ifndef COLLECT_CAMPAIGN_LOGBOOK_H
#define COLLECT_CAMPAIGN_LOGBOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "collect/base/index.h"
#include "collect/base/name.h"
#include "collect/base/view.h"

struct where;

/* A run of one commit. */
struct logbook_run {
	struct logbook_run_key {
		const struct name *commit, *id;
	} key;
	size_t block, order; /* from 1; 0 = not said */
	bool begun; /* it has more rows than the commit's number, which comes before all runs */
	bool complete;
};

/* The first value that a job.* or meta.* had for a commit and test. */
struct logbook_setting {
	struct logbook_setting_key {
		const struct name *commit, *test, *metric;
	} key;
	const struct name *value;
};

/* {0} is an empty one. */
struct logbook {
	struct index names;
	struct index runs, settings;
	const struct name *seed; /* meta.seed; NULL = not said */
	bool mixed; /* a row was refused that is one, but not of the first row's campaign */
};

/* Reads all of in, called name in messages, into an empty logbook. Errors: what table_read and
 * record_parse say, a record without commit or run, more than one seed: several campaigns. Free
 * with logbook_free, also on failure. */
bool logbook_read(FILE *in, const char *name, struct logbook *out, struct where *why);

void logbook_free(struct logbook *logbook);

/* Whether some run is complete, of that commit or (NULL) of any. */
bool logbook_has_complete(const struct logbook *logbook, const char *commit);

/* Whether the id of any run is start, or that and a dot and more. */
bool logbook_has_start(const struct logbook *logbook, const char *start);

/* The id that another commit's run of this block (from 1) has, unless the commit itself has begun a
 * run of that id; NULL where there is none. */
const char *logbook_block_id(const struct logbook *logbook, const char *commit, size_t block);

/* What the commit's test ("" = all tests) has for the metric, or NULL. */
const char *logbook_setting(const struct logbook *logbook, struct view commit, struct view test,
			    struct view metric);

#endif
