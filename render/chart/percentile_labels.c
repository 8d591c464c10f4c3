/* Values beside percentile curves. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/percentile_part.h"

enum {
	LABELS_MOST = 8,
	TEXT_HEIGHT = 12,
	APART = 15, /* curves that are nearer than this have one label */
};

struct box {
	double left, right, top, bottom;
};

/* The labels that stand already: a later one that would lie on one of them is left out, since its
 * values are in the table, too. */
struct labels {
	const struct percentile_drawing *d;
	struct box box[LABELS_MOST];
	size_t n;
};

/* Three digits: more would claim what a bucket does not hold. Without its unit where that stands
 * behind the next one. Returns out. */
static char *
short_time(double ns, bool unit, char out[UNIT_TEXT])
{
	struct unit_scale scale = unit_scale_for(ns, view_of("ns"));
	double value = ns / scale.divisor;
	int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
	const char *blank = unit ? " " : "", *suffix = unit ? scale.suffix : "";

	if (value < 1e6)
		snprintf(out, UNIT_TEXT, "%.*f%s%s", decimals, value, blank, suffix);
	else
		snprintf(out, UNIT_TEXT, "%.3g%s%s", value, blank, suffix);
	return out;
}

static bool
same_unit(double a, double b)
{
	return unit_scale_for(a, view_of("ns")).divisor == unit_scale_for(b, view_of("ns")).divisor;
}

static bool
is_free(const struct labels *l, const struct box *b)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct box *o = &l->box[i];

		if (b->left < o->right && o->left < b->right && b->top < o->bottom &&
		    o->top < b->bottom)
			return false;
	}
	return true;
}

/* Draws the text with its baseline at at, moved into the panel. */
static void
put(struct labels *l, struct point at, bool left, enum colour colour, const char *text)
{
	const struct scale *x = &l->d->x, *y = &l->d->y;
	struct type type = {FACE_BOLD, 11, colour};
	double width = draw_width(l->d->list, type, text);

	at.x = fmax(x->from + 4, fmin(left ? at.x - width : at.x, x->to - width - 4));
	at.y = fmax(y->to + TEXT_HEIGHT, fmin(at.y, y->from - 5));
	struct box box = {at.x - 2, at.x + width + 2, at.y - TEXT_HEIGHT, at.y + 3};
	if (!is_free(l, &box) || l->n == LABELS_MOST)
		return;
	l->box[l->n++] = box;
	draw_textf(l->d->list, at, ANCHOR_START, type, "%s", text);
}

static enum colour
colour_of(const struct percentile *p, size_t side)
{
	return p->n_sides == 2 && side == 0 ? COLOUR_BASE : COLOUR_NEW;
}

/* Curves never fall: below to the right of a point of the lower one, and above to the left of one
 * of the upper one, there is room. */
static void
put_values(struct labels *l, const struct percentile_row *row, const double *y)
{
	const struct percentile *p = l->d->p;
	double x = scale_at(&l->d->x, row->x);
	bool pair = p->n_sides == 2 && row->side[0].value > 0 && row->side[1].value > 0;
	char base[UNIT_TEXT], new[UNIT_TEXT];

	if (pair && fabs(y[0] - y[1]) < APART) {
		double from = row->side[0].value, to = row->side[1].value;
		char *text = mem_format("%s -> %s", short_time(from, !same_unit(from, to), base),
					short_time(to, true, new));
		put(l, (struct point){x + 7, fmax(y[0], y[1]) + 17}, false, COLOUR_NEW, text);
		free(text);
		return;
	}
	for (size_t s = 0; s < p->n_sides && s < 2; s++) {
		bool upper = !pair || y[s] < y[1 - s];

		if (row->side[s].value > 0)
			put(l, (struct point){upper ? x - 7 : x + 7, y[s] + (upper ? -7 : 17)},
			    upper, colour_of(p, s), short_time(row->side[s].value, true, base));
	}
}

static char *
hover_text(const struct percentile *p, const struct percentile_row *row, size_t side)
{
	const struct percentile_value *v = &row->side[side];
	char value[UNIT_TEXT], low[UNIT_TEXT], high[UNIT_TEXT], *name;
	struct view ns = view_of("ns");

	name = percentile_name(row->quantile);
	char *text = mem_format("%s%s%s %s", p->side[side].role, *p->side[side].role ? " " : "",
				name, unit_print(v->value, ns, value));
	if (!isnan(v->low))
		mem_append(&text, " [%s, %s], %zu runs", unit_print(v->low, ns, low),
			   unit_print(v->high, ns, high), p->side[side].runs);
	free(name);
	return text;
}

void
percentile_draw_labels(const struct percentile_drawing *d)
{
	static const double shown[] = {0.5, 0.99, 0.999};
	struct labels l = {.d = d};

	for (size_t i = 0; i < countof(shown); i++) {
		const struct percentile_row *row = percentile_row_at(d->p, shown[i]);
		double y[2] = {0, 0};

		if (!row || row->x > d->p->x_sure)
			continue;
		for (size_t s = 0; s < d->p->n_sides && s < 2; s++) {
			if (!(row->side[s].value > 0))
				continue;
			y[s] = scale_at(&d->y, log(row->side[s].value));
			char *hover = hover_text(d->p, row, s);
			draw_group(d->list, hover);
			draw_circle(d->list, (struct point){scale_at(&d->x, row->x), y[s]}, 4,
				    colour_of(d->p, s), COLOUR_PAPER, 1.5);
			draw_group_end(d->list);
			free(hover);
		}
		put_values(&l, row, y);
	}
}
