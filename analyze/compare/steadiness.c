/* Up to three tests a cell, and the one that speaks for it. */
#include "analyze/compare/steadiness.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/compare/row.h"
#include "analyze/compare/verdict.h"
#include "analyze/grade/grade.h"
#include "analyze/sample/derive.h"
#include "analyze/sample/side.h"
#include "analyze/sample/unsteady.h"
#include "analyze/statistics/adjust.h"
#include "analyze/statistics/jitter.h"
#include "analyze/statistics/kurtosis.h"
#include "analyze/statistics/variance_ratio.h"
#include "analyze/statistics/welch.h"

/* What a cell's tests are gathered in. */
struct tests {
	struct row_jitter at[3];
	size_t n;
};

static void
add_test(struct tests *tests, const char *by, double ratio, double low, double high, double p)
{
	if (!isnan(p) && ratio > 0 && isfinite(ratio))
		tests->at[tests->n++] = (struct row_jitter){p, ratio, low, high, by};
}

/* The moments of the runs' log CVs. The floor is what sampling a CV from so few intervals adds. */
static struct welch_side
log_cvs_of(const struct group *group, size_t i, enum jitter_measure measure)
{
	struct welch_side side = {.floor = 0};
	double *log_cv = mem_alloc(group_runs(group), sizeof(*log_cv));
	size_t n = 0;

	for (size_t r = 0; r < group_runs(group); r++) {
		const struct jitter *jitter = group_run(group, r)->derived[i]->jitter;
		if (!jitter || isnan(jitter->log_cv[measure]))
			continue;
		log_cv[n++] = jitter->log_cv[measure];
		side.floor += measure == JITTER_BY_MEAN ? jitter_log_variance(jitter->n)
							: jitter_step_log_variance(jitter->n);
	}
	side.observed = moments_of(log_cv, n);
	side.floor = n ? side.floor / (double)n : 0;
	free(log_cv);
	return side;
}

/* What the runs of a side have. */
struct survey {
	bool sampled; /* some run has samples, even if too few */
	bool ordered; /* all that have jitter know it by the other measure, too */
};

static struct survey
survey_of(const struct group *group, size_t i)
{
	struct survey survey = {.ordered = true};

	for (size_t r = 0; r < group_runs(group); r++) {
		const struct jitter *jitter = group_run(group, r)->derived[i]->jitter;
		if (!jitter)
			continue;
		survey.sampled = true;
		survey.ordered = survey.ordered && isnan(jitter->log_cv[JITTER_BY_MEAN]) ==
						       isnan(jitter->log_cv[JITTER_BY_STEP]);
	}
	return survey;
}

/* Where a run of either side drifts, all runs of both are measured without their drift, so that
 * like is compared with like. */
static void
fill_within(struct row *row, const struct group *base, const struct group *group, size_t i,
	    struct tests *tests)
{
	struct finding_compare *f = &row->finding;
	struct survey of_a = survey_of(base, i), of_b = survey_of(group, i);
	enum jitter_measure measure = JITTER_BY_MEAN;

	if (!of_a.sampled && !of_b.sampled)
		return;
	if (of_a.ordered && of_b.ordered && (unsteady_any(base, i) || unsteady_any(group, i))) {
		measure = JITTER_BY_STEP;
		row_note(row, "jitter: drift taken out");
	}
	struct welch_side a = log_cvs_of(base, i, measure), b = log_cvs_of(group, i, measure);
	struct difference w = welch_test(a, b, difference_confidence);
	f->jitter_base = exp(a.observed.mean);
	f->jitter = exp(b.observed.mean);
	f->jitter_ratio = exp(w.difference);
	f->jitter_verdict = JITTER_UNKNOWN;
	if (a.observed.n < STEADINESS_RUNS_MIN || b.observed.n < STEADINESS_RUNS_MIN)
		return;
	f->jitter_low = exp(w.low);
	f->jitter_high = exp(w.high);
	f->jitter_p = w.p;
	add_test(tests, "within", f->jitter_ratio, f->jitter_low, f->jitter_high, w.p);
}

