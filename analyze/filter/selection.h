/* Which runs and metrics are analyzed, and how they are arranged: --filter, --row, --col and
 * --ignore. */
#ifndef ANALYZE_FILTER_SELECTION_H
#define ANALYZE_FILTER_SELECTION_H

#include <stdbool.h>
#include <stddef.h>

#include "analyze/filter/expression.h"
#include "analyze/filter/projection.h"
#include "analyze/metric.h"
#include "analyze/sample/store.h"

struct where;

enum selection_axis { SELECTION_ROW, SELECTION_COL, SELECTION_IGNORE, SELECTION_AXES };

struct selection {
	struct filter *filter; /* all of which must match */
	size_t n_filters;
	struct projection axis[SELECTION_AXES];
	bool given; /* something was asked for */
};

/* Everything, commits against each other test by test. Free it with selection_free. */
struct selection selection_new(void);
void selection_free(struct selection *selection);

/* Take an option's value, which must live as long as the selection. Filters add up; of rows,
 * columns and what is ignored the last one counts. Errors are those of parsing. */
bool selection_add_filter(struct selection *selection, const char *text, struct where *why);
bool selection_set_axis(struct selection *selection, enum selection_axis axis, const char *text,
			struct where *why);

/* What --col says; NULL where the sides are commits. */
const char *selection_col(const struct selection *selection);

/* Filters and arranges the runs. Call it between intake_finish and store_select. Errors are those
 * of filter_runs and arrange. */
bool selection_runs(const struct selection *selection, struct store *store, struct where *why);

/* Arranges earlier runs, which tell how commits vary, by the same rows; filters are not for them.
 * Call it between intake_finish and store_select. Errors: sides that are no commits, and those of
 * arrange_history. */
bool selection_history(const struct selection *selection, struct store *history, struct where *why);

/* Filters the metrics of the runs that are left. Call it behind derive_all. */
bool selection_metrics(const struct selection *selection, const struct metric_list *metrics,
		       struct store *store, struct where *why);

#endif
