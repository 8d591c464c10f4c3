/* The share (v_fix - v_reg) / (v_base - v_reg) of the values that a reader sees, geometric means
 * where all are positive: e^m has then the variance e^2m Var(m) (delta method). Both differences
 * have v_reg, so their covariance is its variance; the interval is Fieller's (1954). */
#include "analyze/compare/recovered.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyze/compare/contrast.h"
#include "analyze/statistics/fieller.h"

/* A mean with its variance. */
struct estimate {
	double mean, variance, df;
};

/* Of one side of a contrast. Where the test took one variance for both sides, so does this; else
 * it takes the side's own. */
static struct estimate
estimate_of(const struct contrast *contrast, int s, bool geometric)
{
	const struct grade_result *result = &contrast->result;
	struct welch_side side = side_moments(&contrast->side[s], geometric);
	struct estimate out = {side.observed.mean,
			       fmax(side.observed.variance, side.floor) / side.observed.n,
			       side.observed.n - 1};

	if (geometric == contrast->geometric &&
	    (result->grade == GRADE_MODERATED || result->grade == GRADE_HISTORY)) {
		out.variance = result->difference.sd * result->difference.sd / side.observed.n;
		out.df = result->difference.df;
	} else if (result->session_variance > 0) {
		out.variance += result->session_variance / result->sessions[s];
		out.df = fmin(out.df, result->difference.df);
	}
	return out;
}

/* From logarithms to values, in units of e^scale: so that none of them overflows. */
static void
to_value(struct estimate *estimate, double scale)
{
	double value = exp(estimate->mean - scale);

	estimate->mean = value;
	estimate->variance *= value * value;
}

/* Of the variance of num - share * den, by Satterthwaite (1946). */
static double
df_of(struct estimate base, struct estimate reg, struct estimate fix, double share)
{
	double b = share * share * base.variance, r = (1 - share) * (1 - share) * reg.variance;
	double sum = b + r + fix.variance, f = fix.variance / sum;

	b /= sum;
	r /= sum;
	return 1 / (b * b / base.df + r * r / reg.df + f * f / fix.df);
}

static struct fieller
share_of(const struct contrast *regressed, const struct contrast *fixed)
{
	bool geometric = regressed->geometric && fixed->geometric;
	struct estimate base = estimate_of(regressed, 0, geometric);
	struct estimate reg = estimate_of(regressed, 1, geometric);
	struct estimate fix = estimate_of(fixed, 1, geometric);

	if (geometric) {
		double scale = fmax(base.mean, reg.mean);
		to_value(&base, scale);
		to_value(&reg, scale);
		to_value(&fix, scale);
	}
	struct fieller_input in = {.num = fix.mean - reg.mean,
				   .den = base.mean - reg.mean,
				   .var_num = fix.variance + reg.variance,
				   .var_den = base.variance + reg.variance,
				   .cov = reg.variance};

	in.df = df_of(base, reg, fix, in.num / in.den);
	struct fieller out = fieller_interval(in, difference_confidence);
	out.ratio = in.num / in.den;
	return out;
}

/* A share as a percentage: whole, or of a few digits where it is beyond all sense. */
static const char *
percent_text(double share, char out[32])
{
	snprintf(out, 32, fabs(share) < 100 ? "%.0f" : "%.3g", 100 * share);
	return out;
}

static void
add_note(struct row *row, const struct fieller *share)
{
	char ratio[32], low[32], high[32];

	if (isnan(share->low))
		row_note(row, "recovered %s %%; no bounded interval: the runs are too few",
			 percent_text(share->ratio, ratio));
	else
		row_note(row, "recovered %s %% [%s, %s]", percent_text(share->ratio, ratio),
			 percent_text(share->low, low), percent_text(share->high, high));
}

static void
add_row(const struct pair *pair, const struct contrast *regressed, const struct contrast *fixed)
{
	const struct row *of = (const struct row *)list_data(pair->rows) + regressed->row;
	const struct row *by = (const struct row *)list_data(pair->rows) + fixed->row;
	struct fieller share = share_of(regressed, fixed);
	/* Next to nothing lost. */
	if (!isfinite(share.ratio))
		return;
	struct row row = row_new();
	struct finding_compare *f = &row.finding;

	row.metric = of->metric;
	free(row.params);
	row.params = mem_dup(of->params);
	f->kind = FINDING_RECOVERED;
	f->test = of->finding.test;
	f->metric = of->finding.metric;
	f->unit = of->finding.unit;
	f->better = of->finding.better;
	f->base = of->finding.commit;
	f->commit = by->finding.commit;
	f->base_runs = of->finding.runs;
	f->runs = by->finding.runs;
	f->base_value = of->finding.value;
	f->value = by->finding.value;
	f->change = share.ratio;
	f->low = share.low;
	f->high = share.high;
	add_note(&row, &share);
	if (regressed->result.session_caveat || fixed->result.session_caveat)
		row_note(&row, "one session each: session effects not covered");
	list_push(pair->rows, &row);
}

/* Adds what each commit behind the regressed one did about one cell. */
static void
add_later(const struct pair *pair, const struct index *cells, const struct contrast *regressed)
{
	const struct group_key *key = &regressed->group[1]->key;
	bool behind = false;

	for (size_t c = 0; c < list_n(&pair->store->commits); c++) {
		const struct name *commit = store_commit(pair->store, c);
		const struct contrast *later = NULL;
		if (behind)
			later = contrast_find(cells, store_group(pair->store, commit, key->test),
					      regressed->i);
		behind = behind || commit == key->commit;
		if (later)
			add_row(pair, regressed, later);
	}
}

void
recovered_add(const struct pair *pair, const struct index *cells, const struct name *regressed)
{
	const struct contrast *at = list_data(pair->contrasts);

	for (size_t k = 0; k < list_n(pair->contrasts); k++) {
		const struct row *row = (const struct row *)list_data(pair->rows) + at[k].row;
		if (at[k].group[1]->key.commit == regressed && row->primary &&
		    row->finding.verdict == VERDICT_REGRESSED)
			add_later(pair, cells, &at[k]);
	}
}
