/* What a test over time says, in words and as tables. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/flow.h"
#include "render/model/words.h"

enum { ROWS_MOST = 120 }; /* intervals in a table: more are told by every second, and so on */

static const struct view ns = {"ns", 2};

void
flow_sides(const void *self, struct picture_side sides[2])
{
	const struct flow *f = self;
	bool two = f->n_sides == 2;

	sides[0] = (struct picture_side){two ? "base" : "commit", f->side[0].commit,
					 two ? COLOUR_BASE : COLOUR_NEW};
	sides[1] = (struct picture_side){"new", two ? f->side[1].commit : view_of(""), COLOUR_NEW};
}

/* "p99.9 248.0us to 655.0us" of the runs shown, and what analyze found on it. */
char *
flow_heat_finding(const void *self)
{
	const struct flow *f = self;
	char a[UNIT_TEXT], b[UNIT_TEXT], change[UNIT_TEXT];
	double first = quantile_at(&f->side[0].whole, 0.999);
	double second = quantile_at(&f->side[1].whole, 0.999);

	if (f->p999 && !isnan(f->p999->change)) {
		char *bounds = words_bounds(f->p999->low, f->p999->high);
		char *text = mem_format("%s: p99.9 %s to %s, %s%s%s, %s", f->scope.label,
					unit_print(f->p999->base_value, f->p999->unit, a),
					unit_print(f->p999->value, f->p999->unit, b),
					unit_percent(f->p999->change, change), *bounds ? " " : "",
					bounds, words_verdict[f->p999->verdict]);

		free(bounds);
		return text;
	}
	if (f->n_sides == 1 || isnan(first) || isnan(second))
		return mem_format("%s: p99.9 %s", f->scope.label,
				  unit_print(isnan(first) ? second : first, ns, a));
	return mem_format("%s: p99.9 %s and %s in the runs shown", f->scope.label,
			  unit_print(first, ns, a), unit_print(second, ns, b));
}

char *
flow_heat_subtitle(const struct flow *f)
{
	char *text =
	    mem_format("Each I/O's latency (%s, log scale) over the time of one run. Blank: "
		       "none; each step of colour doubles the count, the rarest stand "
		       "out. Line: p99 of each interval. Shown is the run of the "
		       "median p99:",
		       f->latency);

	for (size_t s = 0; s < f->n_sides; s++) {
		const struct flow_side *side = &f->side[s];

		if (side->cells)
			mem_append(&text, "%s %s%s%.*s of %zu", s ? "," : "", side->role,
				   *side->role ? " " : "", VIEW_ARGS(side->run[side->typical].name),
				   side->n);
	}
	mem_append(&text, ".");
	return text;
}

char *
flow_jitter_finding(const void *self)
{
	const struct flow *f = self;
	const struct finding_compare *j = f->jitter;
	char *text = mem_format("%s: ", f->scope.label);

	if (!j || j->jitter_verdict == JITTER_NONE) {
		mem_append(&text, "rate and latency over time");
		return text;
	}
	mem_append(&text, "%s",
		   j->jitter_verdict == JITTER_UNKNOWN ? "too few runs or samples to judge jitter"
		   : j->jitter_verdict == JITTER_UNDECIDED ? "jitter undecided"
		   : j->jitter_verdict == JITTER_SAME      ? "as jittery as before"
						      : jitter_verdict_name[j->jitter_verdict]);
	if (!isnan(j->jitter_ratio)) {
		mem_append(&text, ", x%.2f", j->jitter_ratio);
		if (!isnan(j->jitter_low))
			mem_append(&text, " [%.2f, %.2f]", j->jitter_low, j->jitter_high);
		mem_append(&text, " within runs");
	}
	return text;
}

char *
flow_jitter_subtitle(const struct flow *f)
{
	char *text = mem_format("%s of each interval of a run, one thin line a run",
				f->rate ? f->rate : "Rate");

	if (f->tail)
		mem_append(&text, "; below it %s of each interval (log scale)", f->tail);
	mem_append(&text, ". At the right: how much each run varies within itself (CV of its "
			  "intervals); tick: geometric mean.");
	for (size_t s = 0; s < f->n_sides; s++)
		mem_append(&text, "%s%zu", s ? " + " : " n = ", f->side[s].n);
	mem_append(&text, f->n_sides == 1 && f->side[0].n == 1 ? " run." : " runs.");
	size_t most = f->side[0].n > f->side[1].n ? f->side[0].n : f->side[1].n;
	if (most > FLOW_RUNS)
		mem_append(&text, " Of many runs one in %zu has a line.", most / FLOW_RUNS + 1);
	return text;
}

