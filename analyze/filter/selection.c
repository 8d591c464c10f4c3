/* The four options as one. */
#include "analyze/filter/selection.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/filter/arrange.h"
#include "analyze/filter/match.h"
#include "collect/base/where.h"

static const char *const axis_option[SELECTION_AXES] = {
    [SELECTION_ROW] = "--row", [SELECTION_COL] = "--col", [SELECTION_IGNORE] = "--ignore"};

struct selection
selection_new(void)
{
	struct selection selection = {.n_filters = 0};
	struct where why;

	projection_parse(axis_option[SELECTION_ROW], "test", &selection.axis[SELECTION_ROW], &why);
	projection_parse(axis_option[SELECTION_COL], "commit", &selection.axis[SELECTION_COL],
			 &why);
	return selection;
}

void
selection_free(struct selection *selection)
{
	for (size_t i = 0; i < selection->n_filters; i++)
		filter_free(&selection->filter[i]);
	free(selection->filter);
	selection->filter = NULL;
	selection->n_filters = 0;
	for (int axis = 0; axis < SELECTION_AXES; axis++)
		projection_free(&selection->axis[axis]);
}

bool
selection_add_filter(struct selection *selection, const char *text, struct where *why)
{
	size_t n = selection->n_filters;

	selection->filter = mem_resize(selection->filter, n + 1, sizeof(*selection->filter));
	selection->n_filters++;
	selection->given = true;
	return filter_parse(text, &selection->filter[n], why);
}

bool
selection_set_axis(struct selection *selection, enum selection_axis axis, const char *text,
		   struct where *why)
{
	projection_free(&selection->axis[axis]);
	selection->given = true;
	return projection_parse(axis_option[axis], text, &selection->axis[axis], why);
}

/* Whether the sides are commits, in whatever order. */
static bool
has_commits(const struct projection *col)
{
	return col->n == 1 && strcmp(col->field[0].key, "commit") == 0;
}

const char *
selection_col(const struct selection *selection)
{
	const struct projection *col = &selection->axis[SELECTION_COL];

	return has_commits(col) ? NULL : col->text;
}

bool
selection_runs(const struct selection *selection, struct store *store, struct where *why)
{
	bool ok = true;

	/* A store without runs has its own error. */
	if (!selection->given || !store->groups.first)
		return true;
	struct filter_keys keys = filter_keys_of(store);
	for (size_t i = 0; i < selection->n_filters && ok; i++)
		ok = filter_runs(&selection->filter[i], &keys, store, why);
	ok =
	    ok && arrange(store, &keys, &selection->axis[SELECTION_ROW],
			  &selection->axis[SELECTION_COL], &selection->axis[SELECTION_IGNORE], why);
	filter_keys_free(&keys);
	return ok;
}

bool
selection_history(const struct selection *selection, struct store *history, struct where *why)
{
	const struct projection *col = &selection->axis[SELECTION_COL];
	struct where its = {.line = 0};

	if (!selection->given)
		return true;
	if (!has_commits(col))
		return where_set(why, NULL, 0,
				 "--col '%.100s': a history tells how commits vary, it needs "
				 "--col commit",
				 col->text);
	if (!history->groups.first)
		return true;
	struct filter_keys keys = filter_keys_of(history);
	bool ok = arrange_history(history, &keys, &selection->axis[SELECTION_ROW],
				  &selection->axis[SELECTION_IGNORE], &its);
	filter_keys_free(&keys);
	return ok || where_set(why, NULL, 0, "in the history: %s", its.why);
}

bool
selection_metrics(const struct selection *selection, const struct metric_list *metrics,
		  struct store *store, struct where *why)
{
	bool ok = true;

	for (size_t i = 0; i < selection->n_filters && ok; i++)
		ok = filter_metrics(&selection->filter[i], metrics, store, why);
	return ok;
}
