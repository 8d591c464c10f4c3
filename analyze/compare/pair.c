/* The rows of one test on two commits. */
#include "analyze/compare/pair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/compare/cell.h"
#include "analyze/compare/contrast.h"
#include "analyze/compare/fill.h"
#include "analyze/history/history.h"
#include "analyze/sample/derive.h"
#include "analyze/sample/occasion.h"
#include "analyze/sample/overload.h"
#include "analyze/sample/setting.h"
#include "analyze/sample/side.h"

/* The runs of one test on both sides. */
struct sides {
	const struct name *test;
	const struct group *base, *group; /* NULL where a side has none */
	const char *params;
	size_t number;              /* of the test */
	struct occasions occasions; /* of both groups, where both have runs */
	struct history history;
};

struct row
pair_row(const struct pair *pair, const struct name *test)
{
	struct row row = row_new();

	row.finding.test = name_view(test);
	row.finding.base = name_view(pair->base);
	row.finding.commit = name_view(pair->commit);
	return row;
}

/* The first run that has metric number i, or NULL. */
static const struct run *
run_with(const struct group *group, size_t i)
{
	for (size_t r = 0; r < group_runs(group); r++) {
		const struct run *run = group_run(group, r);
		if (!isnan(run->derived[i]->value))
			return run;
	}
	return NULL;
}

/* A new row for metric number i, which some side has. */
static struct row
metric_row(const struct pair *pair, const struct sides *sides, size_t i)
{
	struct row row = pair_row(pair, sides->test);
	const struct metric *metric = &pair->metrics->at[i];
	const struct run *run = run_with(sides->base, i);

	if (!run)
		run = run_with(sides->group, i);
	row.metric = metric;
	row.finding.metric = view_of(metric->name);
	if (run)
		row.finding.unit = run->derived[i]->unit;
	row.finding.better = view_of(better_name[metric->better]);
	row.finding.theta = metric->theta;
	free(row.params);
	row.params = mem_dup(sides->params);
	return row;
}

/* Of a metric that both sides have. Bandwidth and the clat percentile decide only where a side
 * lacks the iops and the lat percentile to do so: of each two, one decides. */
static bool
is_primary(const struct sides *sides, const struct metric *metric)
{
	if (!metric->primary || metric->instead == METRIC_NO_OTHER)
		return metric->primary;
	return !run_with(sides->base, (size_t)metric->instead) ||
	       !run_with(sides->group, (size_t)metric->instead);
}

/* Whether a latency was measured while a side could not keep its rate. */
static bool
is_overloaded(const struct pair *pair, const struct contrast *contrast)
{
	return overload_touches(contrast->metric) &&
	       (overload_any(pair->store, contrast->group[0]) ||
		overload_any(pair->store, contrast->group[1]));
}

/* Shows what an overloaded side measured, without interval and verdict: neither side's latency is
 * the device's. */
static void
fill_overloaded(struct row *row, const struct pair *pair, const struct contrast *contrast)
{
	const struct name *const commit[] = {pair->base, pair->commit};
	struct grade_result result =
	    grade_test(&contrast->at[0], &contrast->at[1], NULL, NULL, false);
	struct cell cell = cell_of(&contrast->side[0], &contrast->side[1], &result.difference,
				   contrast->metric->theta);

	row->finding.base_value = cell.base_value;
	row->finding.value = cell.value;
	row->finding.change = cell.change;
	row_note(row, "%s", finding_overloaded);
	for (int side = 0; side < 2; side++) {
		char *text = mem_dup("");
		overload_append(&text, pair->store, contrast->group[side]);
		if (*text)
			row_note(row, "%.100s: %s", commit[side]->text, text);
		free(text);
	}
}

/* Which runs name no session, where others do. */
static void
note_unnamed(struct row *row, const struct pair *pair, const struct sides *sides)
{
	const struct name *const commit[] = {pair->base, pair->commit};
	const struct group *const group[] = {sides->base, sides->group};
	const size_t *unnamed = sides->occasions.unnamed;

	for (int s = 0; s < 2; s++) {
		if (unnamed[s] == group_runs(group[s]) && unnamed[1 - s] < group_runs(group[1 - s]))
			row_note(row, "%sby %.100s: session effects not covered", finding_unnamed,
				 commit[s]->text);
	}
	size_t n = unnamed[0] + unnamed[1];
	if (sides->occasions.session[0] && n)
		row_note(row, "%sby %zu run%s: taken for %s", finding_unnamed, n, n == 1 ? "" : "s",
			 n == 1 ? "one of its own" : "one each");
}

/* A metric that both sides have: takes the contrast. */
static void
add_tested(const struct pair *pair, const struct sides *sides, struct contrast *contrast)
{
	struct row row = metric_row(pair, sides, contrast->i);

	row.finding.base_runs = (double)contrast->at[0].n;
	row.finding.runs = (double)contrast->at[1].n;
	contrast->row = list_n(pair->rows);
	contrast->test = sides->number;
	contrast->metric = row.metric;
	if (is_overloaded(pair, contrast)) {
		fill_overloaded(&row, pair, contrast);
		contrast_free(contrast);
	} else {
		row.primary = is_primary(sides, row.metric);
		contrast->history =
		    history_spread(&sides->history, row.metric, contrast->i, contrast->geometric);
		note_unnamed(&row, pair, sides);
		if (sides->history.why && row.primary)
			row_note(&row, "%s", sides->history.why);
		list_push(pair->contrasts, contrast);
	}
	list_push(pair->rows, &row);
}

