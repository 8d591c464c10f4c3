/* One test over time, in numbers. */
#include "render/chart/flow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/jitter.h"
#include "collect/base/mem.h"
#include "collect/base/record_unit.h"
#include "collect/base/where.h"

/* The first of those metrics of a direction that some run has cells or samples of; NULL = none. */
static char *
find_metric(const struct chart_request *r, struct view commit, struct view test,
	    const char *const *names, size_t n_names, bool cells)
{
	size_t n;
	const struct run **runs = data_runs(r->data, commit, test, &n);
	char *found = NULL;

	for (size_t d = 0; d < METRIC_DIRECTIONS && !found; d++) {
		for (size_t i = 0; i < n_names * n && !found; i++) {
			const struct run *run = runs[i % n];
			char *name = mem_format("%s.%s", metric_direction[d], names[i / n]);
			size_t samples = 0;
			bool has = cells && data_cells(r->data, run, name);

			if (!cells) {
				free(data_samples(r->data, run, name, &samples));
				has = samples > 0;
			}
			if (has)
				found = name;
			else
				free(name);
		}
	}
	free(runs);
	return found;
}

static const char *const latencies[] = {"lat", "clat"};
static const char *const rates[] = {"iops", "bw"};
static const char *const tails[] = {"lat.p99", "clat.p99"};

static bool
has_cells(const struct chart_request *r, struct view commit, struct view test)
{
	char *metric = find_metric(r, commit, test, latencies, countof(latencies), true);

	free(metric);
	return metric != NULL;
}

static bool
has_samples(const struct chart_request *r, struct view commit, struct view test)
{
	char *metric = find_metric(r, commit, test, rates, countof(rates), false);

	free(metric);
	return metric != NULL;
}

/* Without what is left over at a run's end, less than half an interval, whose rate says nothing. */
size_t
flow_thin(struct series_point *at, size_t n, size_t columns)
{
	double begin = n ? at[0].from : 0, span = n ? at[n - 1].to - begin : 0;
	size_t kept = 0;

	for (size_t i = 0, next; i < n; i = next) {
		size_t low = i, high = i;
		double column = floor((at[i].from - begin) / span * (double)columns);

		for (next = i + 1;
		     next < n && floor((at[next].from - begin) / span * (double)columns) == column;
		     next++) {
			low = at[next].value < at[low].value ? next : low;
			high = at[next].value > at[high].value ? next : high;
		}
		/* What is kept is never behind what was read: it may go into the same array. */
		const size_t order[] = {i, low < high ? low : high, low < high ? high : low,
					next - 1};
		for (size_t k = 0; k < countof(order); k++) {
			if (k == 0 || order[k] != order[k - 1])
				at[kept++] = at[order[k]];
		}
	}
	return kept;
}

static struct flow_series
series_of(const struct data *data, const struct run *run, const char *metric)
{
	struct flow_series series = {NULL, 0, 0};

	if (metric)
		series.at = data_samples(data, run, metric, &series.n);
	if (series.n > 1) {
		const struct series_point *last = &series.at[series.n - 1];
		double length = series.at[0].to - series.at[0].from;

		series.n -= last->to - last->from < length / 2;
	}
	series.samples = series.n;
	if (series.n > (size_t)4 * FLOW_COLUMNS) {
		series.n = flow_thin(series.at, series.n, FLOW_COLUMNS);
		series.at = mem_resize(series.at, series.n, sizeof(*series.at));
	}
	return series;
}

/* As analyze has it. */
static double
within(const struct flow *f, const struct data *data, const struct run *run)
{
	const struct jitter *jitter = f->rate ? data_jitter(data, run, f->rate) : NULL;

	return jitter ? exp(jitter->log_cv[JITTER_BY_MEAN]) : NAN;
}

static void
fill_runs(struct flow *f, const struct data *data, struct flow_side *side)
{
	const struct run **runs = data_runs(data, side->commit, f->scope.test, &side->n);

	side->run = mem_alloc(side->n ? side->n : 1, sizeof(*side->run));
	for (size_t i = 0; i < side->n; i++) {
		struct flow_run *run = &side->run[i];

		run->run = runs[i];
		run->name = name_view(runs[i]->key.name);
		run->rate = series_of(data, runs[i], f->rate);
		run->tail = series_of(data, runs[i], f->tail);
		run->cv = within(f, data, runs[i]);
		if (run->rate.n)
			f->seconds = fmax(f->seconds, run->rate.at[run->rate.n - 1].to);
	}
	free(runs);
}

