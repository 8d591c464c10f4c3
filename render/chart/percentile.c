/* Percentile curves in numbers: runs into points. */
#include "render/chart/percentile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/sample/buckets.h"
#include "analyze/sample/side.h"
#include "analyze/statistics/difference.h"
#include "analyze/statistics/welch.h"
#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "render/chart/percentile_part.h"

/* The axis goes to the percentile that one request in 10^9 exceeds, and on to one in 100 at least.
 */
static const double x_sure_most = 8.5, x_end_least = 2;

/* Beyond x_sure the axis goes on until a third of the requests that were enough is left. */
static const double x_guess = 0.5;

enum {
	START = 6,  /* points before the grid: there the curve is steepest */
	GUESS = 12, /* points of the grid beyond x_sure */
	QUANTILES = PERCENTILE_POINTS + PERCENTILE_ROWS,
};

double
percentile_x(double quantile)
{
	return -log1p(-quantile) / M_LN10;
}

double
percentile_quantile(double x)
{
	return -expm1(-x * M_LN10);
}

static bool
has_latency(const struct chart_request *r, const struct run *run, const char *metric)
{
	struct quantile_buckets b = data_buckets(r->data, run, metric);
	bool any = b.n && quantile_total(&b) > 0 && isfinite(quantile_total(&b));

	quantile_free(&b);
	return any;
}

/* "read.lat" of "read.lat.p99"; "lat" stays. The caller frees it. */
static char *
without_percentile(const char *metric)
{
	const char *dot = strrchr(metric, '.');
	bool cut = dot && (dot[1] == 'p' || strcmp(dot, ".mean") == 0);

	return mem_copy(metric, cut ? (size_t)(dot - metric) : strlen(metric));
}

/* The first latency of the test's runs that fits what was asked for: lat before clat, read before
 * write. NULL where there is none; the caller frees it. */
static char *
metric_of(const struct chart_request *r, struct view commit, struct view test)
{
	static const char *const latencies[] = {"lat", "clat"};
	char *asked = r->metric && *r->metric ? without_percentile(r->metric) : mem_dup("");
	char *found = strchr(asked, '.') || strcmp(asked, "lag") == 0 ? mem_dup(asked) : NULL;
	size_t n;
	const struct run **run = data_runs(r->data, commit, test, &n);
	bool any = false;

	for (size_t i = 0; found && i < n && !any; i++)
		any = has_latency(r, run[i], found);
	for (size_t k = 0; !found && k < METRIC_DIRECTIONS * countof(latencies); k++) {
		const char *latency = latencies[k % countof(latencies)];
		char *name = mem_format("%s.%s", metric_direction[k / countof(latencies)], latency);

		for (size_t i = 0; i < n && !any && (!*asked || strcmp(asked, latency) == 0); i++)
			any = has_latency(r, run[i], name);
		if (any)
			found = name;
		else
			free(name);
	}
	if (!any) {
		free(found);
		found = NULL;
	}
	free(run);
	free(asked);
	return found;
}

/* Whether another test is asked for by its whole name: then nothing needs to be known of this one,
 * which makes a page of many tests quicker. */
static bool
other_asked_for(const struct chart_request *r, struct view test)
{
	bool other = r->test && *r->test && !view_is(test, r->test), known = false;

	for (size_t i = 0; other && !known && i < data_tests(r->data); i++)
		known = view_is(data_test(r->data, i), r->test);
	return known;
}

static bool
has(const struct chart_request *r, struct view commit, struct view test)
{
	if (other_asked_for(r, test))
		return false;
	char *metric = metric_of(r, commit, test);
	bool any = metric != NULL;

	free(metric);
	return any;
}

/* Whether any test of any commit has it. */
static bool
has_any(const struct chart_request *r)
{
	bool any = false;

	for (size_t c = 0; c < data_commits(r->data) && !any; c++) {
		for (size_t t = 0; t < data_tests(r->data) && !any; t++)
			any = has(r, data_commit(r->data, c), data_test(r->data, t));
	}
	return any || data_commits(r->data) == 0;
}

/* The runs of a side with values of the metric. */
struct loading {
	const struct data *data;
	const char *metric;
	const struct run **run;
	size_t n;
};

static struct loading
load(const struct chart_request *r, const char *metric, struct percentile_side *side)
{
	struct loading l = {.data = r->data, .metric = metric};
	size_t all;

	l.run = data_runs(r->data, side->commit, r->test ? view_of(r->test) : (struct view){"", 0},
			  &all);
	side->fewest = INFINITY;
	for (size_t i = 0; i < all; i++) {
		struct quantile_buckets b = data_buckets(r->data, l.run[i], metric);
		double total = b.n ? quantile_total(&b) : 0;

		quantile_free(&b);
		if (!(total > 0) || !isfinite(side->ios + total))
			continue;
		l.run[l.n++] = l.run[i];
		side->ios += total;
		side->fewest = fmin(side->fewest, total);
	}
	side->runs = l.n;
	return l;
}

