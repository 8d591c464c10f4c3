/* From numbers of runs to sentences. */
#include "render/text/plan_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "render/model/params.h"
#include "render/text/grid.h"
#include "render/text/plan_part.h"

const double plan_huge = 1e7;

/* A factor that is larger tells no more than this. */
static const double factor_most = 1000;

const char *
plan_percent(double fraction, char out[PLAN_TEXT])
{
	double percent = fabs(fraction * 100);

	if (!(percent < plan_huge))
		out[0] = '\0';
	else
		snprintf(out, PLAN_TEXT, percent < 9.95 ? "%.2g %%" : "%.0f %%", fraction * 100);
	return out;
}

/* A change as a factor where per cent would be hard to read: "7.5 %", "x2.4". */
const char *
plan_change(double fraction, char out[PLAN_TEXT])
{
	if (!(fraction > 1))
		return plan_percent(fraction, out);
	if (fraction + 1 < factor_most)
		snprintf(out, PLAN_TEXT, fraction < 9 ? "x%.1f" : "x%.0f", fraction + 1);
	else
		snprintf(out, PLAN_TEXT, ">x%.0f", factor_most - 1);
	return out;
}

static const char *
count_text(double count, char out[PLAN_TEXT])
{
	if (!(fabs(count) < plan_huge))
		out[0] = '\0';
	else
		snprintf(out, PLAN_TEXT, count < 999999.5 ? "%.0f" : "%.3g", count);
	return out;
}

static const char *
seconds_text(double seconds, char out[PLAN_TEXT])
{
	if (!(fabs(seconds) < plan_huge))
		out[0] = '\0';
	else
		snprintf(out, PLAN_TEXT, seconds < 999.5 ? "%.2g s" : "%.0f s", seconds);
	if (seconds >= 99.5 && seconds < 999.5)
		snprintf(out, PLAN_TEXT, "%.0f s", seconds);
	return out;
}

enum { METRIC, SPREAD, SEE, RUNS, AT_MOST, SEEN, BEST, THEN, SAVED, COLUMNS };

static const char *const heads[2][COLUMNS] = {
    {[METRIC] = "",
     [SPREAD] = "spread",
     [SEE] = "to",
     [RUNS] = "runs",
     [AT_MOST] = "at",
     [SEEN] = "seen",
     [BEST] = "best",
     [THEN] = "runs",
     [SAVED] = "time"},
    {[METRIC] = "",
     [SPREAD] = "of runs",
     [SEE] = "see",
     [RUNS] = "a side",
     [AT_MOST] = "most",
     [SEEN] = "now",
     [BEST] = "length",
     [THEN] = "then",
     [SAVED] = "saved"},
};

/* What the column of lengths says where no other one is better. */
static const char *
length_word(const struct finding_plan *f, char out[PLAN_TEXT])
{
	if (view_is(f->length, "right"))
		return "as is";
	if (view_is(f->length, "any"))
		return "any";
	if (view_is(f->length, "unknown"))
		return "?";
	return seconds_text(f->best_seconds, out);
}

double
plan_saved(const struct finding_plan *f)
{
	double now = f->runs_needed * (f->run_seconds + f->overhead_seconds);

	return 1 - f->best_runs * (f->best_seconds + f->overhead_seconds) / now;
}

static void
add_finding(struct grid *grid, const struct finding_plan *f)
{
	size_t row = grid_row(grid);
	bool other = view_is(f->length, "longer") || view_is(f->length, "shorter");
	char text[PLAN_TEXT];

	grid_set(grid, row, METRIC, mem_format("  %s", f->metric.n ? f->metric.p : "any metric"));
	grid_set(grid, row, SPREAD, mem_dup(plan_percent(f->sd, text)));
	grid_set(grid, row, SEE, mem_dup(plan_percent(f->effect, text)));
	grid_set(grid, row, RUNS, mem_dup(count_text(f->runs_needed, text)));
	grid_set(grid, row, AT_MOST, mem_dup(count_text(f->runs_high, text)));
	grid_set(grid, row, SEEN, mem_dup(plan_change(f->detectable, text)));
	grid_set(grid, row, BEST, mem_dup(length_word(f, text)));
	if (!other)
		return;
	grid_set(grid, row, THEN, mem_dup(count_text(f->best_runs, text)));
	grid_set(grid, row, SAVED, mem_dup(plan_percent(plan_saved(f), text)));
}

