/* The corrections for many tests, applied to verdicts. */
#include "analyze/compare/family.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/compare/steadiness.h"
#include "analyze/compare/verdict.h"
#include "analyze/statistics/adjust.h"

/* The families of tests: what each corrects, by what, and where to. */
enum family { FAMILY_PRIMARY, FAMILY_ALL, FAMILY_JITTER };

static bool
is_member(const struct row *row, enum family family)
{
	if (family == FAMILY_JITTER)
		return !isnan(row->jitter.p);
	return !isnan(row->finding.p) && (family == FAMILY_ALL || row->primary);
}

static double
p_of(const struct row *row, enum family family)
{
	return family == FAMILY_JITTER ? row->jitter.p : row->finding.p;
}

static double *
corrected_of(struct row *row, enum family family)
{
	switch (family) {
	case FAMILY_PRIMARY:
		return &row->finding.p_holm;
	case FAMILY_ALL:
		return &row->finding.q;
	case FAMILY_JITTER:
		break;
	}
	return &row->jitter_p_holm;
}

/* Corrects the family's p-values and returns how many there are. */
static size_t
correct(struct row *rows, size_t n, enum family family)
{
	double *p = mem_alloc(n, sizeof(*p));
	size_t members = 0;

	for (size_t i = 0; i < n; i++) {
		if (is_member(&rows[i], family))
			p[members++] = p_of(&rows[i], family);
	}
	if (family == FAMILY_ALL)
		adjust_bh(p, members, p);
	else
		adjust_holm(p, members, p);
	members = 0;
	for (size_t i = 0; i < n; i++) {
		if (is_member(&rows[i], family))
			*corrected_of(&rows[i], family) = p[members++];
	}
	free(p);
	return members;
}

/* The verdict of the cell by itself. */
static enum verdict
alone(const struct row *row)
{
	const struct finding_compare *f = &row->finding;

	if (isnan(f->change))
		return verdict_of(row->difference, row->difference_low, row->difference_high, 0,
				  row->metric->better);
	return verdict_of(f->change, f->low, f->high, f->theta, row->metric->better);
}

/* The level at which the cell is to be planned. Primary cells share theirs, as analyze plan has it:
 * Holm's correction needs no more runs than that. Any other was in fact tested at a level that is
 * lower by the factor of the correction, where that undid its claim. */
static double
level_of(const struct row *row, size_t primary, bool undone)
{
	const struct finding_compare *f = &row->finding;

	if (row->primary)
		return verdict_alpha / (double)primary;
	return undone && f->q > 0 ? verdict_alpha * f->p / f->q : verdict_alpha;
}

static void
fill_runs_needed(struct row *row, double alpha)
{
	struct finding_compare *f = &row->finding;
	double runs = fmax(f->base_runs, f->runs);
	double needed = verdict_runs_needed(row->theta_sds, alpha, runs);

	if (isfinite(needed))
		f->runs_needed = needed;
	else if (!isnan(needed))
		row_note(row, "more than %d runs a side would show a change of %.3g %%",
			 VERDICT_RUNS_MOST, 100 * f->theta);
	if (!(row->change_sds > row->theta_sds))
		return;
	needed = verdict_runs_needed(row->change_sds, alpha, runs);
	if (isfinite(needed))
		f->runs_for_change = needed;
}

static void
decide(struct row *row, size_t primary, size_t all)
{
	struct finding_compare *f = &row->finding;
	double corrected = row->primary ? f->p_holm : f->q;

	f->verdict = alone(row);
	bool undone = verdict_claims(f->verdict) && corrected > verdict_alpha;
	if (undone) {
		f->verdict = VERDICT_UNDECIDED;
		row_note(row, "p %.2g alone, %.2g over %zu %scells (%s)", f->p, corrected,
			 row->primary ? primary : all, row->primary ? "primary " : "",
			 row->primary ? "Holm" : "Benjamini-Hochberg");
	}
	if (f->verdict == VERDICT_UNDECIDED)
		fill_runs_needed(row, level_of(row, primary, undone));
}

size_t
family_decide(struct row *rows, size_t n)
{
	size_t primary = correct(rows, n, FAMILY_PRIMARY);
	size_t all = correct(rows, n, FAMILY_ALL);
	size_t regressed = 0;

	correct(rows, n, FAMILY_JITTER);
	for (size_t i = 0; i < n; i++) {
		struct finding_compare *f = &rows[i].finding;
		if (!isnan(f->p))
			decide(&rows[i], primary, all);
		steadiness_decide(&rows[i]);
		regressed += rows[i].primary && f->verdict == VERDICT_REGRESSED;
	}
	return regressed;
}
