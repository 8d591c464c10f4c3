/* From counts of alarms to sentences. */
#include "render/text/selfcheck_text.h"

#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "render/model/commit.h"
#include "render/text/grid.h"

static bool
is_family(const struct finding_selfcheck *f)
{
	return view_is(f->kind, "family");
}

/* A count or a share from here on is none. */
static const double huge = 1e7;

static void
write_answer(const struct page *page, const struct finding_selfcheck *f)
{
	char *commit = commit_short(f->commit);

	if (!(fabs(f->alarms) < huge && fabs(f->splits) < huge && fabs(f->rate) < huge &&
	      fabs(f->low) < huge && fabs(f->high) < huge && fabs(f->alpha) < huge))
		page_wrap(page, 2, "%s against itself: nothing was tested.", commit);
	else
		page_wrap(
		    page, 2,
		    "%s against itself: %.0f of %.0f splits find a change (%.2g %%, [%.2g, %.2g]); "
		    "%.2g %% may.",
		    commit, f->alarms, f->splits, f->rate * 100, f->low * 100, f->high * 100,
		    f->alpha * 100);
	if (!(fabs(f->seed) < huge))
		page_wrap(page, 2, "  All splits, of %s.", f->note.p);
	else
		page_wrap(page, 2, "  Splits at random (seed %.0f), of %s.", f->seed, f->note.p);
	free(commit);
}

enum { METRIC, SPLITS, ALARMS, RATE, INTERVAL, DRIFT, GRADE, COLUMNS };

static void
add_head(struct grid *grid)
{
	static const char *const head[COLUMNS] = {
	    [METRIC] = "  metric", [SPLITS] = "splits",   [ALARMS] = "alarms", [RATE] = "%",
	    [INTERVAL] = "95 %",   [DRIFT] = "drift's p", [GRADE] = "grade"};
	size_t row = grid_row(grid);

	for (size_t i = 0; i < COLUMNS; i++)
		grid_set(grid, row, i, mem_dup(head[i]));
}

static void
add_finding(struct grid *grid, const struct finding_selfcheck *f)
{
	size_t row = grid_row(grid);

	grid_set(grid, row, METRIC, mem_format("  %s", f->metric.p));
	if (fabs(f->splits) < huge)
		grid_set(grid, row, SPLITS, mem_format("%.0f", f->splits));
	if (fabs(f->alarms) < huge)
		grid_set(grid, row, ALARMS, mem_format("%.0f", f->alarms));
	if (fabs(f->rate) < huge)
		grid_set(grid, row, RATE, mem_format("%.1f", f->rate * 100));
	if (fabs(f->low) < huge && fabs(f->high) < huge)
		grid_set(grid, row, INTERVAL,
			 mem_format("[%.1f, %.1f]", f->low * 100, f->high * 100));
	if (!isnan(f->drift_p))
		grid_set(grid, row, DRIFT, mem_format("%.2g", f->drift_p));
	grid_set(grid, row, GRADE, mem_dup(f->grade.p));
}

/* The cells of one test and commit, from first on. */
static void
write_test(const struct page *page, const struct finding_selfcheck *first, size_t n)
{
	struct grid grid;
	char *commit = commit_short(first->commit);

	page_blank(page);
	page_wrap(page, 2, "%s: %s%s%s", commit, first->test.n ? first->test.p : "(all tests)",
		  first->params.n ? ": " : "", first->params.p);
	grid_init(&grid, COLUMNS);
	grid.left[METRIC] = grid.left[GRADE] = true;
	grid.constant_goes[SPLITS] = grid.constant_goes[GRADE] = true;
	add_head(&grid);
	for (size_t i = 0; i < n; i++)
		add_finding(&grid, &first[i]);
	grid_print(&grid, page, 2);
	grid_free(&grid);
	free(commit);
}

static void
write_tests(const struct page *page, const struct input *input)
{
	for (size_t i = 0, next; i < input->n_selfchecks; i = next) {
		const struct finding_selfcheck *f = &input->selfcheck[i];

		next = i + 1;
		if (is_family(f))
			continue;
		while (next < input->n_selfchecks && !is_family(&input->selfcheck[next]) &&
		       input->selfcheck[next].test.p == f->test.p &&
		       input->selfcheck[next].commit.p == f->commit.p)
			next++;
		write_test(page, f, next - i);
	}
}

void
selfcheck_text(const struct page *page, const struct input *input)
{
	for (size_t i = 0; i < input->n_selfchecks; i++) {
		if (is_family(&input->selfcheck[i]))
			write_answer(page, &input->selfcheck[i]);
	}
	write_tests(page, input);
	page_blank(page);
	page_wrap(page, 0,
		  "Each split compares half of a commit's runs with the other half, as 'analyze "
		  "compare' would. Of a commit: any primary cell regressed or improved after the "
		  "correction; of a cell: its p alone. Splits share runs, so intervals are a "
		  "guide. drift's p: the earlier half of the runs against the later one.");
}