static int
by_low(const void *a, const void *b)
{
	const struct data_cell *x = a, *y = b;

	return (x->low > y->low) - (x->low < y->low);
}

/* The distribution of n cells, which may come in any order of latency. */
static struct quantile_buckets
distribution(const struct data_cell *cell, size_t n)
{
	struct data_cell *sorted = mem_alloc(n ? n : 1, sizeof(*sorted));
	struct quantile_buckets b;
	size_t used = 0;

	memcpy(sorted, cell, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), by_low);
	quantile_init(&b, n);
	for (size_t i = 0; i < n; i++) {
		bool same = used && b.low[used - 1] == sorted[i].low;

		if (!same) {
			b.low[used] = sorted[i].low;
			b.high[used] = sorted[i].high;
			b.upto[used] = used ? b.upto[used - 1] : 0;
			used++;
		}
		b.upto[used - 1] += sorted[i].count;
	}
	b.n = used;
	b.min = b.max = NAN;
	free(sorted);
	return b;
}

static void
fill_intervals(struct flow *f, struct flow_side *side)
{
	const struct data_cell *cell = side->cells->cell;

	for (size_t i = 0, next; i < side->cells->n; i = next) {
		for (next = i + 1; next < side->cells->n && cell[next].start == cell[i].start;)
			next++;
		struct quantile_buckets b = distribution(cell + i, next - i);

		side->interval =
		    mem_resize(side->interval, side->n_intervals + 1, sizeof(*side->interval));
		side->interval[side->n_intervals++] =
		    (struct flow_interval){.start = cell[i].start,
					   .end = cell[i].end,
					   .p5 = quantile_at(&b, 0.05),
					   .p50 = quantile_at(&b, 0.5),
					   .p95 = quantile_at(&b, 0.95),
					   .p99 = quantile_at(&b, 0.99),
					   .most = b.n ? b.high[b.n - 1] : NAN,
					   .count = quantile_total(&b)};
		quantile_free(&b);
	}
	/* As of samples: a short rest at the end is no interval. */
	if (side->n_intervals > 1) {
		const struct flow_interval *last = &side->interval[side->n_intervals - 1];
		double length = side->interval[0].end - side->interval[0].start;

		side->n_intervals -= last->end - last->start < length / 2;
	}
	if (side->n_intervals)
		f->seconds = fmax(f->seconds, side->interval[side->n_intervals - 1].end);
	side->whole = distribution(cell, side->cells->n);
}

/* A run with its p99, to find the median one. */
struct candidate {
	size_t run;
	double p99;
};

static int
by_p99(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	return (x->p99 > y->p99) - (x->p99 < y->p99);
}

/* The lower median by p99, so that it is a run that was measured. */
static void
choose_typical(struct flow *f, const struct data *data, struct flow_side *side)
{
	struct candidate *all = mem_alloc(side->n ? side->n : 1, sizeof(*all));
	size_t n = 0;

	for (size_t i = 0; f->latency && i < side->n; i++) {
		const struct data_cells *cells = data_cells(data, side->run[i].run, f->latency);

		if (!cells || cells->n == 0)
			continue;
		struct quantile_buckets b = distribution(cells->cell, cells->n);
		all[n++] = (struct candidate){i, quantile_at(&b, 0.99)};
		quantile_free(&b);
	}
	qsort(all, n, sizeof(*all), by_p99);
	if (n) {
		side->typical = all[(n - 1) / 2].run;
		side->cells = data_cells(data, side->run[side->typical].run, f->latency);
		fill_intervals(f, side);
	}
	free(all);
}

static char *
metric_of_either(const struct chart_request *r, const struct flow *f, const char *const *names,
		 size_t n, bool cells)
{
	char *metric = find_metric(r, f->scope.base, f->scope.test, names, n, cells);

	if (!metric && f->scope.commit.n)
		metric = find_metric(r, f->scope.commit, f->scope.test, names, n, cells);
	return metric;
}

