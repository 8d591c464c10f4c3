/* Gathering a metric's runs over all commits. */
#include "analyze/plan/spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/sample/derive.h"
#include "analyze/sample/overload.h"
#include "analyze/sample/setting.h"
#include "analyze/sample/side.h"
#include "analyze/statistics/jitter.h"
#include "analyze/statistics/kalibera.h"

struct spread_test
spread_test_of(const struct store *store, const struct name *test)
{
	struct spread_test out = {.left_out = 0};

	list_init(&out.groups, &ut_ptr_icd);
	for (size_t c = 0; c < list_n(&store->commits); c++) {
		const struct group *group = store_group(store, store_commit(store, c), test);
		if (group_runs(group) == 0)
			continue;
		char *params = setting_params(group);
		if (!out.params || strcmp(out.params, params) == 0)
			list_push(&out.groups, &group);
		else
			out.left_out++;
		if (out.params)
			free(params);
		else
			out.params = params;
	}
	return out;
}

void
spread_test_free(struct spread_test *test)
{
	list_done(&test->groups);
	free(test->params);
}

static bool
any_has(const UT_array *groups, int metric)
{
	for (size_t g = 0; metric != METRIC_NO_OTHER && g < list_n(groups); g++) {
		const struct group *group = list_pointer(groups, g);
		for (size_t r = 0; r < group_runs(group); r++) {
			if (!isnan(group_run(group, r)->derived[metric]->value))
				return true;
		}
	}
	return false;
}

/* Adds one commit's variance, with as many degrees of freedom as it has. */
static void
add_side(struct spread *s, const struct side *side)
{
	struct welch_side m = side_moments(side, s->positive);
	double scale = s->positive ? 1 : m.observed.mean * m.observed.mean;

	s->runs = s->commits++ ? (side->n < s->runs ? side->n : s->runs) : side->n;
	if (!(side->n >= 2 && scale > 0 && isfinite(m.observed.variance / scale)))
		return;
	double df = (double)side->n - 1;
	s->variance += m.observed.variance / scale * df;
	s->floor += m.floor / scale * df;
	s->df += df;
}

static const double rho_max = 0.95;

/* What is said of the runs themselves: means over all that have the metric. */
struct tally {
	double seconds, n_seconds;
	double log_tau, n_tau;
	double lag1, n_lag1;
	double inverse_samples, n_samples;
	double sampling, n_sampling; /* of latencies */
	double sample_variance, n_sample_variance;
};

static void
add_to(double *sum, double *n, double x)
{
	if (isfinite(x)) {
		*sum += x;
		++*n;
	}
}

static void
tally_run(struct tally *t, const struct store *store, const struct run *run,
	  const struct metric *metric, const struct derived *d)
{
	double square = d->value * d->value;
	double cv2 = d->samples.variance / (d->samples.mean * d->samples.mean);

	add_to(&t->seconds, &t->n_seconds, store_scalar(store, run, "runtime"));
	add_to(&t->inverse_samples, &t->n_samples, 1 / d->samples.n);
	add_to(&t->sample_variance, &t->n_sample_variance, cv2);
	if (d->jitter) {
		/* Of intervals that alternate, tau may come out at 0 or below. */
		add_to(&t->log_tau, &t->n_tau, log(fmax(d->jitter->tau, 1 / d->jitter->n)));
		add_to(&t->lag1, &t->n_lag1, d->jitter->lag1);
	}
	if (metric->source == METRIC_MEAN)
		add_to(&t->sampling, &t->n_sampling, cv2 / d->samples.n);
	else if (metric->source == METRIC_PERCENTILE)
		add_to(&t->sampling, &t->n_sampling, d->floor / square);
}

/* Splits the variance of a rate into that of its intervals and that of its runs. */
static void
split_levels(struct spread *s, const UT_array *groups, size_t i)
{
	size_t runs = 0, commits = 0;

	for (size_t g = 0; g < list_n(groups); g++)
		runs += group_runs(list_pointer(groups, g));
	struct moments *run = mem_alloc(runs, sizeof(*run));
	size_t *count = mem_alloc(list_n(groups), sizeof(*count));
	runs = 0;
	for (size_t g = 0; g < list_n(groups); g++) {
		const struct group *group = list_pointer(groups, g);
		size_t before = runs;
		for (size_t r = 0; r < group_runs(group); r++) {
			const struct derived *d = group_run(group, r)->derived[i];
			double cv2 = d->samples.variance / (d->samples.mean * d->samples.mean);
			/* Comparisons with what is not known are false. */
			if (d->value > 0 && d->samples.n >= 2 && cv2 >= 0 && isfinite(cv2))
				run[runs++] = (struct moments){
				    .n = d->samples.n, .mean = log(d->value), .variance = cv2};
		}
		if (runs > before)
			count[commits++] = runs - before;
	}
	if (commits) {
		const size_t *const counts[] = {count, &commits};
		struct kalibera k = kalibera_of(run, counts, 3);
		double n = k.r[0], tau = isnan(s->tau) ? 1 : s->tau;
		s->sample_variance = k.s2[0];
		s->samples = n;
		/* The variance about the run's own mean is less than that of the intervals, by (n -
		 * tau) / (n - 1): the mean takes its part. */
		s->sampling = tau / n * k.s2[0] * (n - 1) / (n - tau);
		s->run_variance = k.s2[1] - s->sampling;
	}
	free(count);
	free(run);
}

