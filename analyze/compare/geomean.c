/* The mean of C tests' differences of logarithms: G = mean d_g, se^2 = sum V_g / C^2, with
 * Satterthwaite's (1946) df (sum V_g)^2 / sum (V_g^2 / nu_g). What sessions add hits all tests of a
 * session alike, so its parts are added as standard errors, not as variances. */
#include "analyze/compare/geomean.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/compare/contrast.h"
#include "analyze/compare/verdict.h"
#include "analyze/sample/derive.h"
#include "analyze/statistics/difference.h"

/* Sums over the tests of one metric. */
struct total {
	double n;
	double difference, base, value; /* of logarithms */
	double variance, session_error; /* without what sessions add; its standard errors */
	double all;                     /* variance, with it */
	double spread;                  /* sum of V^2 / nu */
	double df_own;     /* sum of the tests' own: what the moderated ones share counts once */
	double df_least;   /* of the tests */
	const char *grade; /* NULL where they differ */
	size_t verdicts[VERDICTS];
	bool caveat, shared;
	char *without; /* the tests that are left out */
	struct view unit;
};

static bool
has_metric(const struct group *group, size_t i)
{
	for (size_t r = 0; r < group_runs(group); r++) {
		if (!isnan(group_run(group, r)->derived[i]->value))
			return true;
	}
	return false;
}

/* Why a test is left out; NULL where it is not. */
static const char *
excluded(const struct pair *pair, const struct name *test, const struct contrast *contrast,
	 size_t i)
{
	bool in_base = has_metric(store_group(pair->store, pair->base, test), i);
	bool in_commit = has_metric(store_group(pair->store, pair->commit, test), i);

	if (!in_base || !in_commit)
		return "missing";
	if (!contrast)
		return pair->metrics->at[i].of[0] ? "incomparable or overloaded" : "incomparable";
	if (!contrast->geometric)
		return "has 0";
	return isnan(contrast->result.difference.p) ? "no variance" : NULL;
}

static void
add_test(struct total *total, const struct pair *pair, const struct contrast *contrast)
{
	const struct row *row = (const struct row *)list_data(pair->rows) + contrast->row;
	const struct difference *d = &contrast->result.difference;
	double variance = d->se * d->se;
	const char *grade = grade_name[contrast->result.grade];

	total->grade = total->n == 0 || total->grade == grade ? grade : NULL;
	total->unit = row->finding.unit;
	total->n++;
	total->difference += d->difference;
	total->base += log(row->finding.base_value);
	total->value += log(row->finding.value);
	total->all += variance;
	total->variance += fmax(0, variance - contrast->result.session_part);
	total->session_error += sqrt(contrast->result.session_part);
	total->spread += variance * (variance / d->df);
	total->df_own += contrast->result.grade == GRADE_MODERATED
			     ? (double)(contrast->at[0].n + contrast->at[1].n - 2)
			     : d->df;
	total->df_least = fmin(total->df_least, d->df);
	total->shared = total->shared || contrast->result.session_part > 0;
	total->caveat = total->caveat || contrast->result.session_caveat;
	total->verdicts[row->finding.verdict]++;
}

static struct total
total_of(const struct pair *pair, const struct index *cells, size_t i)
{
	struct total total = {.df_least = INFINITY, .without = mem_dup("")};

	for (size_t t = 0; t < list_n(&pair->store->tests); t++) {
		const struct name *test = store_test(pair->store, t);
		if (!has_metric(store_group(pair->store, pair->base, test), i) &&
		    !has_metric(store_group(pair->store, pair->commit, test), i))
			continue;
		const struct contrast *contrast =
		    contrast_find(cells, store_group(pair->store, pair->commit, test), i);
		const char *why = excluded(pair, test, contrast, i);
		if (!why)
			add_test(&total, pair, contrast);
		else
			mem_append(&total.without, "%s%.100s (%s)", *total.without ? ", " : "",
				   test->text, why);
	}
	return total;
}

/* "5 improved, 2 same, 2 undecided". */
static void
note_verdicts(struct row *row, const struct total *total)
{
	char *text = mem_dup("");

	for (int v = 0; v < VERDICTS; v++) {
		if (total->verdicts[v])
			mem_append(&text, "%s%zu %s", *text ? ", " : "", total->verdicts[v],
				   verdict_name[v]);
	}
	row_note(row, "%s", text);
	free(text);
}

static void
fill(struct row *row, const struct total *total)
{
	struct finding_compare *f = &row->finding;
	double n = total->n;
	double variance = (total->variance + total->session_error * total->session_error) / (n * n);
	double df = fmin(total->all * (total->all / total->spread), total->df_own);

	if (total->shared)
		df = fmin(df, total->df_least);
	struct difference d = difference_test(total->difference / n, variance, df, sqrt(variance),
					      difference_confidence);
	f->kind = FINDING_GEOMEAN;
	f->unit = total->unit;
	f->base_value = exp(total->base / n);
	f->value = exp(total->value / n);
	f->change = expm1(d.difference);
	f->low = expm1(d.low);
	f->high = expm1(d.high);
	f->p = d.p;
	if (isfinite(d.df))
		f->df = d.df;
	if (total->grade)
		f->grade = view_of(total->grade);
	f->verdict = verdict_of(f->change, f->low, f->high, f->theta, true, row->metric->better);
	free(row->params);
	row->params = mem_format("%.0f tests", n);
	note_verdicts(row, total);
	if (*total->without)
		row_note(row, "without %s", total->without);
	if (total->caveat)
		row_note(row, "one session each: session effects not covered");
}

/* Whether metric number i decides in some test of the pair. */
static bool
decides(const struct pair *pair, const struct index *cells, size_t i)
{
	const struct row *rows = list_data(pair->rows);

	for (size_t t = 0; t < list_n(&pair->store->tests); t++) {
		const struct group *group =
		    store_group(pair->store, pair->commit, store_test(pair->store, t));
		const struct contrast *contrast = contrast_find(cells, group, i);
		if (contrast && rows[contrast->row].primary)
			return true;
	}
	return false;
}

void
geomean_add(const struct pair *pair, const struct index *cells)
{
	for (size_t i = 0; i < pair->metrics->n; i++) {
		const struct metric *metric = &pair->metrics->at[i];
		if (metric->source != METRIC_RATE && !decides(pair, cells, i))
			continue;
		struct total total = total_of(pair, cells, i);
		if (total.n >= 2) {
			struct row row = row_new();
			row.finding.base = name_view(pair->base);
			row.finding.commit = name_view(pair->commit);
			row.metric = metric;
			row.finding.metric = view_of(metric->name);
			row.finding.better = view_of(better_name[metric->better]);
			row.finding.theta = metric->theta;
			fill(&row, &total);
			list_push(pair->rows, &row);
		}
		free(total.without);
	}
}