/* The variance of the runs' logarithms and how well it is known. */
static struct variance_known
variance_of(const struct welch_side *logs)
{
	return (struct variance_known){logs->observed.variance, logs->observed.n - 1, logs->floor};
}

/* Brown and Forsythe's p; NaN with too few runs for it to decide. */
static double
between_p(const struct side *a, const struct side *b)
{
	if (a->n < STEADINESS_BETWEEN_MIN || b->n < STEADINESS_BETWEEN_MIN)
		return NAN;
	double *log_value = mem_alloc(a->n + b->n, sizeof(*log_value));
	for (size_t i = 0; i < a->n + b->n; i++)
		log_value[i] = log(i < a->n ? a->value[i] : b->value[i - a->n]);
	const struct anova_group groups[] = {{log_value, a->n}, {log_value + a->n, b->n}};
	double p = variance_brown_forsythe(groups, 2).p;
	free(log_value);
	return p;
}

/* The spread of the sides' runs, for reading; a test of it only where there are runs enough. */
static void
fill_spread(struct finding_compare *f, const struct side *a, const struct side *b,
	    struct tests *tests)
{
	if (!a->positive || !b->positive || a->n < 2 || b->n < 2)
		return;
	struct welch_side logs_a = side_moments(a, true), logs_b = side_moments(b, true);
	struct variance_known known_a = variance_of(&logs_a), known_b = variance_of(&logs_b);
	struct variance_ratio r = variance_ratio_test(known_a, known_b, difference_confidence);

	f->spread_base = sqrt(fmax(known_a.variance, known_a.floor));
	f->spread = sqrt(fmax(known_b.variance, known_b.floor));
	f->spread_ratio = sqrt(r.ratio);
	f->spread_low = sqrt(r.low);
	f->spread_high = sqrt(r.high);
	f->spread_p = r.p;
	double p = between_p(a, b);
	if (isnan(p))
		return;
	f->spread_p = p;
	add_test(tests, "between", f->spread_ratio, f->spread_low, f->spread_high, p);
}

/* The variance of the runs' logarithms around the means of their sessions. */
static struct variance_known
within_sessions(struct steadiness_side side)
{
	struct welch_side logs = side_moments(side.side, true);
	struct variance_known known = variance_of(&logs);

	if (!side.session)
		return known;
	size_t sessions = 1;
	for (size_t i = 0; i < side.side->n; i++) {
		if ((size_t)side.session[i] >= sessions)
			sessions = (size_t)side.session[i] + 1;
	}
	struct moments *session = mem_alloc(sessions, sizeof(*session));
	for (size_t s = 0; s < sessions; s++)
		session[s] = (struct moments){0, NAN, NAN, NAN, NAN};
	for (size_t i = 0; i < side.side->n; i++) {
		double x = log(side.side->value[i]);
		struct moments *own = &session[side.session[i]];
		*own = moments_pool(*own, (struct moments){1, x, NAN, x, x});
	}
	double squares = 0;
	known.df = 0;
	for (size_t s = 0; s < sessions; s++) {
		if (!(session[s].n > 1))
			continue;
		squares += session[s].variance * (session[s].n - 1);
		known.df += session[s].n - 1;
	}
	known.variance = squares / known.df;
	free(session);
	return known;
}

/* The F test against history. Where earlier runs have heavy tails, neither variance is known as
 * well as of normal ones. */
static struct variance_ratio
test_history(const struct grade_history *history, struct variance_known known)
{
	struct variance_known earlier = {
	    history->variance, kurtosis_df(history->excess, history->df, history->df), known.floor};

	known.df = kurtosis_df(history->excess, known.df, known.df + 1);
	return variance_ratio_test(earlier, known, difference_confidence);
}

/* Whether the base is as far from its history as to say that it is today that differs, not the
 * commit: it is out of line with it in the same direction, or lies beyond the commit. */
