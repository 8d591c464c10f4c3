/* What a sweep says, in words and as a table. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/sweep.h"
#include "render/model/words.h"

void
sweep_sides(const struct sweep *s, struct picture_side sides[2])
{
	bool two = s->n_sides == 2;

	sides[0] =
	    (struct picture_side){two ? "base" : "commit", s->base, two ? COLOUR_BASE : COLOUR_NEW};
	sides[1] = (struct picture_side){"new", s->commit, COLOUR_NEW};
}

enum colour
sweep_colour(const struct sweep *s, size_t side)
{
	return s->n_sides == 2 && side == 0 ? COLOUR_BASE : COLOUR_NEW;
}

static const char *
metric_word(const struct sweep *s, enum sweep_metric m)
{
	if (m == SWEEP_TAIL)
		return "p99 latency";
	return view_is(s->unit[SWEEP_RATE], "iops") ? "IOPS" : "bandwidth";
}

/* Counts of one metric's verdicts over all points. */
struct tally {
	size_t points, regressed, improved;
	const struct sweep_point *worst;
};

static struct tally
count(const struct sweep *s, enum sweep_metric m)
{
	struct tally tally = {0};

	for (size_t i = 0; i < s->n; i++) {
		for (size_t k = 0; k < s->family[i].n; k++) {
			const struct sweep_point *p = &s->family[i].point[k];
			enum verdict verdict = p->f[m] ? p->f[m]->verdict : VERDICT_NONE;

			tally.points += p->f[m] != NULL;
			tally.improved += verdict == VERDICT_IMPROVED;
			tally.regressed += verdict == VERDICT_REGRESSED;
			if ((verdict == VERDICT_REGRESSED || verdict == VERDICT_IMPROVED) &&
			    (!tally.worst ||
			     fabs(p->f[m]->change) > fabs(tally.worst->f[m]->change)))
				tally.worst = p;
		}
	}
	return tally;
}

/* Where a lone family has decided changes that grow along the axis, from its first point to its
 * last: "the loss grows with queue depth: -2.0 % at 4, -31.0 % at 64". NULL elsewhere. */
static char *
growth(const struct sweep *s, enum sweep_metric m)
{
	const struct finding_compare *first = NULL, *last = NULL;
	double x_first = 0, x_last = 0;
	char a[UNIT_TEXT], b[UNIT_TEXT];
	size_t decided = 0;

	for (size_t k = 0; s->n == 1 && k < s->family[0].n; k++) {
		const struct sweep_point *p = &s->family[0].point[k];
		const struct finding_compare *f = p->f[m];

		if (!f || (f->verdict != VERDICT_REGRESSED && f->verdict != VERDICT_IMPROVED)) {
			if (last)
				return NULL;
			continue;
		}
		if (last && (last->verdict != f->verdict || fabs(f->change) <= fabs(last->change)))
			return NULL;
		if (!first) {
			first = f;
			x_first = p->x;
		}
		last = f;
		x_last = p->x;
		decided++;
	}
	if (decided < 2)
		return NULL;
	char *from = sweep_x_text(s, x_first), *to = sweep_x_text(s, x_last);
	char *text =
	    mem_format("the %s grows with the %s: %s at %s, %s at %s",
		       last->verdict == VERDICT_REGRESSED ? "loss" : "gain", s->axis,
		       unit_percent(first->change, a), from, unit_percent(last->change, b), to);
	free(to);
	free(from);
	return text;
}

/* "3 of 16 points regressed in rate (most: -21.0 % at queue depth 16), 0 improved". */
static void
tell(char **text, const struct sweep *s, enum sweep_metric m)
{
	struct tally t = count(s, m);
	char change[UNIT_TEXT], *grows = growth(s, m);

	mem_append(text, "%s%s: %zu of %zu points regressed, %zu improved", **text ? "; " : "",
		   metric_word(s, m), t.regressed, t.points, t.improved);
	if (grows) {
		mem_append(text, "; %s", grows);
	} else if (t.worst) {
		char *x = sweep_x_text(s, t.worst->x);

		mem_append(text, " (most: %s at %s %s)",
			   unit_percent(t.worst->f[m]->change, change), s->axis, x);
		free(x);
	}
	free(grows);
}

