/* From counts of alarms to sentences. */
#include "render/text/selfcheck_text.h"

#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/model/commit.h"
#include "render/model/params.h"
#include "render/text/grid.h"

/* A count or a share from here on is none. */
static const double huge = 1e7;

enum { NAMES_MOST = 3 };

static bool
is_family(const struct finding_selfcheck *f)
{
	return view_is(f->kind, "family");
}

static bool
was_tested(const struct finding_selfcheck *f)
{
	return fabs(f->alarms) < huge && fabs(f->splits) < huge && fabs(f->rate) < huge &&
	       fabs(f->low) < huge && fabs(f->high) < huge && fabs(f->alpha) < huge;
}

/* Whether the runs' order in time shows, at the level of the check. */
static bool
has_drift(const struct finding_selfcheck *f)
{
	return f->drift_p < f->alpha && f->alpha < huge;
}

/* How many families say so, and the names of the first commits: "base, batch and 2 more". */
struct group {
	char *names;
	size_t n;
	const struct finding_selfcheck *first, *last;
};

static void
add_family(struct group *group, const struct finding_selfcheck *f)
{
	if (!group->names)
		group->names = mem_dup("");
	if (!group->first)
		group->first = f;
	/* One commit may have several families, that follow one another. */
	if (group->last && group->last->commit.p == f->commit.p)
		return;
	group->last = f;
	if (group->n++ >= NAMES_MOST)
		return;
	char *commit = commit_short(f->commit);
	mem_append(&group->names, "%s%s", *group->names ? ", " : "", commit);
	free(commit);
}

static void
end_names(struct group *group)
{
	if (group->n > NAMES_MOST)
		mem_append(&group->names, " and %zu more", group->n - NAMES_MOST);
}

/* In per cent, for one decimal: what rounds to 0 has no minus. */
static double
shown(double fraction)
{
	double percent = round(fraction * 1000) / 10;

	return percent == 0 ? 0 : percent;
}

/* " (most: read.iops of t, -9.1 %)": the primary cell of these runs whose drift is surest. The
 * caller frees it. */
static char *
surest_drift(const struct input *input, const struct finding_selfcheck *family)
{
	const struct finding_selfcheck *most = NULL;

	for (size_t i = 0; i < input->n_selfchecks; i++) {
		const struct finding_selfcheck *f = &input->selfcheck[i];

		if (f->commit.p == family->commit.p && f->runs == family->runs &&
		    view_is(f->role, "primary") && fabs(f->drift) < huge &&
		    f->drift_p < (most ? most->drift_p : 1))
			most = f;
	}
	if (!most)
		return mem_dup("");
	return mem_format(" (most: %s of %s, %+.1f %%)", most->metric.p, most->test.p,
			  shown(most->drift));
}

enum { ALARMS, DRIFT, TOO_FEW, FIT, GROUPS };

static void
write_group(const struct page *page, const struct input *input, const struct group *group,
	    size_t which)
{
	const struct finding_selfcheck *f = group->first;
	char *drift;

	switch (which) {
	case ALARMS:
		page_wrap(page, 0,
			  "Not fit to compare: runs of %s differ among themselves more often than "
			  "chance lets them. Find out what disturbs them first.",
			  group->names);
		return;
	case DRIFT:
		drift = surest_drift(input, f);
		page_wrap(page, 0,
			  "Beware of drift: the later half of the runs of %s differs from the "
			  "earlier one%s. Compare only in randomised blocks, as 'collect run "
			  "--commit A --commit B' does.",
			  group->names, drift);
		free(drift);
		return;
	case TOO_FEW:
		if (fabs(f->runs_needed) < huge)
			page_wrap(page, 0, "Too few runs of %s to tell (%.0f): take %.0f or more.",
				  group->names, fmin(f->runs, huge), f->runs_needed);
		else
			page_wrap(page, 0,
				  "Too few splits of %s to tell: make more of them (--splits).",
				  group->names);
		return;
	default:
		page_wrap(page, 0,
			  "Fit to compare, as far as the runs of %s tell: halves of them look "
			  "alike, and nothing drifts.",
			  group->names);
	}
}

