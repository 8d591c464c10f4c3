/* Values, tests and remarks of one cell. */
#include "analyze/compare/fill.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/compare/cell.h"
#include "analyze/compare/contrast.h"
#include "analyze/compare/row.h"
#include "analyze/compare/single.h"
#include "analyze/compare/steadiness.h"
#include "analyze/compare/verdict.h"
#include "analyze/sample/derive.h"
#include "analyze/sample/store.h"
#include "analyze/statistics/rank.h"

enum { HISTORY_RUNS = 3 }; /* of a commit, where those compared have but one */

static void
note_few_runs(struct row *row, const struct contrast *contrast)
{
	const struct view base = row->finding.base, commit = row->finding.commit;
	bool few_base = contrast->at[0].n < 2, few = contrast->at[1].n < 2;
	const char *outcome =
	    contrast->result.grade == GRADE_HISTORY ? "judged by earlier runs" : "no verdict";

	if (few_base && few)
		row_note(row, "1 run: %s", outcome);
	else if (few_base || few)
		row_note(row, "1 run of %.*s: %s", few_base ? (int)base.n : (int)commit.n,
			 few_base ? base.p : commit.p, outcome);
}

/* Why there is no test although there are runs. */
static void
note_no_test(struct row *row, const struct contrast *contrast)
{
	if (contrast->at[0].n < 2 || contrast->at[1].n < 2 || !isnan(row->finding.p) ||
	    row->finding.verdict != VERDICT_NONE)
		return;
	if (contrast->result.difference.sd == 0)
		row_note(row, "no test: the runs of a side do not differ at all");
	else
		row_note(row, "no test: the variance is beyond what numbers hold");
}

/* A count that is the same in every run needs no test; a rate may be so only by its steps. */
static bool
needs_no_test(const struct contrast *contrast, const struct cell *cell)
{
	return cell->equal && (!cell->geometric || contrast->metric->source == METRIC_COUNT) &&
	       contrast->at[0].n > 1 && contrast->at[1].n > 1;
}

static void
fill_cell(struct row *row, const struct contrast *contrast, const struct cell *cell)
{
	struct finding_compare *f = &row->finding;

	f->base_value = cell->base_value;
	f->value = cell->value;
	f->change = cell->change;
	if (needs_no_test(contrast, cell)) {
		f->verdict = VERDICT_SAME;
		return;
	}
	f->low = cell->low;
	f->high = cell->high;
	f->p = cell->p;
	row->theta_sds = cell->theta_sds;
	row->change_sds = cell->change_sds;
	row->difference = cell->difference;
	row->difference_low = cell->difference_low;
	row->difference_high = cell->difference_high;
	if (!cell->geometric && contrast->metric->source != METRIC_COUNT)
		row_note(row, "arithmetic means: a run has 0 or less");
	if (!isnan(cell->change) || !isfinite(cell->difference))
		return;
	if (isfinite(cell->difference_low) && isfinite(cell->difference_high))
		row_note(row, "difference %.4g [%.4g, %.4g]", cell->difference,
			 cell->difference_low, cell->difference_high);
	else
		row_note(row, "difference %.4g", cell->difference);
}

/* How many runs are in no block that both sides have. */
static size_t
outside_blocks(const struct contrast *contrast)
{
	size_t n = 0;

	for (int s = 0; s < 2; s++) {
		const struct grade_side *mine = &contrast->at[s], *other = &contrast->at[1 - s];
		for (size_t i = 0; i < mine->n; i++) {
			size_t k = 0;
			while (k < other->n && other->block[k] != mine->block[i])
				k++;
			n += k == other->n;
		}
	}
	return n;
}

static void
fill_blocks(struct row *row, const struct contrast *contrast)
{
	size_t outside = outside_blocks(contrast);

	row->finding.blocks = (double)contrast->result.blocks;
	row_note(row, "differences within %zu blocks", contrast->result.blocks);
	if (outside)
		row_note(row, "%zu run%s in no block of both sides", outside,
			 outside == 1 ? " is" : "s are");
}

/* How the standard error was had. */
static void
fill_grade(struct row *row, const struct contrast *contrast)
{
	struct finding_compare *f = &row->finding;
	const struct grade_result *result = &contrast->result;

	f->base_sessions = result->sessions[0];
	f->sessions = result->sessions[1];
	if (result->session_caveat)
		row_note(row, "%s", finding_one_session);
	if (isnan(f->p))
		return;
	f->grade = view_of(grade_name[result->grade]);
	if (isfinite(result->difference.df))
		f->df = result->difference.df;
	if (result->grade == GRADE_HISTORY)
		f->history_df = contrast->history.df;
	if (result->grade == GRADE_BLOCKS)
		fill_blocks(row, contrast);
	if (result->session_variance > 0 && contrast->geometric)
		row_note(row, "sessions differ by %.2g %% (sd)",
			 100 * expm1(sqrt(result->session_variance)));
	else if (result->session_variance > 0)
		row_note(row, "sessions differ by %.2g (sd)", sqrt(result->session_variance));
}

/* How much of a history is missing, in commits with as many runs as are compared here. Each gives
 * one degree of freedom less than it has runs. */
