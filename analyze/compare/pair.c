/* The rows of one test on two commits. */
#include "analyze/compare/pair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/compare/cell.h"
#include "analyze/compare/single.h"
#include "analyze/compare/steadiness.h"
#include "analyze/sample/derive.h"
#include "analyze/sample/overload.h"
#include "analyze/sample/setting.h"
#include "analyze/sample/side.h"

/* The runs of one test on both sides. */
struct sides {
	const struct name *test;
	const struct group *base, *group; /* NULL where a side has none */
	const char *params;
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
		if (!isnan(run->derived[i].value))
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
		row.finding.unit = run->derived[i].unit;
	row.finding.better = view_of(better_name[metric->better]);
	row.finding.theta = metric->theta;
	free(row.params);
	row.params = mem_dup(sides->params);
	return row;
}

static void
note_few_runs(struct row *row, const struct pair *pair)
{
	bool base = row->finding.base_runs < 2, runs = row->finding.runs < 2;

	if (base && runs)
		row_note(row, "1 run: no verdict");
	else if (base || runs)
		row_note(row, "1 run of %.100s: no verdict",
			 base ? pair->base->text : pair->commit->text);
	else if (isnan(row->finding.p) && row->finding.verdict == VERDICT_NONE)
		row_note(row, "no test: the variance is beyond what numbers hold");
}

/* A count that is the same in every run needs no test; a rate may be so only by its steps. */
static bool
needs_no_test(const struct row *row, const struct cell *cell)
{
	return cell->equal && (!cell->geometric || row->metric->source == METRIC_COUNT) &&
	       row->finding.base_runs > 1 && row->finding.runs > 1;
}

static void
fill_cell(struct row *row, const struct cell *cell)
{
	struct finding_compare *f = &row->finding;

	f->base_value = cell->base_value;
	f->value = cell->value;
	f->change = cell->change;
	if (needs_no_test(row, cell)) {
		f->verdict = VERDICT_SAME;
		return;
	}
	f->low = cell->low;
	f->high = cell->high;
	f->p = cell->p;
	f->grade = view_of(isnan(cell->p) ? "" : "w");
	row->theta_sds = cell->theta_sds;
	row->change_sds = cell->change_sds;
	row->difference = cell->difference;
	row->difference_low = cell->difference_low;
	row->difference_high = cell->difference_high;
	if (!cell->geometric && row->metric->source != METRIC_COUNT)
		row_note(row, "arithmetic means: a run has 0 or less");
	if (isnan(cell->change) && isfinite(cell->difference) && isfinite(cell->difference_low) &&
	    isfinite(cell->difference_high))
		row_note(row, "difference %.4g [%.4g, %.4g]", cell->difference,
			 cell->difference_low, cell->difference_high);
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

/* Shows what an overloaded side measured, without interval and verdict: neither side's latency is
 * the device's. */
static void
fill_overloaded(struct row *row, const struct pair *pair, const struct sides *sides,
		const struct cell *cell)
{
	const struct group *const group[] = {sides->base, sides->group};
	const struct name *const commit[] = {pair->base, pair->commit};

	row->finding.base_value = cell->base_value;
	row->finding.value = cell->value;
	row->finding.change = cell->change;
	row_note(row, "%s", finding_overloaded);
	for (int side = 0; side < 2; side++) {
		char *text = mem_dup("");
		overload_append(&text, pair->store, group[side]);
		if (*text)
			row_note(row, "%.100s: %s", commit[side]->text, text);
		free(text);
	}
}

static void
fill_tested(struct row *row, const struct pair *pair, const struct sides *sides,
	    const struct side *base, const struct side *side, size_t i)
{
	struct cell cell = cell_of(base, side, row->metric->theta);

	if (overload_touches(row->metric) &&
	    (overload_any(pair->store, sides->base) || overload_any(pair->store, sides->group))) {
		fill_overloaded(row, pair, sides, &cell);
		return;
	}
	row->primary = is_primary(sides, row->metric);
	fill_cell(row, &cell);
	note_few_runs(row, pair);
	single_note(row, sides->base, sides->group, i);
	if (base->thin + side->thin)
		row_note(row, "%s in %zu of %zu runs", derive_thin_tail, base->thin + side->thin,
			 base->n + side->n);
	if (row->metric->source == METRIC_RATE)
		steadiness_fill(row, sides->base, sides->group, i);
}

/* Appends the row of metric number i where a side has it. What was asked for is no result. */
static void
add_cell(const struct pair *pair, const struct sides *sides, size_t i)
{
	if (pair->metrics->at[i].source == METRIC_ASKED)
		return;
	struct side base = side_of(sides->base, i);
	struct side side = side_of(sides->group, i);

	if (base.n + side.n) {
		struct row row = metric_row(pair, sides, i);
		const struct name *lacking = base.n ? pair->commit : pair->base;
		const struct group *its_group = base.n ? sides->group : sides->base;
		row.finding.base_runs = (double)base.n;
		row.finding.runs = (double)side.n;
		if (base.n && side.n) {
			fill_tested(&row, pair, sides, &base, &side, i);
		} else {
			row.finding.verdict = VERDICT_MISSING;
			row.finding.base_value = side_value(&base, base.positive);
			row.finding.value = side_value(&side, side.positive);
			if (group_runs(its_group))
				row_note(&row, "%.100s has no such metric", lacking->text);
			else
				row_note(&row, "%.100s has no %srun of this test", lacking->text,
					 its_group ? "finished " : "");
		}
		list_push(pair->rows, &row);
	}
	side_free(&base);
	side_free(&side);
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

void
pair_add_test(const struct pair *pair, const struct name *test)
{
	struct sides sides = {test, store_group(pair->store, pair->base, test),
			      store_group(pair->store, pair->commit, test), NULL};
	size_t first = first_metric(pair, &sides);

	if (first == pair->metrics->n)
		return;
	char *params = setting_params(group_runs(sides.base) ? sides.base : sides.group);
	sides.params = params;
	if (!group_runs(sides.base) || !group_runs(sides.group)) {
		/* A whole test that one side lacks is one row, not one a metric. */
		add_cell(pair, &sides, first);
	} else if (pair->force || !add_incomparable(pair, &sides, first)) {
		for (size_t i = first; i < pair->metrics->n; i++)
			add_cell(pair, &sides, i);
	}
	free(params);
}
