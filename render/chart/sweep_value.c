/* The means of the runs at one point of a sweep. */
#include <math.h>
#include <stdlib.h>

#include "analyze/statistics/welch.h"
#include "collect/base/mem.h"
#include "collect/base/record_unit.h"
#include "render/chart/sweep_part.h"

static void
mean_of(const double *values, size_t n, struct sweep_value *out)
{
	double *x = mem_alloc(n ? n : 1, sizeof(*x)), low, high;
	bool geometric = true;

	for (size_t i = 0; i < n; i++)
		geometric = geometric && values[i] > 0;
	for (size_t i = 0; i < n; i++)
		x[i] = geometric ? log(values[i]) : values[i];
	struct welch_side side = {.observed = moments_of(x, n)};
	welch_interval(side, difference_confidence, &low, &high);
	out->runs = n;
	out->value = geometric ? exp(side.observed.mean) : side.observed.mean;
	out->low = geometric ? exp(low) : low;
	out->high = geometric ? exp(high) : high;
	free(x);
}

/* The first of the names that a run has. */
static char *
metric_of(const struct chart_request *r, const struct run *run, const char *direction,
	  enum sweep_metric m)
{
	static const char *const names[SWEEP_METRICS][2] = {{"iops", "bw"},
							    {"lat.p99", "clat.p99"}};

	for (size_t i = 0; i < 2; i++) {
		char *name = mem_format("%s.%s", direction, names[m][i]);

		if (!isnan(data_value(r->data, run, name)))
			return name;
		free(name);
	}
	return NULL;
}

void
sweep_fill(struct sweep *s, const struct chart_request *r, struct sweep_point *p, size_t side,
	   enum sweep_metric m)
{
	struct view commit = side ? s->commit : s->base;
	const char *direction = data_direction(r->data, commit, p->test);
	size_t n, known = 0;
	const struct run **runs = data_runs(r->data, commit, p->test, &n);
	double *values = mem_alloc(n ? n : 1, sizeof(*values));
	char *metric = n && direction ? metric_of(r, runs[0], direction, m) : NULL;

	for (size_t i = 0; metric && i < n; i++) {
		double value = data_value(r->data, runs[i], metric);

		if (isfinite(value))
			values[known++] = value;
	}
	mean_of(values, known, &p->side[side][m]);
	if (metric && known) {
		const struct chart_scope scope = {s->base, s->commit, p->test, NULL, 0};
		const char *unit = record_required_unit(view_of(metric));

		s->unit[m] = view_of(unit ? unit : m == SWEEP_TAIL ? "ns" : "");
		p->f[m] = s->commit.n ? chart_cell(r->input, &scope, metric) : NULL;
	}
	free(metric);
	free(values);
	free(runs);
}
