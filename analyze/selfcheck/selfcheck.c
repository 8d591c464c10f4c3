/* Counting alarms over splits. */
#include "analyze/selfcheck/selfcheck.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/compare/family.h"
#include "analyze/compare/row.h"
#include "analyze/compare/verdict.h"
#include "analyze/finding.h"
#include "analyze/sample/setting.h"
#include "analyze/selfcheck/halves.h"
#include "analyze/selfcheck/split.h"
#include "analyze/statistics/difference.h"
#include "collect/base/where.h"

/* A rate of alarms is too high when as many would come with this chance if each split by itself
 * kept its level. */
static const double rate_p = 0.01;

/* The grades that a split may be tested by, in the order of grade_name. */
static const char grades[] = "wmhb";

/* What the splits say of one cell, or of all primary ones. */
struct tally {
	size_t splits, alarms;
	double drift, drift_p;
	bool primary;
	size_t grade[sizeof(grades) - 1];
	struct view unit;
};

/* One commit's tests with the same number of runs. */
struct check {
	const struct store *store;
	const struct compare_config *config;
	const struct name *commit;
	struct split split;
	size_t latest;       /* number of the test of the last row */
	struct tally *cell;  /* [test * metrics + metric] */
	struct tally family; /* its splits are those in which a primary cell was tested */
	struct halves halves;
	bool all; /* metrics that are not primary are written, too */
	FILE *out;
};

static size_t
test_of(struct check *check, struct view test)
{
	size_t t = check->latest;

	/* Names are kept once: the same text is the same pointer. Rows come test by test. */
	while (store_test(&check->split.store, t)->text != test.p)
		t = (t + 1) % check->split.n_tests;
	return check->latest = t;
}

static void
tally_cell(struct check *check, const struct row *row)
{
	size_t t = test_of(check, row->finding.test);
	size_t i = (size_t)(row->metric - check->config->metrics->at);
	struct tally *cell = &check->cell[t * check->config->metrics->n + i];
	const char *grade = row->finding.grade.n == 1
				? memchr(grades, row->finding.grade.p[0], sizeof(grades) - 1)
				: NULL;

	if (cell->splits++ == 0)
		cell->unit = row->finding.unit;
	cell->alarms += row->finding.p < verdict_alpha;
	if (grade)
		cell->grade[grade - grades]++;
	cell->primary = cell->primary || row->primary;
	if (check->halves.done == 1) {
		cell->drift = row->finding.change;
		cell->drift_p = row->finding.p;
	}
}

/* Counts one split's rows. */
static void
tally_rows(struct check *check, const struct row *row, size_t n)
{
	bool tested = false, alarm = false;

	for (size_t r = 0; r < n; r++) {
		const struct finding_compare *f = &row[r].finding;
		if (f->kind != FINDING_CELL || isnan(f->p))
			continue;
		tally_cell(check, &row[r]);
		if (!row[r].primary)
			continue;
		tested = true;
		alarm = alarm || f->verdict == VERDICT_REGRESSED || f->verdict == VERDICT_IMPROVED;
		if (check->halves.done == 1)
			check->family.drift_p = fmin(check->family.drift_p, f->p_holm);
	}
	check->family.splits += tested;
	check->family.alarms += alarm;
}

static void
compare_halves(struct check *check)
{
	UT_array rows;

	list_init(&rows, &row_icd);
	split_fill(&check->split, check->halves.order, check->halves.first);
	compare_rows(&check->split.store, check->config, check->split.name[0], &rows);
	tally_rows(check, list_data(&rows), list_n(&rows));
	list_done(&rows);
}

static struct finding_selfcheck
finding_of(const struct check *check, const struct tally *tally)
{
	static const struct view none = {"", 0};
	double x = (double)tally->alarms, n = (double)tally->splits;
	double tail = (1 - difference_confidence) / 2;
	struct finding_selfcheck f = {
	    .kind = none,
	    .test = none,
	    .params = none,
	    .metric = none,
	    .unit = tally->unit,
	    .commit = name_view(check->commit),
	    .runs = (double)check->split.n_runs,
	    .splits_by = view_of(check->halves.all ? "all" : "random"),
	    .seed = check->halves.all ? NAN : HALVES_SEED,
	    .splits = n,
	    .alarms = x,
	    .alpha = verdict_alpha,
	    .rate = x / n,
	    .low = x > 0 ? qbeta(tail, x, n - x + 1, true, false) : 0,
	    .high = x < n ? qbeta(tail, x + 1, n - x, false, false) : 1,
	    .p = NAN,
	    .drift_p = tally->drift_p,
	    .grade = none,
	    .note = none,
	    .role = view_of(tally->primary ? "primary" : ""),
	    .verdict = none,
	    .runs_needed = NAN,
	    .drift = tally->drift,
	};
	return f;
}

/* The grade of most splits. */
static struct view
grade_of(const struct tally *tally)
{
	size_t most = 0;

	for (size_t g = 1; g < sizeof(grades) - 1; g++) {
		if (tally->grade[g] > tally->grade[most])
			most = g;
	}
	return (struct view){grades + most, tally->grade[most] ? 1 : 0};
}

