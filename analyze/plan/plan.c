/* From spreads to numbers of runs. */
#include "analyze/plan/plan.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#include "analyze/finding.h"
#include "analyze/metric.h"
#include "analyze/plan/overhead.h"
#include "analyze/plan/spread.h"
#include "analyze/sample/store.h"
#include "analyze/statistics/difference.h"
#include "analyze/statistics/kalibera.h"
#include "analyze/statistics/power.h"
#include "collect/base/where.h"

/* A length of runs that saves less than this share of the time is not worth a change. */
static const double saving_min = 0.1;

/* The effect that a spread without a metric is planned for. */
static const double effect_given = 0.02;

/* One finding while it is made. */
struct cell {
	struct finding_plan finding;
	const struct name *test;
	size_t metric;
	struct spread spread;
	size_t left_out;     /* commits with other job.* */
	char *params, *note; /* the cell's own */
};

static void
cell_done(void *element)
{
	struct cell *cell = element;

	free(cell->params);
	free(cell->note);
}

static const UT_icd cell_icd = {sizeof(struct cell), NULL, NULL, cell_done};

static void note(struct cell *cell, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void
note(struct cell *cell, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	char *text = mem_vformat(format, ap);
	va_end(ap);
	mem_append(&cell->note, "%s%s", cell->note[0] ? "; " : "", text);
	free(text);
}

static struct cell
cell_new(const struct plan_config *config)
{
	static const struct view none = {"", 0};
	struct cell cell = {.finding = {.test = none,
					.params = none,
					.metric = none,
					.unit = none,
					.commits = NAN,
					.runs = NAN,
					.sd = NAN,
					.sd_low = NAN,
					.sd_high = NAN,
					.df = NAN,
					.effect = config->effect,
					.power = config->power,
					.alpha = config->alpha,
					.tests = config->tests,
					.runs_needed = NAN,
					.runs_high = NAN,
					.detectable = NAN,
					.sample_sd = NAN,
					.samples = NAN,
					.tau = NAN,
					.run_variance = NAN,
					.run_seconds = NAN,
					.overhead_seconds = config->overhead,
					.best_seconds = NAN,
					.best_runs = NAN,
					.note = none,
					.role = none,
					.length = none},
			    .params = mem_dup(""),
			    .note = mem_dup("")};
	return cell;
}

/* An effect as it is compared: the logarithm of the ratio where that is what is compared. */
static double
scaled(double effect, bool logarithms)
{
	return logarithms ? log1p(effect) : effect;
}

/* Runs a side, whole, that see the finding's effect where one run has this variance; NaN where no
 * number would do. */
static double
runs_at(const struct finding_plan *f, double variance, bool logarithms)
{
	double effect = scaled(f->effect, logarithms) / sqrt(variance);
	double runs = ceil(power_runs(effect, f->alpha / f->tests, f->power));

	return isfinite(runs) ? runs : NAN;
}

static void
fill_power(struct finding_plan *f, bool logarithms)
{
	f->runs_needed = runs_at(f, f->sd * f->sd, logarithms);
	f->runs_high = isnan(f->sd_high) ? NAN : runs_at(f, f->sd_high * f->sd_high, logarithms);
	double sds = power_effect(f->runs, f->alpha / f->tests, f->power);
	f->detectable = logarithms ? expm1(sds * f->sd) : sds * f->sd;
}

/* The variance of the runs, at least what measuring alone gives, and its interval by chi-square. */
static void
fill_spread(struct cell *cell)
{
	struct finding_plan *f = &cell->finding;
	const struct spread *s = &cell->spread;
	double tail = (1 - difference_confidence) / 2;
	double sum = s->variance * s->df;

	f->sd = sqrt(fmax(s->variance, s->floor));
	f->df = s->df;
	if (s->variance > 0) {
		f->sd_low = sqrt(sum / qchisq(tail, s->df, false, false));
		f->sd_high = sqrt(sum / qchisq(tail, s->df, true, false));
	}
	if (s->variance < s->floor)
		note(cell, "runs differ by less than they are measured to");
}

/* Whether runs of the length that makes the best of the time save some of it. */
static struct view
length_of(const struct finding_plan *f)
{
	double now = f->runs_needed * (f->run_seconds + f->overhead_seconds);
	double best = f->best_runs * (f->best_seconds + f->overhead_seconds);

	if (isnan(now) || isnan(best))
		return (struct view){"", 0};
	if (!(1 - best / now >= saving_min))
		return view_of("right");
	return view_of(f->best_seconds > f->run_seconds ? "longer" : "shorter");
}

/* Longer or more runs, of a rate. second is the variance that one second of samples has. */
static void
fill_length(struct cell *cell, double second, bool logarithms)
{
	struct finding_plan *f = &cell->finding;

	if (!(f->run_variance > 0)) {
		if (!isnan(f->run_variance))
			f->length = view_of("any");
		return;
	}
	f->best_seconds = kalibera_optimum(second, f->run_variance, 1, f->overhead_seconds);
	if (isnan(f->best_seconds)) {
		f->length = view_of("unknown");
		return;
	}
	if (isnan(f->tau) && !isnan(f->run_seconds))
		note(cell, "samples taken as independent: their order is not known");
	f->best_runs = runs_at(f, f->run_variance + second / f->best_seconds, logarithms);
	f->length = length_of(f);
}

static void
fill_levels(struct cell *cell)
{
	struct finding_plan *f = &cell->finding;
	const struct spread *s = &cell->spread;

	f->samples = s->samples;
	f->sample_sd = sqrt(s->sample_variance);
	f->tau = s->tau;
	f->run_seconds = s->run_seconds;
	f->run_variance = s->run_variance;
	if (isnan(f->run_variance)) {
		if (s->sampling >= s->variance)
			f->length = view_of("any");
		return;
	}
	fill_length(cell, s->sampling * s->run_seconds, s->positive);
}

static bool
is_planned(const struct cell *cell)
{
	return !cell->spread.overloaded && cell->spread.df > 0 &&
	       fmax(cell->spread.variance, cell->spread.floor) > 0;
}

/* What there is to say beside numbers, and where there are none, why. */
static void
note_input(struct cell *cell)
{
	const struct spread *s = &cell->spread;

	if (s->overloaded)
		note(cell, "%s", finding_overloaded);
	else if (s->df == 0)
		note(cell, "one run of each commit: two would tell how runs differ");
	else if (!is_planned(cell))
		note(cell, "every run has the same: nothing to plan");
	else if (!s->positive)
		note(cell, "a run has 0 or less: spread over the mean");
	if (cell->left_out)
		note(cell, "%zu commit%s left out: other job.*", cell->left_out,
		     cell->left_out == 1 ? "" : "s");
}

static void
fill_cell(struct cell *cell, const struct metric *metric, double tests)
{
	struct finding_plan *f = &cell->finding;

	f->test = name_view(cell->test);
	f->metric = view_of(metric->name);
	f->unit = cell->spread.unit;
	f->commits = (double)cell->spread.commits;
	f->runs = (double)cell->spread.runs;
	f->tests = cell->spread.primary ? tests : 1;
	f->role = view_of(cell->spread.primary ? "primary" : "");
	if (isnan(f->effect))
		f->effect = metric->theta;
	note_input(cell);
	if (!is_planned(cell))
		return;
	fill_spread(cell);
	fill_power(f, cell->spread.positive);
	if (isnan(f->runs_needed))
		note(cell, "no number of runs shows so small a change");
	fill_levels(cell);
}

/* Whether the metric is one that compare has a verdict for, by more than any change at all. */
static bool
has_verdict(const struct plan_config *config, const struct metric *metric)
{
	return metric->source != METRIC_ASKED && metric->better != BETTER_NEITHER &&
	       (metric->theta > 0 || !isnan(config->effect));
}

static void
list_test(const struct store *store, const struct plan_config *config, const struct name *name,
	  UT_array *cells)
{
	struct spread_test test = spread_test_of(store, name);

	for (size_t i = 0; i < config->metrics->n; i++) {
		if (!has_verdict(config, &config->metrics->at[i]))
			continue;
		struct spread spread = spread_of(store, config->metrics, &test, i);
		if (spread.commits == 0 || !(config->all || spread.primary))
			continue;
		struct cell cell = cell_new(config);
		cell.test = name;
		cell.metric = i;
		cell.spread = spread;
		cell.left_out = test.left_out;
		free(cell.params);
		cell.params = mem_dup(test.params);
		list_push(cells, &cell);
	}
	spread_test_free(&test);
}

static void
write_cell(struct cell *cell, FILE *out)
{
	cell->finding.params = view_of(cell->params);
	cell->finding.note = view_of(cell->note);
	finding_plan_write(out, &cell->finding);
}

bool
plan_write(const struct store *store, const struct plan_config *config, FILE *out,
	   struct where *why)
{
	struct plan_config measured = *config;
	double primary = 0;
	size_t planned = 0;
	UT_array cells;

	if (isnan(measured.overhead))
		measured.overhead = overhead_seconds(store);
	list_init(&cells, &cell_icd);
	for (size_t t = 0; t < list_n(&store->tests); t++)
		list_test(store, &measured, store_test(store, t), &cells);
	struct cell *cell = list_data(&cells);
	for (size_t i = 0; i < list_n(&cells); i++) {
		primary += cell[i].spread.primary && is_planned(&cell[i]);
		planned += is_planned(&cell[i]);
	}
	if (planned) {
		double tests = isnan(config->tests) ? fmax(1, primary) : config->tests;
		table_write_header(out, &finding_plan_kind);
		for (size_t i = 0; i < list_n(&cells); i++) {
			fill_cell(&cell[i], &config->metrics->at[cell[i].metric], tests);
			write_cell(&cell[i], out);
		}
	}
	list_done(&cells);
	return planned || where_set(why, NULL, 0,
				    "nothing to plan from: no test has two runs of one commit "
				    "(--sd PERCENT plans without records)");
}

void
plan_write_given(const struct plan_config *config, FILE *out)
{
	struct cell cell = cell_new(config);
	struct finding_plan *f = &cell.finding;

	f->sd = config->sd;
	f->sample_sd = config->sample_sd;
	if (isnan(f->effect))
		f->effect = effect_given;
	if (isnan(f->tests))
		f->tests = 1;
	f->runs_needed = runs_at(f, f->sd * f->sd, true);
	if (isnan(f->runs_needed))
		note(&cell, "no number of runs shows so small a change");
	if (!isnan(f->sample_sd)) {
		f->run_variance = f->sd * f->sd;
		fill_length(&cell, f->sample_sd * f->sample_sd, true);
		if (!isnan(f->best_runs))
			f->runs_needed = f->best_runs;
	}
	table_write_header(out, &finding_plan_kind);
	write_cell(&cell, out);
	cell_done(&cell);
}