/* The answer: one sentence for each thing that is true of some commit, the worst one first. */
static void
write_answer(const struct page *page, const struct input *input)
{
	struct group group[GROUPS] = {{.names = NULL}};
	bool tested = false, any = false;

	for (size_t i = 0; i < input->n_selfchecks; i++) {
		const struct finding_selfcheck *f = &input->selfcheck[i];

		if (!is_family(f) || !was_tested(f))
			continue;
		tested = true;
		bool alarms = view_is(f->verdict, "alarms"), drift = has_drift(f);
		if (alarms)
			add_family(&group[ALARMS], f);
		if (drift)
			add_family(&group[DRIFT], f);
		if (view_is(f->verdict, "too few"))
			add_family(&group[TOO_FEW], f);
		if (view_is(f->verdict, "fit") && !drift)
			add_family(&group[FIT], f);
	}
	for (size_t i = 0; i < GROUPS; i++) {
		if (!group[i].names)
			continue;
		end_names(&group[i]);
		write_group(page, input, &group[i], i);
		any = true;
		free(group[i].names);
	}
	if (!any)
		page_line(page, tested ? "Nothing was told of fitness: see the table."
				       : "Nothing was tested.");
}

enum { METRIC, CHANGES, SHARE, INTERVAL, LATER, P, COLUMNS };

static const char *const heads[2][COLUMNS] = {
    {[METRIC] = "",
     [CHANGES] = "splits that",
     [SHARE] = "of all",
     [INTERVAL] = "",
     [LATER] = "later against",
     [P] = ""},
    {[METRIC] = "",
     [CHANGES] = "find a change",
     [SHARE] = "splits",
     [INTERVAL] = "95 %",
     [LATER] = "earlier runs",
     [P] = "p"},
};

static void
add_drift(struct grid *grid, size_t row, const struct finding_selfcheck *f)
{
	if (fabs(f->drift) < huge)
		grid_set(grid, row, LATER, mem_format("%+.1f %%", shown(f->drift)));
	if (f->drift_p <= 1)
		grid_set(grid, row, P, mem_format("%.2g", f->drift_p));
}

static void
add_finding(struct grid *grid, const struct finding_selfcheck *f, bool marks)
{
	size_t row = grid_row(grid);
	bool mark = marks && view_is(f->role, "primary");

	if (is_family(f))
		grid_set(grid, row, METRIC, mem_format("  any%s of them", marks ? " *" : ""));
	else
		grid_set(grid, row, METRIC, mem_format("  %s%s", f->metric.p, mark ? "*" : ""));
	if (fabs(f->alarms) < huge && fabs(f->splits) < huge)
		grid_set(grid, row, CHANGES, mem_format("%.0f of %.0f", f->alarms, f->splits));
	if (fabs(f->rate) < huge)
		grid_set(grid, row, SHARE, mem_format("%.1f %%", f->rate * 100));
	if (is_family(f) && fabs(f->low) < huge && fabs(f->high) < huge)
		grid_set(grid, row, INTERVAL,
			 mem_format("[%.0f, %.0f]", f->low * 100, f->high * 100));
	add_drift(grid, row, f);
}

/* What the tables of all commits and tests share. */
struct shared {
	char *params; /* of all tests */
	struct view test;
	bool one_test; /* the only one there is */
	bool marks;    /* metrics are there that are primary, and others */
	bool drift;    /* known of some cell */
};