/* A metric that one side lacks. */
static void
add_missing(const struct pair *pair, const struct sides *sides, size_t i, const struct side *base,
	    const struct side *side)
{
	struct row row = metric_row(pair, sides, i);
	const struct name *lacking = base->n ? pair->commit : pair->base;
	const struct group *its_group = base->n ? sides->group : sides->base;

	row.finding.base_runs = (double)base->n;
	row.finding.runs = (double)side->n;
	row.finding.verdict = VERDICT_MISSING;
	row.finding.base_value = side_value(base, base->positive);
	row.finding.value = side_value(side, side->positive);
	if (group_runs(its_group))
		row_note(&row, "%.100s has no such metric", lacking->text);
	else
		row_note(&row, "%.100s has no %srun of this test", lacking->text,
			 its_group ? "finished " : "");
	list_push(pair->rows, &row);
}

/* Appends the row of metric number i where a side has it. What was asked for is no result. */
static void
add_cell(const struct pair *pair, const struct sides *sides, size_t i)
{
	if (pair->metrics->at[i].source == METRIC_ASKED)
		return;
	struct contrast contrast = contrast_new(sides->base, sides->group, i, &sides->occasions);
	size_t n = contrast.at[0].n, m = contrast.at[1].n;

	if (n && m) {
		add_tested(pair, sides, &contrast);
		return;
	}
	if (n + m)
		add_missing(pair, sides, i, &contrast.side[0], &contrast.side[1]);
	contrast_free(&contrast);
}

/* The test's first metric that a side has; metrics->n where there is none. */
static size_t
first_metric(const struct pair *pair, const struct sides *sides)
{
	size_t i = 0;

	while (i < pair->metrics->n && !run_with(sides->base, i) && !run_with(sides->group, i))
		i++;
	return i;
}

/* Where imported runs of one side do not agree, one name stands for several tests: says by which
 * settings the importer tells them apart. */
static void
note_several(struct row *row, const struct pair *pair, const UT_array *settings)
{
	char *keys = mem_dup("");

	for (size_t s = 0; s < list_n(settings); s++) {
		const struct setting *setting = (const struct setting *)list_data(settings) + s;
		if (setting_varies(setting))
			mem_append(&keys, "%s%s", *keys ? "," : "",
				   setting->key->text + strlen("job."));
	}
	if (*keys && store_imported(pair->store))
		row_note(row,
			 "one name for several tests, which 'collect import --by %s' tells apart",
			 keys);
	free(keys);
}

/* Appends one row for the whole test where the sides were not asked for the same; i is the metric
 * that stands for it. */
static bool
add_incomparable(const struct pair *pair, const struct sides *sides, size_t i)
{
	UT_array list;
	struct row row = metric_row(pair, sides, i);
	bool differ = false;

	setting_list(pair->store, &sides->base->runs, &sides->group->runs, "job.", &list);
	note_several(&row, pair, &list);
	for (size_t s = 0; s < list_n(&list); s++) {
		const struct setting *setting = (const struct setting *)list_data(&list) + s;
		if (!setting_differs(setting) && !setting_varies(setting))
			continue;
		char *text = setting_text(setting);
		row_note(&row, "%s %s", setting->key->text, text);
		free(text);
		differ = true;
	}
	list_done(&list);
	if (!differ) {
		row_free(&row);
		return false;
	}
	row.finding.base_runs = (double)group_runs(sides->base);
	row.finding.runs = (double)group_runs(sides->group);
	row.finding.verdict = VERDICT_INCOMPARABLE;
	list_push(pair->rows, &row);
	return true;
}

/* Appends a row for each metric of a test that both sides have and that may be compared. */
static void
add_cells(const struct pair *pair, struct sides *sides, size_t first)
{
	sides->occasions = occasions_of(pair->store, sides->base, sides->group);
	sides->history = history_of(pair->history, pair->store, sides->base, sides->group);
	for (size_t i = first; i < pair->metrics->n; i++)
		add_cell(pair, sides, i);
	occasions_free(&sides->occasions);
	history_free(&sides->history);
}

void
pair_add_test(const struct pair *pair, const struct name *test)
{
	struct sides sides = {.test = test,
			      .base = store_group(pair->store, pair->base, test),
			      .group = store_group(pair->store, pair->commit, test),
			      .number = list_n(pair->rows)};
	size_t first = first_metric(pair, &sides);

	if (first == pair->metrics->n)
		return;
	char *params = setting_params(group_runs(sides.base) ? sides.base : sides.group);
	sides.params = params;
	if (!group_runs(sides.base) || !group_runs(sides.group)) {
		/* A whole test that one side lacks is one row, not one a metric. */
		add_cell(pair, &sides, first);
	} else if (pair->force || !add_incomparable(pair, &sides, first)) {
		add_cells(pair, &sides, first);
	}
	free(params);
}

void
pair_decide(const struct pair *pair, size_t first)
{
	struct contrast *contrasts = list_data(pair->contrasts);
	struct row *rows = list_data(pair->rows);

	if (list_n(pair->contrasts) == first)
		return;
	contrast_decide(contrasts + first, list_n(pair->contrasts) - first);
	for (size_t k = first; k < list_n(pair->contrasts); k++)
		fill_row(&rows[contrasts[k].row], &contrasts[k]);
}
