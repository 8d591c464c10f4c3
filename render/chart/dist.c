/* Runs before and after, in numbers. */
#define MATHLIB_STANDALONE
#include "render/chart/dist.h"

#include <Rmath.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/series.h"
#include "analyze/statistics/welch.h"
#include "collect/base/mem.h"
#include "collect/base/record_unit.h"
#include "collect/base/where.h"
#include "render/model/headline_part.h"

static void
fill_side(struct dist *d, const struct data *data, struct dist_side *side)
{
	size_t n;
	const struct run **runs = data_runs(data, side->commit, d->scope.test, &n);

	side->run = mem_alloc(n ? n : 1, sizeof(*side->run));
	for (size_t i = 0; i < n; i++) {
		double value = data_value(data, runs[i], d->metric);

		if (isfinite(value))
			side->run[side->n++] =
			    (struct dist_run){.value = value,
					      .started = data_started(data, runs[i]),
					      .name = name_view(runs[i]->key.name)};
	}
	free(runs);
}

/* A run with what it is ordered by. */
struct placed {
	struct dist_run *run;
	double started;
	size_t as_read;
};

static int
by_start(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;

	if (x->started != y->started)
		return x->started < y->started ? -1 : 1;
	return (x->as_read > y->as_read) - (x->as_read < y->as_read);
}

/* Both sides' runs as they followed one another. */
static void
place_runs(struct dist *d)
{
	struct placed *all = mem_alloc(d->n_runs, sizeof(*all));
	size_t n = 0;

	d->timed = true;
	for (size_t s = 0; s < d->n_sides; s++) {
		for (size_t i = 0; i < d->side[s].n; i++) {
			struct dist_run *run = &d->side[s].run[i];

			all[n] = (struct placed){run, run->started, n};
			d->timed = d->timed && !isnan(run->started);
			n++;
		}
	}
	if (d->timed)
		qsort(all, n, sizeof(*all), by_start);
	for (size_t i = 0; i < n; i++)
		all[i].run->place = i;
	free(all);
}

static double
scaled(const struct dist *d, double value)
{
	return d->geometric ? log(value) : value;
}

static double
unscaled(const struct dist *d, double value)
{
	return d->geometric ? exp(value) : value;
}

static void
summarise(struct dist *d, struct dist_side *side)
{
	double *x = mem_alloc(side->n ? side->n : 1, sizeof(*x)), low, high;

	for (size_t i = 0; i < side->n; i++)
		x[i] = scaled(d, side->run[i].value);
	struct welch_side moments = {.observed = moments_of(x, side->n)};
	welch_interval(moments, difference_confidence, &low, &high);
	side->mean = unscaled(d, moments.observed.mean);
	side->low = unscaled(d, low);
	side->high = unscaled(d, high);
	side->cv = moments_sd(moments.observed) / (d->geometric ? 1 : fabs(side->mean));
	free(x);
}

static void
see(struct dist *d, double value)
{
	if (!isfinite(value))
		return;
	d->low = fmin(d->low, value);
	d->high = fmax(d->high, value);
}

/* Intervals of two runs reach far: beyond three times what the dots span nobody needs to see. */
static void
find_range(struct dist *d)
{
	d->low = INFINITY;
	d->high = -INFINITY;
	for (size_t s = 0; s < d->n_sides; s++) {
		for (size_t i = 0; i < d->side[s].n; i++)
			see(d, d->side[s].run[i].value);
	}
	double low = d->low, high = d->high, room = fmax(high - low, fabs(high) * 0.002);
	for (size_t s = 0; s < d->n_sides; s++) {
		see(d, fmax(d->side[s].low, low - room));
		see(d, fmin(d->side[s].high, high + room));
	}
	if (!(d->high > d->low)) {
		d->low -= fabs(d->low) * 0.01 + (d->low == 0);
		d->high += fabs(d->high) * 0.01 + (d->high == 0);
	}
}

static void
test_trend(struct dist *d)
{
	double *x = mem_alloc(d->n_runs, sizeof(*x));

	for (size_t s = 0; s < d->n_sides; s++) {
		for (size_t i = 0; i < d->side[s].n; i++)
			x[d->side[s].run[i].place] =
			    scaled(d, d->side[s].run[i].value) - scaled(d, d->side[s].mean);
	}
	d->trend_p = d->timed ? series_trend(x, d->n_runs).p : NAN;
	free(x);
}

