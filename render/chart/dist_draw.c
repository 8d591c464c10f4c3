/* Runs before and after as a display list. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/dist.h"
#include "render/chart/mark.h"
#include "render/chart/scale.h"
#include "render/draw/decimate.h"
#include "render/model/commit.h"
#include "render/model/context.h"
#include "render/model/words.h"

enum {
	STRIP_WIDTH = 200,
	STRIP_LEFT = 62, /* numbers of the strip's axis */
	LANES = 3,       /* above and below the middle */
	LANE = 10,
	SIDE_HEIGHT = 128,
	BINS = 60,
	DOT = 4,
};

struct drawing {
	struct draw_list *list;
	const struct dist *d;
	struct scale x;
	struct unit_scale unit;
};

static enum colour
side_colour(const struct dist *d, size_t side)
{
	return d->n_sides == 2 && side == 0 ? COLOUR_BASE : COLOUR_NEW;
}

static int
by_value(const void *a, const void *b)
{
	const struct dist_run *const *x = a, *const *y = b;

	return ((*x)->value > (*y)->value) - ((*x)->value < (*y)->value);
}

/* A dot; base is hollow, so that grey print tells the sides apart. */
static void
draw_dot(const struct drawing *w, const struct dist_run *run, struct point at, size_t side)
{
	enum colour colour = side_colour(w->d, side);
	char value[UNIT_TEXT];
	char *title = mem_format("run %.*s: %s", VIEW_ARGS(run->name),
				 unit_print(run->value, w->d->unit, value));

	draw_group(w->list, title);
	draw_circle(w->list, at, DOT, colour == COLOUR_BASE ? COLOUR_PAPER : colour, colour,
		    colour == COLOUR_BASE ? 1.5 : 0.5);
	draw_group_end(w->list);
	free(title);
}

static void
draw_swarm(const struct drawing *w, size_t side, double y)
{
	const struct dist_side *s = &w->d->side[side];
	const struct dist_run **run = mem_alloc(s->n, sizeof(void *));
	double *x = mem_alloc(s->n, sizeof(*x));
	int *lane = mem_alloc(s->n, sizeof(*lane));

	for (size_t i = 0; i < s->n; i++)
		run[i] = &s->run[i];
	qsort(run, s->n, sizeof(void *), by_value);
	for (size_t i = 0; i < s->n; i++)
		x[i] = scale_at(&w->x, run[i]->value);
	dist_lanes(x, s->n, 2 * DOT + 1, LANES, lane);
	for (size_t i = 0; i < s->n; i++)
		draw_dot(w, run[i], (struct point){x[i], y + lane[i] * LANE}, side);
	free(lane);
	free(x);
	free(run);
}

/* Very many runs: how many stand where, as an outline on both sides of the line. */
static void
draw_outline(const struct drawing *w, size_t side, double y)
{
	const struct dist_side *s = &w->d->side[side];
	struct scale bins = {w->x.low, w->x.high, 0, BINS - 1};
	double count[BINS] = {0}, most = 0;
	struct point corner[2 * BINS];

	for (size_t i = 0; i < s->n; i++) {
		double *bin = &count[lround(scale_at(&bins, s->run[i].value))];
		most = fmax(most, ++*bin);
	}
	for (size_t i = 0; i < BINS; i++) {
		double x = w->x.from + (w->x.to - w->x.from) * (double)i / (BINS - 1);
		double half = count[i] > 0 ? fmax(0.7, count[i] / most * LANES * LANE) : 0;

		corner[i] = (struct point){x, y - half};
		corner[2 * BINS - 1 - i] = (struct point){x, y + half};
	}
	draw_polygon(w->list, corner, countof(corner), side_colour(w->d, side));
}

