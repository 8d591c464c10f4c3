/* Takes out of a store what a filter does not match. */
#ifndef ANALYZE_FILTER_MATCH_H
#define ANALYZE_FILTER_MATCH_H

#include <stdbool.h>

#include "analyze/filter/expression.h"
#include "analyze/metric.h"
#include "analyze/sample/store.h"

/* Takes the runs out of the groups that the filter does not match whatever the metric, and groups,
 * commits and tests that are empty then. A value matches whole, a pattern anywhere in it; a key
 * that a run lacks is "". keys are the store's. Errors: a key that no record has, no run is left
 * (with the values that there are), a pattern that is too hard to match. */
bool filter_runs(const struct filter *filter, const struct filter_keys *keys, struct store *store,
		 struct where *why);

/* After derive_all and filter_runs: empties the metrics that do not match, and takes out runs that
 * have none left. A metric matches by its name with and without its direction. */
bool filter_metrics(const struct filter *filter, const struct metric_list *metrics,
		    struct store *store, struct where *why);

#endif