static double
mean_of(double sum, double n)
{
	return n > 0 ? sum / n : NAN;
}

/* How many of n intervals are worth an independent one. Autocorrelations of few intervals about
 * their own mean come out too low, E r = rho - (1 + 3 rho) / n (Kendall 1954), and so does Geyer's
 * sum over them; an AR(1) series has (1 + rho) / (1 - rho). The larger one counts. */
static double
tau_of(const struct tally *t, double n)
{
	double geyer = exp(t->log_tau / t->n_tau);
	double rho = (n * mean_of(t->lag1, t->n_lag1) + 1) / (n - 3);

	rho = fmax(-rho_max, fmin(rho_max, rho));
	return fmin(n / 2, fmax(geyer, (1 + rho) / (1 - rho)));
}

static void
fill_samples(struct spread *s, const struct store *store, const struct metric *metric,
	     const UT_array *groups, size_t i)
{
	struct tally t = {.seconds = 0};

	for (size_t g = 0; g < list_n(groups); g++) {
		const struct group *group = list_pointer(groups, g);
		for (size_t r = 0; r < group_runs(group); r++) {
			const struct run *run = group_run(group, r);
			if (!isnan(run->derived[i]->value))
				tally_run(&t, store, run, metric, run->derived[i]);
		}
	}
	s->run_seconds = mean_of(t.seconds, t.n_seconds);
	s->samples = 1 / mean_of(t.inverse_samples, t.n_samples);
	s->sample_variance = mean_of(t.sample_variance, t.n_sample_variance);
	s->sampling = mean_of(t.sampling, t.n_sampling);
	s->tau = t.n_tau > 0 ? tau_of(&t, s->samples) : NAN;
	if (metric->source == METRIC_RATE && s->positive)
		split_levels(s, groups, i);
}

/* The commits' sides together. */
static void
fill_runs(struct spread *s, const UT_array *groups, size_t i)
{
	size_t n = list_n(groups);
	struct side *side = mem_alloc(n, sizeof(*side));

	for (size_t g = 0; g < n; g++) {
		side[g] = side_of(list_pointer(groups, g), i);
		s->positive = s->positive && side[g].positive;
	}
	for (size_t g = 0; g < n; g++) {
		if (side[g].n)
			add_side(s, &side[g]);
		side_free(&side[g]);
	}
	free(side);
	s->variance = s->df > 0 ? s->variance / s->df : NAN;
	s->floor = s->df > 0 ? s->floor / s->df : NAN;
}

static struct view
unit_of(const UT_array *groups, size_t i)
{
	for (size_t g = 0; g < list_n(groups); g++) {
		const struct group *group = list_pointer(groups, g);
		for (size_t r = 0; r < group_runs(group); r++) {
			if (!isnan(group_run(group, r)->derived[i]->value))
				return group_run(group, r)->derived[i]->unit;
		}
	}
	return (struct view){"", 0};
}

struct spread
spread_of(const struct store *store, const struct metric_list *metrics,
	  const struct spread_test *test, size_t i)
{
	const struct metric *metric = &metrics->at[i];
	struct spread s = {.positive = true,
			   .run_seconds = NAN,
			   .samples = NAN,
			   .sample_variance = NAN,
			   .tau = NAN,
			   .sampling = NAN,
			   .run_variance = NAN};
	const UT_array *groups = &test->groups;

	s.unit = unit_of(groups, i);
	s.primary = metric->primary && !any_has(groups, metric->instead);
	for (size_t g = 0; g < list_n(groups) && overload_touches(metric); g++)
		s.overloaded = s.overloaded || overload_any(store, list_pointer(groups, g));
	fill_runs(&s, groups, i);
	if (!s.overloaded && s.commits)
		fill_samples(&s, store, metric, groups, i);
	return s;
}
