/* Arranges the runs of a store anew: what makes a test, what makes a side of a comparison, and what
 * may differ. */
#ifndef ANALYZE_FILTER_ARRANGE_H
#define ANALYZE_FILTER_ARRANGE_H

#include <stdbool.h>

#include "analyze/filter/key.h"
#include "analyze/filter/projection.h"

struct where;

/* Regroups the store: its tests become the values of row's keys, its commits those of col's, in the
 * order in which these ask for them. A commit's or test's value stands as it is, a setting's as
 * "iodepth=4", several with blanks between them. Runs with other values than those that a field
 * lists are in no group. The settings of row and col, and those that ignore covers, are marked as
 * expected to differ. Call it before store_select. keys are the store's.
 *
 * Errors: a key that no record has; one that tells metrics apart, not runs; a listed value that no
 * run has; no run is left; runs of several commits, where neither row nor col has commit and ignore
 * does not name it; the same for several tests, if they would be in one group. */
bool arrange(struct store *store, const struct filter_keys *keys, const struct projection *row,
	     const struct projection *col, const struct projection *ignore, struct where *why);

/* The same for earlier runs that only tell how commits vary: its commits stay, rows have no order
 * and take all values, and what is ignored need not be there. Errors: a key of row that no record
 * has; several tests in one group. */
bool arrange_history(struct store *store, const struct filter_keys *keys,
		     const struct projection *row, const struct projection *ignore,
		     struct where *why);

#endif