/* "2 commits with 5 runs or more"; "" where that is not known. The caller frees it. */
static char *
runs_of(const struct finding_plan *f)
{
	if (!(fabs(f->commits) < plan_huge && fabs(f->runs) < plan_huge))
		return mem_dup("");
	return mem_format("%.0f commit%s with %.0f run%s%s", f->commits, f->commits == 1 ? "" : "s",
			  f->runs, f->runs == 1 ? "" : "s", f->commits == 1 ? "" : " or more");
}

/* The findings in order, test by test, and what all tests have in common. */
struct tests {
	const struct finding_plan **first; /* each test's, and one behind the last */
	size_t n;
	char *params, *runs; /* runs: "" where they differ */
};

static struct tests
tests_of(const struct input *input)
{
	struct tests t = {.first =
			      mem_alloc(input->n_plans + 1, sizeof(const struct finding_plan *))};
	struct view *params = mem_alloc(input->n_plans, sizeof(*params));

	for (size_t i = 0; i < input->n_plans; i++) {
		const struct finding_plan *f = &input->plan[i];

		if (i && f->test.p == f[-1].test.p)
			continue;
		params[t.n] = f->params;
		t.first[t.n++] = f;
	}
	t.first[t.n] = input->plan + input->n_plans;
	t.params = params_common(params, t.n);
	t.runs = runs_of(t.first[0]);
	for (size_t i = 1; i < t.n; i++) {
		if (t.first[i]->runs != t.first[0]->runs ||
		    t.first[i]->commits != t.first[0]->commits)
			t.runs[0] = '\0';
	}
	free(params);
	return t;
}

static void
tests_free(struct tests *t)
{
	free(t->first);
	free(t->params);
	free(t->runs);
}

/* "t: rw=randread bs=4k; 1 commit with 5 runs", without what all tests have in common. */
static char *
test_line(const struct tests *t, size_t i)
{
	const struct finding_plan *f = t->first[i];
	char *rest = params_rest(f->params, t->params);
	char *runs = *t->runs ? mem_dup("") : runs_of(f);
	char *line = mem_format("%s%s%s%s%s", f->test.p, *rest || *runs ? ": " : "", rest,
				*rest && *runs ? "; " : "", runs);

	free(rest);
	free(runs);
	return line;
}

static void
write_tests(const struct page *page, const struct input *input)
{
	struct tests t = tests_of(input);
	struct grid grid;

	page_blank(page);
	const char *test = t.n > 1 ? "All tests" : t.first[0]->test.p;
	const char *colon = *test && (*t.params || *t.runs) ? ": " : "";

	if (t.n == 1 ? *test : *colon)
		page_wrap(page, 2, "%s%s%s%s%s", test, colon, t.params,
			  *t.params && *t.runs ? "; " : "", t.runs);
	grid_init(&grid, COLUMNS);
	grid.left[METRIC] = true;
	grid.goes[AT_MOST] = grid.goes[THEN] = true;
	grid_head(&grid, heads[0], countof(heads));
	for (size_t i = 0; i < t.n; i++) {
		if (t.n > 1)
			grid_line(&grid, test_line(&t, i));
		for (const struct finding_plan *f = t.first[i]; f < t.first[i + 1]; f++)
			add_finding(&grid, f);
	}
	grid_print(&grid, page, 2);
	grid_free(&grid);
	tests_free(&t);
}

void
plan_text(const struct page *page, const struct input *input)
{
	plan_answer(page, input);
	write_tests(page, input);
	page_blank(page);
	plan_notes(page, input);
	plan_method(page, input);
}
