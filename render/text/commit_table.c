/* Tables of few lines. */
#include "render/text/commit_table.h"

#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/draw/sign.h"
#include "render/model/words.h"
#include "render/text/grid.h"
#include "render/text/ranking.h"

enum {
	LABEL_COLUMNS = 40, /* of a test */
};

size_t
commit_table_tests(const struct comparison *c, const struct comparison_test *const *tests,
		   size_t most)
{
	enum { USUAL = 3 };
	size_t changed = 0;

	while (changed < c->n_tests && ranking_changed(tests[changed]))
		changed++;
	if (c->n_tests <= most)
		return c->n_tests;
	if (changed == 0)
		return most < USUAL ? most : USUAL;
	return changed < most ? changed : most;
}

/* The mark of what is not decided. */
static const char *
mark_of(const struct finding_compare *f)
{
	bool decided = f->verdict == VERDICT_REGRESSED || f->verdict == VERDICT_IMPROVED ||
		       f->verdict == VERDICT_SAME || f->verdict == VERDICT_SHIFTED;

	return decided || isnan(f->change) ? "" : "~";
}

/* A change without its unit: "-21.0", "+17.5~", "+103.5 (2.04x)", a "-" where there is none. The
 * caller frees it. */
static char *
bare_change(const struct finding_compare *f)
{
	char text[UNIT_TEXT];

	if (!f || isnan(f->change))
		return mem_dup("-");
	char *out = mem_format("%s%s", unit_change(f->change, text), mark_of(f));
	if (f->change > 1)
		mem_append(&out, f->change < 9999 ? " (%.2fx)" : " (%.3gx)", f->change + 1);
	return out;
}

static bool
is_marked(const struct finding_compare *f)
{
	return f && *mark_of(f);
}

enum metric_column { NAME, METRIC, BEFORE, AFTER, CHANGE, INTERVAL, METRIC_COLUMNS };

static void
add_metric(struct grid *grid, const struct finding_compare *f, char *what)
{
	char text[UNIT_TEXT];
	size_t at = grid_row(grid);

	grid_set(grid, at, METRIC, what);
	grid_set(grid, at, BEFORE, mem_dup(unit_print(f->base_value, f->unit, text)));
	grid_set(grid, at, AFTER, mem_dup(unit_print(f->value, f->unit, text)));
	if (!isnan(f->change))
		grid_set(grid, at, CHANGE,
			 mem_format("%s%s", unit_percent(f->change, text), mark_of(f)));
	grid_set(grid, at, INTERVAL, words_bounds(f->low, f->high));
}

/* All metrics of the only test, as far as they are shown. */
static bool
write_metrics(const struct page *page, const struct comparison *c, const struct input *input,
	      const struct comparison_test *test)
{
	static const char *const head[METRIC_COLUMNS] = {"",      "",       "before",
							 "after", "change", "95 % interval"};
	const struct finding_compare *cost = ranking_cost(input, test, c->base);
	struct grid grid;
	bool marks = is_marked(cost);

	grid_init(&grid, METRIC_COLUMNS);
	grid.left[NAME] = grid.left[METRIC] = true;
	grid.goes[INTERVAL] = true;
	grid_head(&grid, head, 1);
	for (enum panel panel = 0; panel < PANELS; panel++) {
		const struct comparison_row *row = ranking_row(c, test, panel);

		if (!row)
			continue;
		add_metric(&grid, row->f, words_metric(row));
		marks |= is_marked(row->f);
	}
	if (cost)
		add_metric(&grid, cost, mem_dup("CPU per I/O"));
	if (grid.n_rows > 1) {
		char *label = sign_cut(test->label, LABEL_COLUMNS);
		grid_set(&grid, 1, NAME, page_beginning(label));
		free(label);
	}
	grid_print(&grid, page, 2);
	grid_free(&grid);
	return marks;
}

enum line_column { TEST, OLD, NEW, RATE, BOUNDS, TAIL, COST, LINE_COLUMNS };

static bool
add_line(struct grid *grid, const struct comparison *c, const struct input *input,
	 const struct comparison_test *test)
{
	const struct comparison_row *rate = ranking_row(c, test, PANEL_RATE);
	const struct comparison_row *tail = ranking_row(c, test, PANEL_TAIL);
	const struct finding_compare *cost = ranking_cost(input, test, c->base);
	char text[UNIT_TEXT], *label = sign_cut(test->label, LABEL_COLUMNS);
	char *name = mem_format("%s%s%s", label, rate && *rate->direction ? " " : "",
				rate ? rate->direction : "");
	size_t at = grid_row(grid);

	grid_set(grid, at, TEST, page_beginning(name));
	if (rate) {
		grid_set(grid, at, OLD,
			 mem_dup(unit_print(rate->f->base_value, rate->f->unit, text)));
		grid_set(grid, at, NEW, mem_dup(unit_print(rate->f->value, rate->f->unit, text)));
		grid_set(grid, at, RATE, bare_change(rate->f));
		grid_set(grid, at, BOUNDS, words_bounds(rate->f->low, rate->f->high));
	}
	grid_set(grid, at, TAIL, bare_change(tail ? tail->f : NULL));
	if (cost)
		grid_set(grid, at, COST, bare_change(cost));
	free(name);
	free(label);
	return (rate && is_marked(rate->f)) || (tail && is_marked(tail->f)) || is_marked(cost);
}

static bool
write_lines(const struct page *page, const struct comparison *c, const struct input *input,
	    const struct comparison_test *const *tests, size_t shown)
{
	const char *head[LINE_COLUMNS] = {"IOPS",          "before", "after", "change %",
					  "95 % interval", "p99 %",  "CPU %"};
	struct grid grid;
	bool marks = false;

	for (size_t i = 0; i < shown; i++) {
		const struct comparison_row *rate = ranking_row(c, tests[i], PANEL_RATE);
		if (rate && !view_is(rate->f->unit, "iops"))
			head[TEST] = "rate";
	}
	grid_init(&grid, LINE_COLUMNS);
	grid.left[TEST] = true;
	grid.goes[BOUNDS] = grid.goes[OLD] = true;
	grid_head(&grid, head, 1);
	for (size_t i = 0; i < shown; i++)
		marks |= add_line(&grid, c, input, tests[i]);
	grid_print(&grid, page, 2);
	grid_free(&grid);
	return marks;
}

bool
commit_table(const struct page *page, const struct comparison *c, const struct input *input,
	     const struct comparison_test *const *tests, size_t shown)
{
	if (shown == 1)
		return write_metrics(page, c, input, tests[0]);
	return write_lines(page, c, input, tests, shown);
}