static void
note_short_history(struct row *row, const struct contrast *contrast)
{
	const size_t a = contrast->at[0].n, b = contrast->at[1].n;
	size_t runs = a > b ? a : b;

	if (runs < 2)
		runs = HISTORY_RUNS;
	double missing = GRADE_HISTORY_DF_MIN - contrast->history.df;
	double commits = ceil(missing / (double)(runs - 1));
	row_note(row, "history: %.0f of %d degrees of freedom: %.0f more commit%s with %zu runs",
		 contrast->history.df, (int)GRADE_HISTORY_DF_MIN, commits, commits > 1 ? "s" : "",
		 runs);
}

/* What became of the history that there is, where it was not used. */
static void
note_history(struct row *row, const struct contrast *contrast)
{
	const struct grade_history *history = &contrast->history;
	enum grade grade = contrast->result.grade;

	if (!(history->df > 0) || grade == GRADE_HISTORY || grade == GRADE_BLOCKS ||
	    row->finding.verdict == VERDICT_SAME)
		return;
	if (history->df < GRADE_HISTORY_DF_MIN)
		note_short_history(row, contrast);
	else
		row_note(row, "history not used: its runs vary otherwise");
}

/* The run whose value lies farthest from its side's middle, and of which side it is. */
static const struct run *
farthest(const struct contrast *contrast, int *side)
{
	const struct run *run = NULL;
	double most = -1;

	for (int s = 0; s < 2; s++) {
		const struct grade_side *at = &contrast->at[s];
		static const double zero = 0;
		double middle = rank_shift(&zero, 1, at->x, at->n);
		for (size_t i = 0; i < at->n; i++) {
			if (!(fabs(at->x[i] - middle) > most))
				continue;
			most = fabs(at->x[i] - middle);
			run = group_run(contrast->group[s], contrast->side[s].run[i]);
			*side = s;
		}
	}
	return run;
}

/* In standard errors of the difference. One wild run moves the mean by just one, as it makes the
 * standard error too; of even runs the two estimates differ by about 0.2. */
static const double disagreement = 0.75;

/* Nor is it worth a word as long as it is small against what counts as a change. */
static const double disagreement_theta = 0.25;

/* Whether the median of the differences lies as far from that of the means. */
static bool
is_far(const struct contrast *contrast, double base_value, double apart)
{
	double theta = contrast->metric->theta;
	double counts = contrast->geometric ? log1p(theta) : theta * fabs(base_value);

	return apart > disagreement * contrast->result.difference.se &&
	       apart > disagreement_theta * counts;
}

/* Ranks know nothing of blocks, sessions or history: they are a check, not a verdict. */
static void
check_by_ranks(struct row *row, const struct contrast *contrast)
{
	struct finding_compare *f = &row->finding;
	const struct grade_side *a = &contrast->at[0], *b = &contrast->at[1];
	int side = 0;

	if (isnan(f->p) || contrast->result.grade == GRADE_BLOCKS)
		return;
	if (rank_decides(a->n, b->n)) {
		const struct rank_test test = rank_test(a->x, a->n, b->x, b->n);
		f->p_exact = test.exact ? test.p : NAN;
		if ((f->p_exact <= verdict_alpha) != (f->p <= verdict_alpha) && test.exact)
			row_note(row, "a rank test disagrees: p %.2g", f->p_exact);
	}
	double shift = rank_shift(a->x, a->n, b->x, b->n);
	const struct run *run = farthest(contrast, &side);
	double apart = fabs(shift - contrast->result.difference.difference);
	if (run && is_far(contrast, f->base_value, apart))
		row_note(row, "mean and median disagree: run %.60s of %.60s is far out",
			 run->key.name->text, run->key.commit->text);
}

/* Spread within sessions is not held against one that has them in it. */
static const struct grade_history *
history_for_spread(const struct contrast *contrast)
{
	const struct grade_history *history = &contrast->history;

	if (!contrast->geometric || !(history->df > 0))
		return NULL;
	if (history->total && !grade_one_run_a_session(&contrast->at[0], &contrast->at[1]))
		return NULL;
	return history;
}

static struct steadiness_side
steadiness_side_of(const struct contrast *contrast, int s)
{
	return (struct steadiness_side){contrast->group[s], &contrast->side[s],
					contrast->history.total ? NULL : contrast->at[s].session};
}

void
fill_row(struct row *row, const struct contrast *contrast)
{
	struct cell cell = cell_of(&contrast->side[0], &contrast->side[1],
				   &contrast->result.difference, contrast->metric->theta);
	size_t thin = contrast->side[0].thin + contrast->side[1].thin;

	fill_cell(row, contrast, &cell);
	note_few_runs(row, contrast);
	single_note(row, contrast->group[0], contrast->group[1], contrast->i);
	note_no_test(row, contrast);
	fill_grade(row, contrast);
	note_history(row, contrast);
	check_by_ranks(row, contrast);
	if (thin)
		row_note(row, "%s in %zu of %zu runs", derive_thin_tail, thin,
			 contrast->side[0].n + contrast->side[1].n);
	steadiness_fill(row, steadiness_side_of(contrast, 0), steadiness_side_of(contrast, 1),
			contrast->i, history_for_spread(contrast));
}
