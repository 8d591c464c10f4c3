/* What records say of a campaign: which runs there are, which of them are complete, and how they
 * were set up. */
#ifndef COLLECT_CAMPAIGN_LEDGER_H
#define COLLECT_CAMPAIGN_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "collect/base/index.h"
#include "collect/base/name.h"
#include "collect/base/view.h"

struct where;

/* A run of one commit. */
struct ledger_run {
	struct ledger_run_key {
		const struct name *commit, *id;
	} key;
	size_t block, order; /* from 1; 0 = not said */
	bool begun; /* it has more rows than the commit's number, which comes before all runs */
	bool complete;
};

/* The first value that a job.* or meta.* had for a commit and test. */
struct ledger_setting {
	struct ledger_setting_key {
		const struct name *commit, *test, *metric;
	} key;
	const struct name *value;
};

/* {0} is an empty one. */
struct ledger {
	struct index names;
	struct index runs, settings;
	const struct name *seed; /* meta.seed; NULL = not said */
};

/* Reads all of in, called name in messages, into an empty ledger. Errors: what table_read and
 * record_parse say, a record without commit or run, more than one seed: several campaigns. Free
 * with ledger_free, also on failure. */
bool ledger_read(FILE *in, const char *name, struct ledger *out, struct where *why);

void ledger_free(struct ledger *ledger);

/* Whether some run is complete, of that commit or (NULL) of any. */
bool ledger_has_complete(const struct ledger *ledger, const char *commit);

/* Whether the id of any run is start, or that and a dot and more. */
bool ledger_has_start(const struct ledger *ledger, const char *start);

/* The id that another commit's run of this block (from 1) has, unless the commit itself has begun a
 * run of that id; NULL where there is none. */
const char *ledger_block_id(const struct ledger *ledger, const char *commit, size_t block);

/* What the commit's test ("" = all tests) has for the metric, or NULL. */
const char *ledger_setting(const struct ledger *ledger, struct view commit, struct view test,
			   struct view metric);

#endif