static void
write_cells(const struct check *check)
{
	const struct metric_list *metrics = check->config->metrics;

	for (size_t t = 0; t < check->split.n_tests; t++) {
		const struct name *test = store_test(&check->split.store, t);
		char *params = setting_params(store_group(check->store, check->commit, test));
		for (size_t i = 0; i < metrics->n; i++) {
			const struct tally *cell = &check->cell[t * metrics->n + i];
			if (cell->splits == 0 || !(cell->primary || check->all))
				continue;
			struct finding_selfcheck f = finding_of(check, cell);
			f.test = name_view(test);
			f.params = view_of(params);
			f.metric = view_of(metrics->at[i].name);
			f.grade = grade_of(cell);
			finding_selfcheck_write(check->out, &f);
		}
		free(params);
	}
}

static bool
can_decide(double splits)
{
	return splits * verdict_alpha >= 1;
}

/* The least runs with so many ways to split them into halves that one alarm is not too many. */
static double
runs_to_decide(void)
{
	double n = SELFCHECK_RUNS_MIN;

	while (!can_decide(choose(n, floor(n / 2)) / (fmod(n, 2) == 0 ? 2 : 1)))
		n++;
	return n;
}

/* The chance of as many alarms or more. */
static double
chance_of(double alarms, double splits)
{
	return pbinom(alarms - 1, splits, verdict_alpha, false, false);
}

bool
selfcheck_too_often(double alarms, double splits)
{
	return can_decide(splits) && chance_of(alarms, splits) < rate_p;
}

/* Writes the commit's row, and returns whether its alarms are too many. */
static bool
write_family(const struct check *check)
{
	struct finding_selfcheck f = finding_of(check, &check->family);
	bool alarms = selfcheck_too_often(f.alarms, f.splits);
	char *note = mem_format("%zu test%s with %zu runs", check->split.n_tests,
				check->split.n_tests == 1 ? "" : "s", check->split.n_runs);

	f.kind = view_of("family");
	f.p = chance_of(f.alarms, f.splits);
	f.verdict = view_of(alarms ? "alarms" : "fit");
	if (alarms)
		mem_append(&note, "; more alarms than the level allows");
	if (!can_decide(f.splits)) {
		f.verdict = view_of("too few");
		double needed = runs_to_decide();
		f.runs_needed = f.runs < needed ? needed : NAN;
		if (f.runs < needed)
			mem_append(&note, "; too few runs to tell: take %.0f or more", needed);
		else
			mem_append(&note, "; too few splits to tell: one alarm is %.0f %% of them",
				   100 / f.splits);
	}
	if (f.drift_p < verdict_alpha)
		mem_append(&note, "; drift: the first runs differ from the last");
	f.note = view_of(note);
	finding_selfcheck_write(check->out, &f);
	free(note);
	return alarms;
}

/* Checks the commit's tests that have n runs; adds to *cells how many could be tested. */
static bool
check_tests(struct check *check, size_t n, size_t splits)
{
	bool alarms = false;

	split_init(&check->split, check->store, check->commit, n);
	halves_init(&check->halves, n, splits);
	size_t cells = check->split.n_tests * check->config->metrics->n;
	check->cell = mem_alloc(cells, sizeof(*check->cell));
	for (size_t i = 0; i < cells; i++)
		check->cell[i].drift = check->cell[i].drift_p = NAN;
	check->latest = 0;
	check->family = (struct tally){.drift = NAN, .drift_p = NAN, .unit = {"", 0}};
	while (halves_next(&check->halves))
		compare_halves(check);
	write_cells(check);
	if (check->family.splits)
		alarms = write_family(check);
	free(check->cell);
	halves_free(&check->halves);
	split_free(&check->split);
	return alarms;
}

/* The smallest number of runs above n that some test of the commit has; 0 = there is none. */
static size_t
next_runs(const struct store *store, const struct name *commit, size_t n)
{
	size_t next = 0;

	for (size_t t = 0; t < list_n(&store->tests); t++) {
		size_t runs = group_runs(store_group(store, commit, store_test(store, t)));
		if (runs > n && (next == 0 || runs < next))
			next = runs;
	}
	return next;
}

static bool
can_check(const struct store *store)
{
	for (size_t c = 0; c < list_n(&store->commits); c++) {
		if (next_runs(store, store_commit(store, c), SELFCHECK_RUNS_MIN - 1))
			return true;
	}
	return false;
}

bool
selfcheck_write(const struct store *store, const struct compare_config *config, size_t splits,
		bool all, FILE *out, bool *alarms, struct where *why)
{
	struct check check = {.store = store, .config = config, .all = all, .out = out};

	*alarms = false;
	if (!can_check(store))
		return where_set(why, NULL, 0,
				 "nothing to split: no test has %d runs or more of one commit",
				 SELFCHECK_RUNS_MIN);
	table_write_header(out, &finding_selfcheck_kind);
	for (size_t c = 0; c < list_n(&store->commits); c++) {
		size_t n = SELFCHECK_RUNS_MIN - 1;
		check.commit = store_commit(store, c);
		while ((n = next_runs(store, check.commit, n)))
			*alarms = check_tests(&check, n, splits) || *alarms;
	}
	return true;
}