char *
sweep_finding(const struct sweep *s, bool knee)
{
	char *text = mem_dup("");
	bool compared = count(s, SWEEP_RATE).points || count(s, SWEEP_TAIL).points;

	if (!compared) {
		free(text);
		return mem_format("%s by %s%s",
				  knee ? "p99 latency and rate" : "Rate and p99 latency", s->axis,
				  s->n_sides == 2 ? ", without verdicts" : "");
	}
	tell(&text, s, SWEEP_RATE);
	tell(&text, s, SWEEP_TAIL);
	return text;
}

char *
sweep_subtitle(const struct sweep *s, bool knee)
{
	size_t fewest = SIZE_MAX, most = 0;
	char *text;

	for (size_t i = 0; i < s->n; i++) {
		for (size_t k = 0; k < s->family[i].n * s->n_sides; k++) {
			size_t runs =
			    s->family[i].point[k / s->n_sides].side[k % s->n_sides][0].runs;

			fewest = runs < fewest ? runs : fewest;
			most = runs > most ? runs : most;
		}
	}
	if (knee)
		text = mem_format("p99 latency (log scale) against rate, one line a commit through "
				  "the %ss; numbers at the points: %s. Right and down is better.",
				  s->axis, s->axis);
	else
		text = mem_format("By %s. Points: means of the runs, bars: 95 %% intervals "
				  "(Student's t)%s.",
				  s->axis,
				  s->n_sides == 2 ? "; below, the change with its interval and "
						    "verdict: up is more"
						  : "");
	if (fewest == most)
		mem_append(&text, " n = %zu runs a point.", most);
	else
		mem_append(&text, " n = %zu to %zu runs a point.", fewest, most);
	if (s->n_more)
		mem_append(&text, " %zu more families of tests changed less and are not shown.",
			   s->n_more);
	return text;
}

static void
set_value(struct numbers *t, size_t row, size_t column, const struct sweep_value *v,
	  struct view unit)
{
	char value[UNIT_TEXT], low[UNIT_TEXT], high[UNIT_TEXT];

	if (isnan(v->value))
		return;
	if (isnan(v->low))
		numbers_set(t, row, column, mem_dup(unit_print(v->value, unit, value)), v->value);
	else
		numbers_set(t, row, column,
			    mem_format("%s [%s, %s]", unit_print(v->value, unit, value),
				       unit_print(v->low, unit, low),
				       unit_print(v->high, unit, high)),
			    v->value);
}

static void
set_change(struct numbers *t, size_t row, size_t column, const struct finding_compare *f)
{
	char change[UNIT_TEXT];

	if (!f || isnan(f->change))
		return;
	char *bounds = words_bounds(f->low, f->high);
	numbers_set(
	    t, row, column,
	    mem_format("%s%s%s", unit_change(f->change, change), *bounds ? " " : "", bounds),
	    f->change);
	numbers_set(t, row, column + 1,
		    mem_dup(f->verdict == VERDICT_NONE ? "no verdict" : verdict_name[f->verdict]),
		    NAN);
	free(bounds);
}

/* One row a point and metric, so that it fits a mail. */
void
sweep_numbers(const struct sweep *s, struct numbers *t)
{
	bool two = s->n_sides == 2;

	numbers_init(t, mem_dup("Means of the runs with their 95 % intervals"));
	numbers_column(t, mem_dup("test"), true);
	numbers_column(t, mem_dup(s->axis), false);
	numbers_column(t, mem_dup("metric"), true);
	numbers_column(t, mem_dup(two ? "base" : "value"), false);
	if (two) {
		numbers_column(t, mem_dup("new"), false);
		numbers_column(t, mem_dup("change"), false);
		numbers_column(t, mem_dup("verdict"), true);
	}
	for (size_t i = 0; i < s->n; i++) {
		for (size_t k = 0; k < s->family[i].n * SWEEP_METRICS; k++) {
			const struct sweep_point *p = &s->family[i].point[k / SWEEP_METRICS];
			enum sweep_metric m = k % SWEEP_METRICS;
			size_t row = numbers_row(t);

			numbers_set(t, row, 0, mem_dup(s->family[i].label), NAN);
			numbers_set(t, row, 1, sweep_x_text(s, p->x), p->x);
			numbers_set(t, row, 2, mem_dup(metric_word(s, m)), NAN);
			set_value(t, row, 3, &p->side[0][m], s->unit[m]);
			if (!two)
				continue;
			set_value(t, row, 4, &p->side[1][m], s->unit[m]);
			set_change(t, row, 5, p->f[m]);
		}
	}
}