static struct shared
shared_of(const struct input *input)
{
	struct shared s = {.one_test = true};
	bool primary = false, other = false;
	struct view *params = mem_alloc(input->n_selfchecks, sizeof(*params));
	size_t n = 0;

	for (size_t i = 0; i < input->n_selfchecks; i++) {
		const struct finding_selfcheck *f = &input->selfcheck[i];

		if (is_family(f))
			continue;
		primary = primary || view_is(f->role, "primary");
		other = other || !view_is(f->role, "primary");
		s.drift = s.drift || f->drift_p <= 1;
		s.one_test = s.one_test && (n == 0 || view_eq(f->test, s.test));
		s.test = f->test;
		/* Cells of one test follow one another. */
		if (n == 0 || params[n - 1].p != f->params.p)
			params[n++] = f->params;
	}
	s.marks = primary && other;
	s.params = params_common(params, n);
	free(params);
	return s;
}

/* "base: all splits of 5 runs". */
static char *
commit_line(const struct finding_selfcheck *f)
{
	char *commit = commit_short(f->commit), *line = mem_dup(commit);

	if (fabs(f->splits) < huge && fabs(f->runs) < huge)
		mem_append(&line, ": %.0f runs, %s", f->runs,
			   view_is(f->splits_by, "random") ? "split at random"
							   : "split in all ways");
	if (fabs(f->seed) < huge)
		mem_append(&line, " (seed %.0f)", f->seed);
	free(commit);
	return line;
}

static void
add_lines(struct grid *grid, const struct finding_selfcheck *f, bool first,
	  const struct shared *shared)
{
	bool commit =
	    first || is_family(f - 1) || f[-1].commit.p != f->commit.p || f[-1].runs != f->runs;

	if (commit)
		grid_line(grid, commit_line(f));
	if (is_family(f) || (shared->one_test && view_is(f->params, shared->params)) ||
	    (!commit && f[-1].test.p == f->test.p))
		return;
	char *rest = params_rest(f->params, shared->params);
	grid_line(grid, mem_format(" %s%s%s", f->test.p, *rest ? ": " : "", rest));
	free(rest);
}

static void
write_table(const struct page *page, const struct input *input, const struct shared *shared)
{
	struct grid grid;

	page_blank(page);
	if (shared->one_test && shared->test.n)
		page_wrap(page, 2, "%s%s%s", shared->test.p, *shared->params ? ": " : "",
			  shared->params);
	else if (*shared->params)
		page_wrap(page, 2, "All tests: %s", shared->params);
	grid_init(&grid, COLUMNS);
	grid.left[METRIC] = true;
	grid.goes[INTERVAL] = true;
	grid_head(&grid, heads[0], countof(heads));
	for (size_t i = 0; i < input->n_selfchecks; i++) {
		add_lines(&grid, &input->selfcheck[i], i == 0, shared);
		add_finding(&grid, &input->selfcheck[i], shared->marks);
	}
	grid_print(&grid, page, 2);
	grid_free(&grid);
}

/* What the columns hold. */
static void
write_method(const struct page *page, const struct input *input, const struct shared *shared)
{
	const struct finding_selfcheck *family = NULL;

	for (size_t i = 0; i < input->n_selfchecks && !family; i++) {
		if (is_family(&input->selfcheck[i]) && was_tested(&input->selfcheck[i]))
			family = &input->selfcheck[i];
	}
	page_blank(page);
	if (family)
		page_wrap(page, 2,
			  "splits that find a change: half of the runs against the other half, as "
			  "'analyze compare' does; of one metric by its p, of any%s of them after "
			  "the correction, which %.2g %% of splits may. Splits share runs: their "
			  "95 %% interval is a guide.",
			  shared->marks ? " *" : "", family->alpha * 100);
	if (shared->drift)
		page_wrap(page, 2,
			  "later against earlier runs: the split by time; a small p means that the "
			  "machine drifts.");
	if (shared->marks)
		page_line(page, "*: primary, would decide a comparison.");
}

void
selfcheck_text(const struct page *page, const struct input *input)
{
	struct shared shared = shared_of(input);

	write_answer(page, input);
	write_table(page, input, &shared);
	write_method(page, input, &shared);
	free(shared.params);
}