static void
draw_mean(const struct drawing *w, size_t side, double y)
{
	const struct dist_side *s = &w->d->side[side];
	enum colour colour = side_colour(w->d, side);
	struct type type = {FACE_BOLD, 11, colour};
	double x = scale_at(&w->x, s->mean);
	char value[UNIT_TEXT];

	if (!isnan(s->low)) {
		double from = scale_at(&w->x, s->low), to = scale_at(&w->x, s->high);

		draw_rect(w->list, (struct point){from, y - 3.5}, (struct point){to - from, 7},
			  colour);
		draw_opacity(w->list, 0.4);
		if (s->low < w->x.low)
			mark_arrow(w->list, (struct point){w->x.from - 4, y}, -1, 8, colour);
		if (s->high > w->x.high)
			mark_arrow(w->list, (struct point){w->x.to + 4, y}, 1, 8, colour);
	}
	draw_line(w->list, (struct point){x, y - 9}, (struct point){x, y + 9}, colour, 2);
	/* The number stays within the panel. */
	unit_print(s->mean, w->d->unit, value);
	double half = draw_width(w->list, type, value) / 2;
	x = fmax(w->x.from + half, fmin(w->x.to - half, x));
	draw_textf(w->list, (struct point){x, y + 24}, ANCHOR_MIDDLE, type, "%s", value);
}

static void
draw_name(const struct drawing *w, size_t side, double y)
{
	const struct dist_side *s = &w->d->side[side];
	struct type strong = {FACE_BOLD, 12, side_colour(w->d, side)};
	struct type mono = {FACE_MONO, 10, COLOUR_SECOND};
	char *name = commit_short(s->commit);
	char *cut = picture_cut(w->list, mono, DIST_LEFT - PICTURE_MARGIN - 16, name);
	double x = DIST_LEFT - 16;

	draw_textf(w->list, (struct point){x, y}, ANCHOR_END, strong, "%s",
		   *s->role ? s->role : "runs");
	draw_text(w->list, (struct point){x, y + 17}, ANCHOR_END, mono, cut);
	if (s->n > 1 && isfinite(s->cv))
		draw_textf(w->list, (struct point){x, y + 33}, ANCHOR_END, picture_head_type,
			   "n = %zu, CV %.2g %%", s->n, s->cv * 100);
	else
		draw_textf(w->list, (struct point){x, y + 33}, ANCHOR_END, picture_head_type,
			   "n = %zu", s->n);
	free(cut);
	free(name);
}

/* Grid and numbers of the values' axis. */
static void
draw_values_axis(const struct drawing *w, double top, double bottom)
{
	struct ticks ticks = ticks_for(w->d->low / w->unit.divisor, w->d->high / w->unit.divisor,
				       (size_t)((w->x.to - w->x.from) / 70));
	int decimals = ticks_decimals(&ticks);

	for (size_t i = 0; i < ticks.n; i++) {
		double value = ticks_at(&ticks, i), x = scale_at(&w->x, value * w->unit.divisor);

		draw_line(w->list, (struct point){x, top}, (struct point){x, bottom}, COLOUR_GRID,
			  1);
		draw_textf(w->list, (struct point){x, bottom + 17}, ANCHOR_MIDDLE,
			   picture_row_second, "%.*f", decimals, value);
	}
	draw_line(w->list, (struct point){w->x.from, bottom}, (struct point){w->x.to, bottom},
		  COLOUR_MUTED, 1);
	char *what = words_of_metric(view_of(w->d->metric));
	const char *suffix = strcmp(w->unit.suffix, "k") == 0   ? "thousands"
			     : strcmp(w->unit.suffix, "M") == 0 ? "millions"
								: w->unit.suffix;
	draw_textf(w->list, (struct point){(w->x.from + w->x.to) / 2, bottom + 34}, ANCHOR_MIDDLE,
		   picture_head_type, "%s of a run%s%s%s%s", what, *suffix ? ", " : "", suffix,
		   w->d->lower ? "; lower is better" : "",
		   w->d->low > 0 ? "; the axis does not start at 0" : "");
	free(what);
}

/* A side's runs in their order; of very many the extremes of each column, so that none of those is
 * lost. */