static void
set_axis(struct percentile *p)
{
	double enough = INFINITY;
	size_t at = 0;

	for (size_t s = 0; s < p->n_sides; s++) {
		/* One request of each run at least, so that no run's maximum stands for it. */
		enough = fmin(enough, p->side[s].ios / PERCENTILE_BEYOND);
		enough = fmin(enough, p->side[s].fewest);
	}
	p->x_sure = fmin(fmax(log10(enough), 0), x_sure_most);
	p->x_end = fmax(p->x_sure + x_guess, x_end_least);
	if (p->x_sure > 0) {
		static const double start[START] = {0.002, 0.005, 0.01, 0.02, 0.04, 0.07};
		size_t grid = PERCENTILE_POINTS - START - GUESS;

		for (; at < START; at++)
			p->x[at] = percentile_x(start[at]) * fmin(p->x_sure, 1);
		for (size_t i = 1; i <= grid; i++)
			p->x[at++] = fmax(p->x[START - 1], p->x_sure * (double)i / (double)grid);
		p->n_sure = at;
	}
	for (size_t rest = PERCENTILE_POINTS - at, i = 1; i <= rest; i++)
		p->x[at++] = p->x_sure + (p->x_end - p->x_sure) * (double)i / (double)rest;
}

/* What the runs' values of one percentile come to. */
static struct percentile_value
value_of(const struct side *s)
{
	struct percentile_value v = {side_value(s, s->positive), NAN, NAN};

	if (s->n == 2) {
		v.low = fmin(s->value[0], s->value[1]);
		v.high = fmax(s->value[0], s->value[1]);
	} else if (s->n >= PERCENTILE_BAND_RUNS) {
		welch_interval(side_moments(s, s->positive), difference_confidence, &v.low,
			       &v.high);
		if (s->positive) {
			v.low = exp(v.low);
			v.high = exp(v.high);
		}
		v.low = fmax(v.low, 0);
	}
	if (!isfinite(v.high))
		v.low = v.high = NAN;
	return v;
}

/* All percentiles of a side, out[QUANTILES]: run by run, so that one run's distribution is in
 * memory at a time. */
static void
measure(const struct loading *l, const double *quantile, struct percentile_value *out)
{
	double *value = mem_alloc(QUANTILES * l->n, sizeof(*value));
	double *floor = mem_alloc(QUANTILES * l->n, sizeof(*floor));

	for (size_t r = 0; r < l->n; r++) {
		struct quantile_buckets b = data_buckets(l->data, l->run[r], l->metric);

		for (size_t q = 0; q < QUANTILES; q++) {
			double at = quantile_at(&b, quantile[q]);

			value[q * l->n + r] = at;
			if (at > 0 && l->n >= PERCENTILE_BAND_RUNS)
				floor[q * l->n + r] =
				    at * at * buckets_log_variance(&b, quantile[q], at);
		}
		quantile_free(&b);
	}
	for (size_t q = 0; q < QUANTILES; q++) {
		struct side s = {.n = l->n,
				 .value = value + q * l->n,
				 .floor = floor + q * l->n,
				 .positive = true};

		for (size_t r = 0; r < l->n; r++)
			s.positive = s.positive && s.value[r] > 0;
		out[q] = value_of(&s);
	}
	free(floor);
	free(value);
}

static void
measure_all(struct percentile *p, const struct chart_request *r, const struct loading *l)
{
	struct percentile_value *value[2] = {NULL, NULL};
	double quantile[QUANTILES];

	for (size_t i = 0; i < QUANTILES; i++)
		quantile[i] = i < PERCENTILE_POINTS ? percentile_quantile(p->x[i])
						    : percentile_told[i - PERCENTILE_POINTS];
	for (size_t s = 0; s < p->n_sides; s++) {
		value[s] = mem_alloc(QUANTILES, sizeof(*value[s]));
		measure(&l[s], quantile, value[s]);
		memcpy(p->side[s].point, value[s], sizeof(p->side[s].point));
	}
	percentile_fill_rows(p, r, value);
	free(value[0]);
	free(value[1]);
}

/* Which of the scope's commits have the metric. */
static void
find_sides(struct percentile *p, const struct chart_request *r, struct loading l[2])
{
	const struct view commit[2] = {p->scope.base, p->scope.commit};

	for (size_t i = 0; i < 2; i++) {
		struct percentile_side *side = &p->side[p->n_sides];

		if (commit[i].n == 0)
			continue;
		*side = (struct percentile_side){.role = i ? "new" : "base", .commit = commit[i]};
		l[p->n_sides] = load(r, p->metric, side);
		if (side->runs)
			p->n_sides++;
		else
			free(l[p->n_sides].run);
	}
	if (p->n_sides == 1)
		p->side[0].role = "";
}

struct percentile *
percentile_new(const struct chart_request *request)
{
	struct percentile *p = mem_alloc(1, sizeof(*p));
	struct chart_request r = *request;
	struct loading l[2] = {{0}};

	if (!chart_scope_find(&r, has, &p->scope)) {
		if (!has_any(&r))
			where_set(r.why, NULL, 0,
				  "no distribution of %s of a complete run in the input: it takes "
				  "records with its buckets, as 'collect run' and 'analyze compare "
				  "--keep' give them",
				  r.metric && *r.metric ? r.metric : "a latency");
		percentile_free(p);
		return NULL;
	}
	r.test = p->scope.test.p;
	p->metric = metric_of(&r, p->scope.base, p->scope.test);
	if (!p->metric)
		p->metric = metric_of(&r, p->scope.commit, p->scope.test);
	find_sides(p, &r, l);
	p->p99 = p->n_sides == 2 ? percentile_cell(p, r.input, 0.99) : NULL;
	set_axis(p);
	measure_all(p, &r, l);
	for (size_t s = 0; s < p->n_sides; s++)
		free(l[s].run);
	return p;
}

void
percentile_free(struct percentile *p)
{
	if (!p)
		return;
	chart_scope_free(&p->scope);
	free(p->metric);
	free(p);
}