/* The metric that decides of the test, the one that changed most where one did. */
static char *
primary_metric(const struct chart_request *r, const struct chart_scope *scope)
{
	static const char *const known[] = {"iops",     "bw",       "lat.p99",
					    "clat.p99", "lat.mean", "clat.mean"};
	const struct finding_compare *best = NULL;
	const char *direction = data_direction(r->data, scope->base, scope->test);

	for (size_t i = 0; i < r->input->n_compare; i++) {
		const struct finding_compare *f = &r->input->compare[i];
		bool changed = f->verdict == VERDICT_REGRESSED || f->verdict == VERDICT_IMPROVED;

		if (!changed || isnan(f->p_holm) || !view_eq(f->test, scope->test) ||
		    !view_eq(f->base, scope->base) || !view_eq(f->commit, scope->commit))
			continue;
		if (!best || headline_severity(f) > headline_severity(best))
			best = f;
	}
	if (best)
		return mem_copy(best->metric.p, best->metric.n);
	if (!direction && scope->commit.n)
		direction = data_direction(r->data, scope->commit, scope->test);
	for (size_t i = 0; direction && i < countof(known); i++) {
		char *name = mem_format("%s.%s", direction, known[i]);
		size_t n;
		const struct run **runs = data_runs(r->data, scope->base, scope->test, &n);
		bool has = n && !isnan(data_value(r->data, runs[0], name));

		free(runs);
		if (has)
			return name;
		free(name);
	}
	return mem_format("%s.iops", direction ? direction : "read");
}

static bool
has_runs(const struct chart_request *r, struct view commit, struct view test)
{
	size_t n;
	const struct run **runs = data_runs(r->data, commit, test, &n);

	free(runs);
	return n > 0;
}

static void
name_sides(struct dist *d)
{
	d->n_sides = d->scope.commit.n ? 2 : 1;
	d->side[0].role = d->n_sides == 2 ? "base" : "";
	d->side[0].commit = d->scope.base;
	d->side[1].role = "new";
	d->side[1].commit = d->scope.commit;
}

static void
describe_metric(struct dist *d, const struct data *data)
{
	const struct metric *metric = data_metric(data, view_of(d->metric));
	const char *unit = record_required_unit(view_of(d->metric));

	d->f = NULL;
	d->unit = view_of(unit ? unit : "");
	d->lower = metric && metric->better == BETTER_LOWER;
}

struct dist *
dist_new(const struct chart_request *r)
{
	struct dist *d = mem_alloc(1, sizeof(*d));

	if (!chart_scope_find(r, has_runs, &d->scope)) {
		free(d);
		return NULL;
	}
	d->metric = r->metric ? mem_dup(r->metric) : primary_metric(r, &d->scope);
	describe_metric(d, r->data);
	d->f = chart_cell(r->input, &d->scope, d->metric);
	if (d->f) {
		d->unit = d->f->unit;
		d->lower = view_is(d->f->better, "lower");
	}
	name_sides(d);
	d->geometric = true;
	for (size_t s = 0; s < d->n_sides; s++) {
		fill_side(d, r->data, &d->side[s]);
		d->n_runs += d->side[s].n;
		for (size_t i = 0; i < d->side[s].n; i++)
			d->geometric = d->geometric && d->side[s].run[i].value > 0;
	}
	if (d->n_runs == 0) {
		where_set(r->why, NULL, 0, "no complete run of '%.80s' has the metric '%.80s'",
			  d->scope.label, d->metric);
		dist_free(d);
		return NULL;
	}
	place_runs(d);
	for (size_t s = 0; s < d->n_sides; s++)
		summarise(d, &d->side[s]);
	find_range(d);
	test_trend(d);
	return d;
}

void
dist_free(struct dist *d)
{
	free(d->side[0].run);
	free(d->side[1].run);
	free(d->metric);
	chart_scope_free(&d->scope);
	free(d);
}

double
dist_density(const struct dist *d, double change)
{
	const struct finding_compare *f = d->f;

	if (!f || isnan(f->low) || isnan(f->high) || !(f->high > f->low) ||
	    (d->geometric && !(change > -1 && f->low > -1)))
		return NAN;
	double at = d->geometric ? log1p(change) - log1p(f->change) : change - f->change;
	double width = d->geometric ? log1p(f->high) - log1p(f->low) : f->high - f->low;
	double df = isnan(f->df) ? INFINITY : f->df;
	double se = width / 2 / qt(0.5 + difference_confidence / 2, df, 1, 0);
	/* The scale of the change is not that of its logarithm. */
	double jacobian = d->geometric ? (1 + f->change) / (1 + change) : 1;
	return dt(at / se, df, 0) / dt(0, df, 0) * jacobian;
}

void
dist_lanes(const double *x, size_t n, double distance, int most, int *lane)
{
	double *end = mem_alloc(2 * (size_t)most + 1, sizeof(*end));

	for (int i = 0; i <= 2 * most; i++)
		end[i] = -INFINITY;
	for (size_t i = 0; i < n; i++) {
		int best = 0;

		for (int k = 0; k <= 2 * most; k++) {
			int candidate = k % 2 ? (k + 1) / 2 : -(k / 2);

			if (end[candidate + most] < end[best + most])
				best = candidate;
			if (x[i] - end[candidate + most] >= distance) {
				best = candidate;
				break;
			}
		}
		lane[i] = best;
		end[best + most] = x[i];
	}
	free(end);
}

static void *
make(const struct chart_request *request)
{
	return dist_new(request);
}

static void
free_self(void *self)
{
	dist_free(self);
}

const struct chart dist_chart = {
    .make = make,
    .free = free_self,
    .finding = dist_finding,
    .sides = dist_sides,
    .draw = dist_draw,
    .text = dist_text,
    .numbers = dist_numbers,
};