static void
draw_order(const struct drawing *w, size_t side, const struct scale *x, const struct scale *y)
{
	const struct dist_side *s = &w->d->side[side];
	enum colour colour = side_colour(w->d, side);
	struct point *all = mem_alloc(s->n, sizeof(*all)), *kept = NULL;
	size_t n = s->n;

	for (size_t i = 0; i < n; i++)
		all[i] = (struct point){scale_at(x, (double)s->run[i].place),
					scale_at(y, s->run[i].value)};
	if (n > DIST_DOTS)
		n = decimate(all, n, x->from, x->to, DIST_DOTS / 4, &kept);
	for (size_t i = 0; i < n; i++)
		draw_circle(w->list, kept ? kept[i] : all[i], 2.5,
			    colour == COLOUR_BASE ? COLOUR_PAPER : colour, colour, 1);
	free(kept);
	free(all);
}

/* The runs one after another, at the right. */
static void
draw_strip(const struct drawing *w, double top, double bottom)
{
	const struct dist *d = w->d;
	double left = w->list->width - PICTURE_MARGIN - STRIP_WIDTH + STRIP_LEFT;
	struct scale x = {0, fmax(1, (double)d->n_runs - 1), left + 8,
			  w->list->width - PICTURE_MARGIN - 8};
	struct scale y = {w->x.low, w->x.high, bottom, top};
	struct ticks ticks = ticks_for(d->low / w->unit.divisor, d->high / w->unit.divisor, 5);
	int decimals = ticks_decimals(&ticks);
	char *words = dist_order_words(d);

	for (size_t i = 0; i < ticks.n; i++) {
		double value = ticks_at(&ticks, i), at = scale_at(&y, value * w->unit.divisor);

		draw_line(w->list, (struct point){left, at},
			  (struct point){w->list->width - PICTURE_MARGIN, at}, COLOUR_GRID, 1);
		draw_textf(w->list, (struct point){left - 8, at + 4}, ANCHOR_END,
			   picture_row_second, "%.*f", decimals, value);
	}
	for (size_t s = 0; s < d->n_sides; s++) {
		enum colour colour = side_colour(d, s);
		double mean = scale_at(&y, d->side[s].mean);

		if (d->side[s].n == 0)
			continue;
		draw_line(w->list, (struct point){left, mean},
			  (struct point){w->list->width - PICTURE_MARGIN, mean}, colour, 1.25);
		draw_order(w, s, &x, &y);
	}
	draw_textf(w->list, (struct point){x.from, bottom + 17}, ANCHOR_MIDDLE, picture_row_second,
		   "1");
	if (d->n_runs > 1)
		draw_textf(w->list, (struct point){x.to, bottom + 17}, ANCHOR_MIDDLE,
			   picture_row_second, "%zu", d->n_runs);
	picture_wrap(w->list, (struct point){left - STRIP_LEFT + 16, bottom + 34}, STRIP_WIDTH - 16,
		     picture_head_type, 13, words);
	free(words);
}

void
dist_draw(struct draw_list *list, const void *self, const struct input *input, const char *title,
	  size_t page)
{
	const struct dist *d = self;
	struct picture_side sides[2];
	char *subtitle = dist_subtitle(d);

	(void)page;
	dist_sides(d, sides);
	char *foot = context_foot(input, sides[0].commit, sides[1].commit, " \u00b7 ");
	double top = picture_top(list, input, title, sides, subtitle) + 14;
	struct drawing w = {
	    list,
	    d,
	    {d->low, d->high, DIST_LEFT + 10, list->width - PICTURE_MARGIN - STRIP_WIDTH - 40},
	    unit_scale_for(fmax(fabs(d->low), fabs(d->high)), d->unit)};
	double bottom = top + (double)d->n_sides * SIDE_HEIGHT;

	draw_values_axis(&w, top, bottom);
	for (size_t s = 0; s < d->n_sides; s++) {
		double y = top + (double)s * SIDE_HEIGHT + 44;

		draw_name(&w, s, y - 8);
		if (d->side[s].n == 0)
			continue;
		if (d->side[s].n > DIST_DOTS)
			draw_outline(&w, s, y);
		else
			draw_swarm(&w, s, y);
		draw_mean(&w, s, y + 48);
	}
	draw_strip(&w, top, bottom);
	double y = bottom + 50;
	if (d->n_sides == 2 && d->f && !isnan(d->f->change))
		y = dist_difference(list, d, y + 14);
	picture_bottom(list, foot, y + 20);
	free(foot);
	free(subtitle);
}
