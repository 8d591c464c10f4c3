/* One row a run, one row a commit. */
#include "analyze/summary/summary.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/finding.h"
#include "analyze/sample/derive.h"
#include "analyze/sample/overload.h"
#include "analyze/sample/setting.h"
#include "analyze/sample/side.h"
#include "analyze/sample/unsteady.h"

/* Where the rows of one test and commit go. */
struct output {
	FILE *out;
	const struct store *store;
	const struct metric_list *metrics;
	const struct group *group;
	const char *params;
};

static double
cv_of(struct moments samples)
{
	return samples.mean > 0 ? moments_sd(samples) / samples.mean : NAN;
}

static void
fill_samples(struct finding_summary *f, struct moments samples)
{
	f->samples = samples.n > 0 ? samples.n : NAN;
	f->sample_min = samples.min;
	f->sample_max = samples.max;
	f->sample_mean = samples.mean;
	f->sample_sd = moments_sd(samples);
	f->sample_cv = cv_of(samples);
}

static struct finding_summary
new_row(const struct output *o, size_t i, const struct derived *derived)
{
	const struct metric *metric = &o->metrics->at[i];
	struct finding_summary f = {
	    .test = name_view(o->group->key.test),
	    .params = view_of(o->params),
	    .metric = view_of(metric->name),
	    .unit = derived->unit,
	    .better = view_of(better_name[metric->better]),
	    .commit = name_view(o->group->key.commit),
	    .run = {"", 0},
	    .runs = 1,
	    .value = derived->value,
	    .sd = NAN,
	    .cv = NAN,
	    .low = NAN,
	    .high = NAN,
	    .note = {"", 0},
	    .lag1 = NAN,
	    .effective_samples = NAN,
	    .drift = NAN,
	    .drift_p = NAN,
	    .between_share = NAN,
	};
	return f;
}

/* What is known of one run: of percentiles the interval that comes with sampling its I/Os, unless
 * overload made them mean nothing. */
static void
fill_sampling(struct finding_summary *f, const struct derived *derived, char **note)
{
	if (view_starts(view_of(*note), finding_overloaded))
		return;
	f->low = derived->low;
	f->high = derived->high;
	if (!isnan(f->low) || !isnan(f->high))
		mem_append(note, "%s%s", **note ? "; " : "", derive_sampling);
}

/* The note of metric number i where overload, what the runs say of it, is no NULL: the latencies
 * mean nothing, and the rates tell what was asked for. The caller frees it. */
static char *
note_of(const struct output *o, size_t i, const char *overload)
{
	const struct metric *metric = &o->metrics->at[i];

	if (overload && overload_touches(metric))
		return mem_format("%s; %s", finding_overloaded, overload);
	if (overload && metric->source == METRIC_RATE)
		return mem_format("overloaded: %s", overload);
	return mem_dup("");
}

/* Appends text, which it frees, to the note, where there is some. */
static void
append_remark(char **note, char *text)
{
	if (*text)
		mem_append(note, "%s%s", **note ? "; " : "", text);
	free(text);
}

static void
write_run(struct output *o, size_t i, const struct run *run)
{
	const struct derived *derived = run->derived[i];
	struct finding_summary f = new_row(o, i, derived);

	f.run = name_view(run->key.name);
	fill_samples(&f, derived->samples);
	if (derived->jitter) {
		f.lag1 = derived->jitter->lag1;
		f.effective_samples = derived->jitter->effective;
		f.drift = derived->jitter->drift;
		f.drift_p = derived->jitter->drift_p;
	}
	char *note = note_of(o, i, overload_text(o->store, run));
	if (derived->thin)
		append_remark(&note, mem_dup(derive_thin_tail));
	append_remark(&note, unsteady_run_text(derived));
	fill_sampling(&f, derived, &note);
	f.note = view_of(note);
	finding_summary_write(o->out, &f);
	free(note);
}