static bool
differs_alike(struct steadiness_side base, const struct grade_history *history, double variance,
	      bool up)
{
	if (!base.side->positive)
		return false;
	struct variance_known known = within_sessions(base);
	if (!(known.df >= 1))
		return false;
	struct variance_ratio r = test_history(history, known);
	double own = fmax(known.variance, known.floor);
	return (up ? own >= variance : own <= variance) ||
	       (r.p <= verdict_alpha && (r.ratio > 1) == up);
}

/* The spread of the commit's runs against that of earlier runs. */
static void
add_history(struct steadiness_side base, struct steadiness_side side,
	    const struct grade_history *history, struct tests *tests)
{
	if (!history || !(history->df >= GRADE_HISTORY_DF_MIN) || !side.side->positive)
		return;
	struct variance_known known = within_sessions(side);
	struct variance_ratio r = test_history(history, known);
	if (known.df < STEADINESS_RUNS_MIN - 1 ||
	    differs_alike(base, history, fmax(known.variance, known.floor), r.ratio > 1))
		return;
	add_test(tests, "history", sqrt(r.ratio), sqrt(r.low), sqrt(r.high), r.p);
}

/* Whether a test would claim more or less jitter if its p were small enough. */
static bool
may_claim(const struct row_jitter *test)
{
	enum jitter_verdict verdict = verdict_jitter(test->ratio, test->low, test->high, 0);

	return verdict == JITTER_MORE || verdict == JITTER_STEADIER;
}

/* Corrects the p of the cell's tests by Holm and returns the one that speaks for the cell: the
 * smallest p among those whose ratio is large enough for a claim, else of all. */
static struct row_jitter
speaker_of(struct tests *tests)
{
	struct row_jitter *best = &tests->at[0];
	double p[countof(tests->at)];

	for (size_t i = 0; i < tests->n; i++)
		p[i] = tests->at[i].p;
	adjust_holm(p, tests->n, p);
	for (size_t i = 0; i < tests->n; i++)
		tests->at[i].p = p[i];
	for (size_t i = 1; i < tests->n; i++) {
		struct row_jitter *other = &tests->at[i];
		int claims = may_claim(other) - may_claim(best);
		if (claims > 0 || (claims == 0 && other->p < best->p))
			best = other;
	}
	return *best;
}

/* What the runs of either side show beside their mean, once for all rates of a direction. */
static void
note_sides(struct row *row, struct steadiness_side base, struct steadiness_side side, size_t i)
{
	const struct steadiness_side sides[] = {base, side};
	const struct view commit[] = {row->finding.base, row->finding.commit};

	for (size_t s = 0; s < countof(sides); s++) {
		char *text = unsteady_text(sides[s].group, i);
		if (*text)
			row_note(row, "%.*s: %s", VIEW_ARGS(commit[s]), text);
		free(text);
	}
}

void
steadiness_fill(struct row *row, struct steadiness_side base, struct steadiness_side side, size_t i,
		const struct grade_history *history)
{
	struct tests tests = {.n = 0};
	bool rate = row->metric->source == METRIC_RATE;

	if (rate)
		fill_within(row, base.group, side.group, i, &tests);
	fill_spread(&row->finding, base.side, side.side, &tests);
	add_history(base, side, history, &tests);
	if (rate && row->primary)
		note_sides(row, base, side, i);
	if (tests.n && (rate || row->primary))
		row->jitter = speaker_of(&tests);
}

void
steadiness_decide(struct row *row)
{
	struct finding_compare *f = &row->finding;
	const struct row_jitter *test = &row->jitter;

	if (isnan(test->p))
		return;
	f->jitter_verdict = verdict_jitter(test->ratio, test->low, test->high, row->jitter_p_holm);
	f->jitter_by = view_of(test->by);
	if (f->jitter_verdict == JITTER_MORE || f->jitter_verdict == JITTER_STEADIER)
		return;
	/* That nothing changed is told of what was seen best: the samples, where there are any. */
	if (!isnan(f->jitter_p)) {
		f->jitter_verdict =
		    verdict_jitter(f->jitter_ratio, f->jitter_low, f->jitter_high, 1);
		f->jitter_by = view_of("within");
	}
	if (f->jitter_verdict == JITTER_UNDECIDED)
		f->jitter_by = view_of("");
}