/* Copies of what the findings say; the jitter of a rate, and the p99.9 of the latency. */
static void
find_findings(struct flow *f, const struct input *input)
{
	f->jitter = f->rate ? chart_cell(input, &f->scope, f->rate) : NULL;
	if (f->latency) {
		char *p999 = mem_format("%s.p99.9", f->latency);

		f->p999 = chart_cell(input, &f->scope, p999);
		free(p999);
	}
}

struct flow *
flow_new(const struct chart_request *r, bool want_cells)
{
	struct flow *f = mem_alloc(1, sizeof(*f));

	if (!chart_scope_find(r, want_cells ? has_cells : has_samples, &f->scope)) {
		if (strstr(r->why->why, "no test has what"))
			where_set(r->why, NULL, 0,
				  want_cells ? "no test has cells of a latency over time: 'collect "
					       "run --heatmap' records them"
					     : "no test has samples of its rate over time, as "
					       "'collect run --interval' records them");
		free(f);
		return NULL;
	}
	f->n_sides = f->scope.commit.n ? 2 : 1;
	f->rate = metric_of_either(r, f, rates, countof(rates), false);
	f->tail = metric_of_either(r, f, tails, countof(tails), false);
	f->latency = r->metric ? mem_dup(r->metric)
			       : metric_of_either(r, f, latencies, countof(latencies), true);
	if (f->rate) {
		const char *unit = record_required_unit(view_of(f->rate));

		f->rate_unit = view_of(unit ? unit : "");
	}
	for (size_t s = 0; s < f->n_sides; s++) {
		f->side[s].role = f->n_sides == 1 ? "" : s ? "new" : "base";
		f->side[s].commit = s ? f->scope.commit : f->scope.base;
		fill_runs(f, r->data, &f->side[s]);
		choose_typical(f, r->data, &f->side[s]);
	}
	find_findings(f, r->input);
	if (want_cells && !f->side[0].cells && !f->side[1].cells) {
		where_set(r->why, NULL, 0, "no run of '%.80s' has cells of '%.80s'", f->scope.label,
			  f->latency ? f->latency : "a latency");
		flow_free(f);
		return NULL;
	}
	return f;
}

void
flow_free(struct flow *f)
{
	for (size_t s = 0; s < f->n_sides; s++) {
		for (size_t i = 0; i < f->side[s].n; i++) {
			free(f->side[s].run[i].rate.at);
			free(f->side[s].run[i].tail.at);
		}
		free(f->side[s].run);
		free(f->side[s].interval);
		quantile_free(&f->side[s].whole);
	}
	free(f->rate);
	free(f->tail);
	free(f->latency);
	chart_scope_free(&f->scope);
	free(f);
}

double *
flow_grid(const struct data_cells *cells, double seconds, size_t columns, double log_low,
	  double log_high, size_t rows)
{
	double *grid = mem_alloc(columns * rows, sizeof(*grid));

	for (size_t i = 0; i < cells->n; i++) {
		const struct data_cell *c = &cells->cell[i];
		/* What lies beyond the last interval is in the last column. */
		double t = (c->start + c->end) / 2 / seconds * (double)columns;
		double y = (log(fmax(c->low / 2 + c->high / 2, 1)) - log_low) /
			   (log_high - log_low) * (double)rows;
		size_t column = (size_t)fmax(0, fmin(t, (double)columns - 1));
		size_t row = (size_t)fmax(0, fmin(y, (double)rows - 1));

		grid[row * columns + column] += c->count;
	}
	return grid;
}

int
flow_step(double count, double unit)
{
	if (!(count > 0))
		return 0;
	return 1 + (int)fmax(0, fmin(7, floor(log2(count / unit))));
}

double
flow_above(const struct flow_side *side, double limit)
{
	double total = quantile_total(&side->whole), above = 0;

	for (size_t i = 0; i < side->whole.n; i++) {
		if (side->whole.low[i] >= limit)
			above += side->whole.upto[i] - (i ? side->whole.upto[i - 1] : 0);
	}
	return total > 0 ? above / total : NAN;
}

size_t
flow_columns(const struct flow *f, size_t most)
{
	double length = INFINITY;

	for (size_t s = 0; s < f->n_sides; s++) {
		if (f->side[s].n_intervals)
			length =
			    fmin(length, f->side[s].interval[0].end - f->side[s].interval[0].start);
	}
	double columns = fmax(1, round(f->seconds / length));
	/* Several intervals in a column, the same number in each. */
	return (size_t)ceil(columns / ceil(columns / (double)most));
}