/* Mean, spread and interval of the runs' values: of their logarithms where there are such. */
static void
fill_runs(struct finding_summary *f, const struct side *side)
{
	struct welch_side logs = side_moments(side, true);
	struct welch_side values = side_moments(side, false);

	f->runs = (double)side->n;
	f->value = side_value(side, side->positive);
	f->sd = moments_sd(values.observed);
	/* A count that is 0 in every run is 0, and not 0 give or take one. */
	if (!side->positive && values.observed.variance == 0)
		return;
	welch_interval(side->positive ? logs : values, difference_confidence, &f->low, &f->high);
	if (!side->positive)
		return;
	f->cv = moments_sd(logs.observed);
	f->low = exp(f->low);
	f->high = exp(f->high);
}

/* The I/Os or intervals of all runs as one, and the geometric mean of the runs' CVs. */
static void
fill_pooled_samples(struct finding_summary *f, const struct group *group, size_t i)
{
	struct moments pool = {0, NAN, NAN, NAN, NAN};
	double log_cv = 0, cvs = 0;

	for (size_t r = 0; r < group_runs(group); r++) {
		const struct derived *derived = group_run(group, r)->derived[i];
		double cv = cv_of(derived->samples);
		pool = moments_pool(pool, derived->samples);
		if (!isnan(cv)) {
			log_cv += log(cv);
			cvs++;
		}
	}
	fill_samples(f, pool);
	f->sample_cv = cvs > 0 ? exp(log_cv / cvs) : NAN;
}

/* What the intervals say, from one number a run. */
static void
fill_steadiness(struct finding_summary *f, const struct group *group, size_t i)
{
	size_t all = group_runs(group), n = 0;
	double *lag1 = mem_alloc(all, sizeof(*lag1));
	struct jitter_run *run = mem_alloc(all, sizeof(*run));
	struct jitter_together drift = unsteady_drift(group, i);
	double effective = 0;

	for (size_t r = 0; r < all; r++) {
		const struct derived *derived = group_run(group, r)->derived[i];
		const struct jitter *jitter = derived->jitter;
		if (!jitter || isnan(jitter->effective))
			continue;
		lag1[n] = jitter->lag1;
		run[n++] = (struct jitter_run){derived->samples, jitter->effective};
		effective += jitter->effective;
	}
	f->lag1 = moments_of(lag1, n).mean;
	f->effective_samples = n ? effective : NAN;
	f->drift = drift.drift;
	f->drift_p = drift.p;
	f->between_share = jitter_between_share(run, n);
	free(lag1);
	free(run);
}

static void
write_commit(struct output *o, size_t i, const struct derived *derived, const struct side *side)
{
	struct finding_summary f = new_row(o, i, derived);
	char *overload = mem_dup("");

	fill_runs(&f, side);
	fill_pooled_samples(&f, o->group, i);
	fill_steadiness(&f, o->group, i);
	overload_append(&overload, o->store, o->group);
	char *note = note_of(o, i, *overload ? overload : NULL);
	if (side->thin)
		append_remark(&note, mem_format("%s in %zu of %zu runs", derive_thin_tail,
						side->thin, side->n));
	if (o->metrics->at[i].source == METRIC_RATE)
		append_remark(&note, unsteady_text(o->group, i));
	if (side->n == 1)
		fill_sampling(&f, derived, &note);
	f.note = view_of(note);
	finding_summary_write(o->out, &f);
	free(note);
	free(overload);
}

static void
write_metric(struct output *o, size_t i)
{
	struct side side = side_of(o->group, i);
	const struct derived *some = NULL;

	for (size_t r = 0; r < group_runs(o->group); r++) {
		const struct run *run = group_run(o->group, r);
		if (isnan(run->derived[i]->value))
			continue;
		some = run->derived[i];
		write_run(o, i, run);
	}
	if (some)
		write_commit(o, i, some, &side);
	side_free(&side);
}

static void
write_group(struct output *o)
{
	char *params = setting_params(o->group);

	o->params = params;
	for (size_t i = 0; i < o->metrics->n; i++)
		write_metric(o, i);
	o->params = NULL;
	free(params);
}

void
summary_write(const struct store *store, const struct metric_list *metrics, FILE *out)
{
	struct output o = {out, store, metrics, NULL, NULL};

	table_write_header(out, &finding_summary_kind);
	for (size_t t = 0; t < list_n(&store->tests); t++) {
		for (size_t c = 0; c < list_n(&store->commits); c++) {
			o.group = store_group(store, store_commit(store, c), store_test(store, t));
			if (group_runs(o.group))
				write_group(&o);
		}
	}
}
