/* From numbers of runs to sentences. */
#include "render/text/plan_text.h"

#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "render/text/grid.h"

/* Numbers from here on are told in three digits. */
static const double huge = 1e7;

/* The finding that needs most runs; NULL where none can be planned. */
static const struct finding_plan *
most_of(const struct input *input, size_t *planned)
{
	const struct finding_plan *most = NULL;

	*planned = 0;
	for (size_t i = 0; i < input->n_plans; i++) {
		const struct finding_plan *f = &input->plan[i];
		/* Beyond what plan itself ever says there is nothing to tell. */
		if (!(fabs(f->runs_needed) < huge && isfinite(f->effect * 100) &&
		      isfinite(f->power)))
			continue;
		++*planned;
		if (!most || f->runs_needed > most->runs_needed)
			most = f;
	}
	return most;
}

/* "2 % of t's read.iops", or "2 %" where a spread was given without a test. */
static char *
effect_of(const struct finding_plan *f)
{
	if (f->metric.n == 0)
		return mem_format("%.3g %%", f->effect * 100);
	return mem_format("%.3g %% of %s's %s", f->effect * 100,
			  f->test.n ? f->test.p : "all tests", f->metric.p);
}

static void
write_answer(const struct page *page, const struct input *input)
{
	size_t planned;
	const struct finding_plan *f = most_of(input, &planned);

	if (!f) {
		page_wrap(page, 0, "No number of runs can be told: see the notes.");
		return;
	}
	char *effect = effect_of(f), *now = mem_dup(""), *of = mem_dup("");
	if (planned > 1)
		mem_append(&of, ", which needs most of %zu cells,", planned);
	if (isfinite(f->detectable * 100) && fabs(f->runs) < huge)
		mem_append(&now, " (%.0f would show %.2g %%)", f->runs, f->detectable * 100);
	page_wrap(page, 0, "%.0f runs a side show %s%s at %.4g %% power%s.", f->runs_needed, effect,
		  of, f->power * 100, now);
	free(of);
	free(now);
	free(effect);
}

enum { METRIC, SD, INTERVAL, EFFECT, RUNS, AT_MOST, SHOWN, LENGTH, BEST, COLUMNS };

/* Nothing where the number is not known. */
/* Nothing where the number is not known; decimals below 0 stand for three digits. */
static void
set_number(struct grid *grid, size_t row, size_t column, int decimals, double number)
{
	if (!isfinite(number))
		return;
	grid_set(grid, row, column,
		 decimals < 0 || fabs(number) >= huge ? mem_format("%.3g", number)
						      : mem_format("%.*f", decimals, number));
}

static const char *
metric_of(const struct finding_plan *f)
{
	return f->metric.n ? f->metric.p : "any";
}

static void
add_head(struct grid *grid)
{
	static const char *const head[COLUMNS] = {
	    [METRIC] = "  metric", [SD] = "sd, %",      [INTERVAL] = "95 %",
	    [EFFECT] = "see, %",   [RUNS] = "runs",     [AT_MOST] = "at most",
	    [SHOWN] = "now, %",    [LENGTH] = "s, now", [BEST] = "s, best"};
	size_t row = grid_row(grid);

	for (size_t i = 0; i < COLUMNS; i++)
		grid_set(grid, row, i, mem_dup(head[i]));
}

static void
add_finding(struct grid *grid, const struct finding_plan *f)
{
	size_t row = grid_row(grid);

	grid_set(grid, row, METRIC, mem_format("  %s", metric_of(f)));
	set_number(grid, row, SD, 2, f->sd * 100);
	if (fabs(f->sd_low) < huge && fabs(f->sd_high) < huge)
		grid_set(grid, row, INTERVAL,
			 mem_format("[%.2f, %.2f]", f->sd_low * 100, f->sd_high * 100));
	set_number(grid, row, EFFECT, -1, f->effect * 100);
	set_number(grid, row, RUNS, 0, f->runs_needed);
	set_number(grid, row, AT_MOST, 0, f->runs_high);
	set_number(grid, row, SHOWN, -1, f->detectable * 100);
	set_number(grid, row, LENGTH, -1, f->run_seconds);
	set_number(grid, row, BEST, -1, f->best_seconds);
}

/* Metrics that have the same note one after another share it. */
static void
write_notes(const struct page *page, const struct finding_plan *first, size_t n)
{
	for (size_t i = 0, next; i < n; i = next) {
		char *metrics = mem_dup(metric_of(&first[i]));

		for (next = i + 1; next < n && first[next].note.p == first[i].note.p; next++)
			mem_append(&metrics, ", %s", metric_of(&first[next]));
		if (first[i].note.n)
			page_wrap(page, 4, "  %s: %s", metrics, first[i].note.p);
		free(metrics);
	}
}

/* "; 2 commits with 5 runs or more"; "" where that is not known. The caller frees it. */
static char *
runs_of(const struct finding_plan *f)
{
	if (!(fabs(f->commits) < huge && fabs(f->runs) < huge))
		return mem_dup("");
	return mem_format("; %.0f commit%s with %.0f run%s%s", f->commits,
			  f->commits == 1 ? "" : "s", f->runs, f->runs == 1 ? "" : "s",
			  f->commits == 1 ? "" : " or more");
}

/* The findings of one test, from first on, and what is remarked about them. */
static void
write_test(const struct page *page, const struct finding_plan *first, size_t n)
{
	struct grid grid;

	page_blank(page);
	if (first->test.n) {
		char *runs = runs_of(first);
		page_wrap(page, 2, "%s%s%s%s", first->test.p, first->params.n ? ": " : "",
			  first->params.p, runs);
		free(runs);
	}
	grid_init(&grid, COLUMNS);
	grid.left[METRIC] = true;
	grid.goes[INTERVAL] = grid.goes[LENGTH] = true;
	add_head(&grid);
	for (size_t i = 0; i < n; i++)
		add_finding(&grid, &first[i]);
	grid_print(&grid, page, 2);
	grid_free(&grid);
	write_notes(page, first, n);
}

/* How the numbers were had, and how to measure. */
static void
write_method(const struct page *page, const struct finding_plan *f)
{
	page_blank(page);
	if (fabs(f->power) < huge && fabs(f->alpha) < huge)
		page_wrap(
		    page, 0,
		    "sd: between runs of one commit. runs: a side, for a change of 'see' to be "
		    "found in %.4g %% of comparisons, by the t-test of level %.4g %%%s; at most: "
		    "if "
		    "sd is the upper end of its interval. now: the change that the runs at hand "
		    "would show.",
		    f->power * 100, f->alpha * 100,
		    f->tests > 1 ? " shared by all primary cells (Bonferroni)" : "");
	page_wrap(page, 0,
		  "Measure the sides in randomised blocks, as 'collect run --commit A --commit B "
		  "--runs N' does, never all of one side first: a drift of the machine would look "
		  "like a change.");
}

void
plan_text(const struct page *page, const struct input *input)
{
	const struct finding_plan *most = &input->plan[0];

	write_answer(page, input);
	for (size_t i = 0, next; i < input->n_plans; i = next) {
		for (next = i + 1;
		     next < input->n_plans && input->plan[next].test.p == input->plan[i].test.p;)
			next++;
		write_test(page, &input->plan[i], next - i);
	}
	for (size_t i = 1; i < input->n_plans; i++) {
		if (input->plan[i].tests > most->tests)
			most = &input->plan[i];
	}
	write_method(page, most);
}