static void
set_latency(struct numbers *t, size_t row, size_t column, double value)
{
	char text[UNIT_TEXT];

	if (!isnan(value))
		numbers_set(t, row, column, mem_dup(unit_print(value, ns, text)), value);
}

static void
add_total(struct numbers *t, const struct flow_side *side, double limit)
{
	size_t row = numbers_row(t);
	double above = flow_above(side, limit);

	numbers_set(t, row, 0, mem_format("%s%swhole run", side->role, *side->role ? ", " : ""),
		    NAN);
	numbers_set(t, row, 1, mem_format("%.0f", quantile_total(&side->whole)),
		    quantile_total(&side->whole));
	set_latency(t, row, 2, quantile_at(&side->whole, 0.5));
	set_latency(t, row, 3, quantile_at(&side->whole, 0.99));
	set_latency(t, row, 4, quantile_at(&side->whole, 0.999));
	if (!isnan(above))
		numbers_set(t, row, 5, mem_format("%.2f %%", above * 100), above);
}

void
flow_heat_numbers(const void *self, struct numbers *t)
{
	const struct flow *f = self;
	double limit = quantile_at(&f->side[f->side[0].cells ? 0 : 1].whole, 0.999);
	char text[UNIT_TEXT];

	numbers_init(t, mem_format("%s of the runs shown", f->latency));
	numbers_column(t, mem_dup("interval"), true);
	numbers_column(t, mem_dup("I/Os"), false);
	numbers_column(t, mem_dup("median"), false);
	numbers_column(t, mem_dup("p99"), false);
	numbers_column(t, mem_dup("p99.9"), false);
	numbers_column(t, mem_format("above %s", unit_print(limit, ns, text)), false);
	for (size_t s = 0; s < f->n_sides; s++) {
		const struct flow_side *side = &f->side[s];
		size_t step = (side->n_intervals + ROWS_MOST - 1) / ROWS_MOST;

		if (!side->cells)
			continue;
		add_total(t, side, limit);
		for (size_t i = 0; i < side->n_intervals; i += step ? step : 1) {
			const struct flow_interval *v = &side->interval[i];
			size_t row = numbers_row(t);

			numbers_set(t, row, 0,
				    mem_format("%s%s%.2f to %.2f s", side->role,
					       *side->role ? ", " : "", v->start, v->end),
				    NAN);
			numbers_set(t, row, 1, mem_format("%.0f", v->count), v->count);
			set_latency(t, row, 2, v->p50);
			set_latency(t, row, 3, v->p99);
		}
	}
}

void
flow_jitter_numbers(const void *self, struct numbers *t)
{
	const struct flow *f = self;
	char text[UNIT_TEXT];

	numbers_init(t, mem_format("%s within each run", f->rate ? f->rate : "rate"));
	numbers_column(t, mem_dup("run"), true);
	numbers_column(t, mem_dup("intervals"), false);
	numbers_column(t, mem_dup("lowest"), false);
	numbers_column(t, mem_dup("highest"), false);
	numbers_column(t, mem_dup("CV"), false);
	for (size_t s = 0; s < f->n_sides; s++) {
		for (size_t i = 0; i < f->side[s].n; i++) {
			const struct flow_run *run = &f->side[s].run[i];
			double low = INFINITY, high = -INFINITY;
			size_t row = numbers_row(t);

			for (size_t k = 0; k < run->rate.n; k++) {
				low = fmin(low, run->rate.at[k].value);
				high = fmax(high, run->rate.at[k].value);
			}
			numbers_set(t, row, 0,
				    mem_format("%s%s%zu", f->side[s].role,
					       *f->side[s].role ? " " : "run ", i + 1),
				    NAN);
			numbers_set(t, row, 1, mem_format("%zu", run->rate.samples),
				    (double)run->rate.samples);
			if (run->rate.n) {
				numbers_set(t, row, 2, mem_dup(unit_print(low, f->rate_unit, text)),
					    low);
				numbers_set(t, row, 3,
					    mem_dup(unit_print(high, f->rate_unit, text)), high);
			}
			if (isfinite(run->cv))
				numbers_set(t, row, 4, mem_format("%.1f %%", run->cv * 100),
					    run->cv);
		}
	}
}
