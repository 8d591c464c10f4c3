/* What the dots say, in words and as a table. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/dist.h"
#include "render/model/words.h"

enum {
	FEW_RUNS = 5,      /* a side: fewer say nothing of a spread */
	RUNS_LISTED = 200, /* in the table, of both sides together */
};

static const double trend_alpha = 0.05;

static char *
quantity(const struct dist *d)
{
	return words_of_metric(view_of(d->metric));
}

char *
dist_finding(const void *self)
{
	const struct dist *d = self;
	char *what = quantity(d), change[UNIT_TEXT], value[UNIT_TEXT], *text;
	const struct dist_side *one = &d->side[0];

	if (d->n_sides == 1) {
		text = mem_format("%s: %s %s in %zu run%s", d->scope.label, what,
				  unit_print(one->mean, d->unit, value), one->n,
				  one->n == 1 ? "" : "s");
	} else if (d->f && !isnan(d->f->change)) {
		char *bounds = words_bounds(d->f->low, d->f->high);

		text = mem_format("%s: %s %s%s%s, %s", d->scope.label, what,
				  unit_percent(d->f->change, change), *bounds ? " " : "", bounds,
				  d->f->verdict == VERDICT_NONE ? "no verdict"
								: verdict_name[d->f->verdict]);
		free(bounds);
	} else {
		text = mem_format("%s: %s of %zu + %zu runs", d->scope.label, what, d->side[0].n,
				  d->side[1].n);
	}
	free(what);
	return text;
}

char *
dist_subtitle(const struct dist *d)
{
	const char *mean = d->geometric ? "geometric mean" : "arithmetic mean";
	char *text = mem_format("Each dot is the %s of one run. Tick and bar: %s with 95 %% "
				"interval (Student's t).",
				d->metric, mean);

	if (d->side[0].n > DIST_DOTS || d->side[1].n > DIST_DOTS)
		mem_append(&text, " More than %d runs are an outline.", DIST_DOTS);
	if (d->n_sides == 2 && d->f && !isnan(d->f->low)) {
		char df[UNIT_TEXT];
		const struct unit_scale one = {.divisor = 1};

		mem_append(&text, " Below: the difference with the density of its confidence, t");
		if (!isnan(d->f->df))
			mem_append(&text, " at %s df", unit_number(d->f->df, one, df));
		if (d->f->grade.n)
			mem_append(&text, ", standard error [%.*s]", VIEW_ARGS(d->f->grade));
		mem_append(&text, ".");
	}
	for (size_t s = 0; s < d->n_sides; s++) {
		if (d->side[s].n < FEW_RUNS) {
			mem_append(&text, " Fewer than %d runs on a side: too few to see a spread.",
				   FEW_RUNS);
			break;
		}
	}
	return text;
}

char *
dist_order_words(const struct dist *d)
{
	char p[UNIT_TEXT];

	if (!d->timed)
		return mem_dup("runs as they came; when they were measured is not known");
	if (isnan(d->trend_p))
		return mem_dup("runs in the order measured; too few to tell a drift");
	if (d->trend_p < trend_alpha)
		snprintf(p, sizeof(p), d->trend_p < 0.001 ? "< 0.001" : "= %.3f", d->trend_p);
	else
		snprintf(p, sizeof(p), "= %.2f", d->trend_p);
	return mem_format(d->trend_p < trend_alpha ? "the runs drift (trend test, p %s)"
						   : "no drift seen (trend test, p %s)",
			  p);
}

void
dist_sides(const void *self, struct picture_side sides[2])
{
	const struct dist *d = self;

	sides[0] = (struct picture_side){d->n_sides == 2 ? "base" : "commit", d->side[0].commit,
					 d->n_sides == 2 ? COLOUR_BASE : COLOUR_NEW};
	sides[1] = (struct picture_side){"new", d->n_sides == 2 ? d->side[1].commit : view_of(""),
					 COLOUR_NEW};
}

enum { WHAT, RUNS, VALUE, INTERVAL, SPREAD };

static void
add_side(struct numbers *t, const struct dist *d, const struct dist_side *s)
{
	size_t row = numbers_row(t);
	char value[UNIT_TEXT], low[UNIT_TEXT], high[UNIT_TEXT];

	numbers_set(t, row, WHAT, mem_format("%s mean", *s->role ? s->role : "the"), NAN);
	numbers_set(t, row, RUNS, mem_format("%zu", s->n), (double)s->n);
	if (s->n == 0)
		return;
	numbers_set(t, row, VALUE, mem_dup(unit_print(s->mean, d->unit, value)), s->mean);
	if (!isnan(s->low))
		numbers_set(t, row, INTERVAL,
			    mem_format("[%s, %s]", unit_print(s->low, d->unit, low),
				       unit_print(s->high, d->unit, high)),
			    s->low);
	if (isfinite(s->cv))
		numbers_set(t, row, SPREAD, mem_format("%.2g %%", s->cv * 100), s->cv);
}

static void
add_change(struct numbers *t, const struct dist *d)
{
	size_t row = numbers_row(t);
	char text[UNIT_TEXT];

	numbers_set(t, row, WHAT, mem_dup("change"), NAN);
	if (!isnan(d->f->change))
		numbers_set(t, row, VALUE, mem_dup(unit_percent(d->f->change, text)), d->f->change);
	numbers_set(t, row, INTERVAL, words_bounds(d->f->low, d->f->high), d->f->low);
}

static void
add_runs(struct numbers *t, const struct dist *d, const struct dist_side *s)
{
	char value[UNIT_TEXT];

	for (size_t i = 0; i < s->n; i++) {
		size_t row = numbers_row(t);

		numbers_set(t, row, WHAT,
			    mem_format("%s%srun %zu of %zu", s->role, *s->role ? ", " : "",
				       s->run[i].place + 1, d->n_runs),
			    NAN);
		numbers_set(t, row, VALUE, mem_dup(unit_print(s->run[i].value, d->unit, value)),
			    s->run[i].value);
	}
}

void
dist_numbers(const void *self, struct numbers *t)
{
	const struct dist *d = self;
	char *what = quantity(d);

	numbers_init(t, mem_format("%s, %s of the runs", what,
				   d->geometric ? "geometric mean" : "arithmetic mean"));
	numbers_column(t, mem_dup("what"), true);
	numbers_column(t, mem_dup("runs"), false);
	numbers_column(t, mem_dup("value"), false);
	numbers_column(t, mem_dup("95 % interval"), false);
	numbers_column(t, mem_dup("CV"), false);
	for (size_t s = 0; s < d->n_sides; s++)
		add_side(t, d, &d->side[s]);
	if (d->f && d->n_sides == 2)
		add_change(t, d);
	for (size_t s = 0; s < d->n_sides && d->n_runs <= RUNS_LISTED; s++)
		add_runs(t, d, &d->side[s]);
	free(what);
}
