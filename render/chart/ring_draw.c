/* The ring as a display list. */
#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/picture.h"
#include "render/chart/ring.h"
#include "render/chart/scale.h"
#include "render/model/context.h"

enum {
	AXIS_LEFT = 160,   /* names of the sides and the y axis' numbers stand before it */
	TABLE_WIDTH = 206, /* at the right */
	TABLE_GAP = 32,
	PANEL_HEIGHT = 150,
	PANEL_GAP = 52,
	BAR_MIN = 1, /* a single count of a long ring must not vanish */
	BAR_MAX = 28,
	OVERSHOOT = 12, /* a broken bar goes beyond the axis' end by this */
	TABLE_ROW = 18,
};

struct drawing {
	struct draw_list *list;
	const struct ring *ring;
	struct scale x; /* counts; 0.5 .. top + 0.5 */
	struct scale y; /* shares; from the panel's bottom to its top */
};

enum colour
ring_side_colour(const struct ring *ring, size_t side)
{
	return side == 0 && ring->n_sides == 2 ? COLOUR_BASE : COLOUR_NEW;
}

/* A broken bar's share beside it, on the side that has room; bar is half the bar with a gap. */
static void
draw_broken_label(const struct drawing *d, size_t side, size_t k, double bar, size_t line)
{
	struct type type = {FACE_BOLD, 11, ring_side_colour(d->ring, side)};
	double x = scale_at(&d->x, (double)k);
	bool left = x > (d->x.from + d->x.to) / 2;
	double y = d->y.to + 10 + 15 * (double)line;
	char share[RING_TEXT];

	draw_line(d->list, (struct point){left ? x - bar - 8 : x + bar, y - 4},
		  (struct point){left ? x - bar : x + bar + 8, y - 4}, type.colour, 1.5);
	draw_textf(d->list, (struct point){left ? x - bar - 12 : x + bar + 12, y},
		   left ? ANCHOR_END : ANCHOR_START, type, "%s at %zu%s",
		   ring_percent(d->ring->side[side].share[k], share), k,
		   d->ring->full > 1 && k == d->ring->full ? " = all in flight" : "");
}

/* The two cuts that say: this bar is longer than it looks. */
static void
draw_break(const struct drawing *d, double left, double right)
{
	double rise = 3;

	for (int i = 0; i < 2; i++) {
		double y = d->y.to - 1 - 6 * i;
		const struct point corner[] = {{left - 1, y + rise},
					       {right + 1, y},
					       {right + 1, y - 2.5},
					       {left - 1, y + rise - 2.5}};

		draw_polygon(d->list, corner, countof(corner), COLOUR_PAPER);
	}
}

static void
draw_bars(const struct drawing *d, size_t side)
{
	const struct ring_side *s = &d->ring->side[side];
	double slot = (d->x.to - d->x.from) / (double)d->ring->top;
	double width = fmax(fmin(slot * 0.84, BAR_MAX), BAR_MIN);
	size_t broken = 0;

	for (size_t k = 1; k <= d->ring->top; k++) {
		double x = scale_at(&d->x, (double)k), top = scale_at(&d->y, s->share[k]);
		bool over = s->share[k] > d->ring->y_top;
		char share[RING_TEXT];

		if (s->share[k] <= 0)
			continue;
		if (over)
			top = d->y.to - OVERSHOOT;
		char *title = mem_format("%zu completion%s: %s of reaps", k, k == 1 ? "" : "s",
					 ring_percent(s->share[k], share));
		draw_group(d->list, title);
		draw_rect(d->list, (struct point){x - width / 2, top},
			  (struct point){width, d->y.from - top}, ring_side_colour(d->ring, side));
		draw_group_end(d->list);
		free(title);
		if (over) {
			draw_break(d, x - width / 2, x + width / 2);
			draw_broken_label(d, side, k, width / 2 + 4, broken++);
		}
	}
}

/* Counts that the axis names: 1 and the multiples of a step that suits a ring of 2^n. */
static void
draw_x_axis(const struct drawing *d, bool numbers)
{
	size_t top = d->ring->top;
	struct ticks ticks = ticks_for(0, (double)top, 9);
	size_t step = top >= 8 && top % 8 == 0 ? top / 8 : ticks.step >= 1 ? (size_t)ticks.step : 1;
	double y = d->y.from;

	draw_line(d->list, (struct point){d->x.from, y}, (struct point){d->x.to, y}, COLOUR_MUTED,
		  1);
	for (size_t k = 1; k <= top; k = k == 1 && step > 1 ? step : k + step) {
		double x = scale_at(&d->x, (double)k);

		draw_line(d->list, (struct point){x, y}, (struct point){x, y + 4}, COLOUR_MUTED, 1);
		if (numbers && (k == 1 || (k - 1) * (size_t)(d->x.to - d->x.from) > 16 * top))
			draw_textf(d->list, (struct point){x, y + 17}, ANCHOR_MIDDLE,
				   picture_row_second, "%zu", k);
	}
	if (numbers)
		draw_textf(d->list, (struct point){(d->x.from + d->x.to) / 2, y + 35},
			   ANCHOR_MIDDLE, picture_row_second,
			   "completed requests in the ring at a reap");
}

static void
draw_y_axis(const struct drawing *d)
{
	struct ticks ticks = ticks_for(0, d->y.high * 100, 5);
	int decimals = ticks_decimals(&ticks);

	for (size_t i = 0; i < ticks.n; i++) {
		double value = ticks_at(&ticks, i), y = scale_at(&d->y, value / 100);

		if (i)
			draw_line(d->list, (struct point){d->x.from, y}, (struct point){d->x.to, y},
				  COLOUR_GRID, 1);
		draw_textf(d->list, (struct point){d->x.from - 8, y + 4}, ANCHOR_END,
			   picture_row_second, "%.*f%s", decimals, value,
			   i + 1 == ticks.n ? " %" : "");
	}
}

static void
draw_side_name(const struct drawing *d, size_t side)
{
	const struct ring_side *s = &d->ring->side[side];
	struct type role = {FACE_BOLD, 13, ring_side_colour(d->ring, side)};
	double y = d->y.to + 10;
	char text[RING_TEXT];

	if (*s->role) {
		draw_textf(d->list, (struct point){PICTURE_MARGIN, y}, ANCHOR_START, role, "%s",
			   s->role);
		y += 18;
	}
	draw_textf(d->list, (struct point){PICTURE_MARGIN, y}, ANCHOR_START, picture_head_type,
		   "%s reap%s", ring_count(s->reaps, text), s->reaps == 1 ? "" : "s");
	draw_textf(d->list, (struct point){PICTURE_MARGIN, y + 15}, ANCHOR_START, picture_head_type,
		   "%zu run%s", s->input->runs, s->input->runs == 1 ? "" : "s");
}

/* A line of the table; strong is for what the eye should find. */
static void
draw_row(const struct drawing *d, double y, const char *name, char value[2][RING_TEXT], bool strong)
{
	double right = d->list->width - PICTURE_MARGIN, column = 58;

	draw_textf(d->list, (struct point){right - TABLE_WIDTH, y}, ANCHOR_START,
		   picture_row_second, "%s", name);
	for (size_t s = 0; s < d->ring->n_sides; s++) {
		struct type type = {strong ? FACE_BOLD : FACE_SANS, 11,
				    ring_side_colour(d->ring, s)};
		double x = right - (double)(d->ring->n_sides - 1 - s) * column;

		draw_textf(d->list, (struct point){x, y}, ANCHOR_END, type, "%s", value[s]);
	}
}

static double
draw_table_head(const struct drawing *d, double y, const char *name, bool sides)
{
	double right = d->list->width - PICTURE_MARGIN;
	char value[2][RING_TEXT] = {"", ""};

	for (size_t s = 0; s < d->ring->n_sides && sides; s++)
		snprintf(value[s], RING_TEXT, "%s", d->ring->side[s].role);
	draw_row(d, y, name, value, true);
	draw_line(d->list, (struct point){right - TABLE_WIDTH, y + 6}, (struct point){right, y + 6},
		  COLOUR_GRID, 1);
	return y + TABLE_ROW + 5;
}

static double
draw_quantiles(const struct drawing *d, double y)
{
	static const struct {
		const char *name;
		double part;
	} rows[] = {{"p1", 0.01},  {"p10", 0.1}, {"p25", 0.25}, {"median", 0.5},
		    {"p75", 0.75}, {"p90", 0.9}, {"p99", 0.99}, {"p99.9", 0.999}};
	char value[2][RING_TEXT];

	for (size_t i = 0; i < countof(rows); i++) {
		for (size_t s = 0; s < d->ring->n_sides; s++)
			snprintf(value[s], RING_TEXT, "%zu",
				 ring_quantile(d->ring, s, rows[i].part));
		draw_row(d, y, rows[i].name, value, rows[i].part == 0.5);
		y += TABLE_ROW;
	}
	return y;
}

/* A number of each side, as a count or as a share. */
static double
draw_numbers(const struct drawing *d, double y, const char *name, double base, double new,
	     bool share, bool strong)
{
	const struct unit_scale one = {.divisor = 1};
	const double number[2] = {base, new};
	char value[2][RING_TEXT];

	for (size_t s = 0; s < 2; s++) {
		if (share)
			ring_percent(number[s], value[s]);
		else
			unit_number(number[s], one, value[s]);
	}
	draw_row(d, y, name, value, strong);
	return y + TABLE_ROW;
}

static double
draw_table(const struct drawing *d, double y)
{
	const struct ring_side *base = &d->ring->side[0], *new = &d->ring->side[1];
	char *full = mem_format("all %zu in flight", d->ring->full);
	bool known = d->ring->full > 1;

	y = draw_table_head(d, y, "per reap", true);
	y = draw_quantiles(d, y);
	y = draw_numbers(d, y, "mean", base->mean, new->mean, false, false);
	if (known)
		y = draw_numbers(d, y + 5, full, base->full, new->full, true, true);
	if (!isnan(base->taken) || !isnan(new->taken))
		y = draw_numbers(d, y, "taken at once", base->taken, new->taken, false, false);
	if (base->empty + new->empty > 0)
		y = draw_numbers(d, y, "empty looks", ring_empty(base), ring_empty(new), true,
				 false);
	y = draw_table_head(d, y + 14, "per request", false);
	y = draw_numbers(d, y, "mean batch", base->request_mean, new->request_mean, false, false);
	if (known)
		y = draw_numbers(d, y, full, base->request_full, new->request_full, true, false);
	free(full);
	return y;
}

void
ring_sides(const struct ring *ring, struct picture_side sides[2])
{
	struct view none = {"", 0};

	sides[0] = (struct picture_side){*ring->side[0].role ? "base" : "commit",
					 ring->side[0].commit, ring_side_colour(ring, 0)};
	sides[1] = (struct picture_side){"new", ring->n_sides == 2 ? ring->side[1].commit : none,
					 COLOUR_NEW};
}

void
ring_draw(struct draw_list *list, const struct ring *ring, const struct input *input,
	  const char *title)
{
	struct picture_side sides[2];
	double height = ring->n_sides == 2 ? PANEL_HEIGHT : 2 * PANEL_HEIGHT;
	char *subtitle = ring_subtitle(ring);

	ring_sides(ring, sides);
	char *foot = context_foot(input, sides[0].commit, sides[1].commit, " \u00b7 ");
	double top = picture_top(list, input, title, sides, subtitle) + 30, y = top;
	struct drawing d = {
	    .list = list,
	    .ring = ring,
	    .x = {0.5, (double)ring->top + 0.5, AXIS_LEFT,
		  list->width - PICTURE_MARGIN - TABLE_WIDTH - TABLE_GAP},
	};

	if (ring->ecdf) {
		d.y.from = ring_draw_ecdf(list, ring, d.x, y);
		draw_x_axis(&d, true);
		y = d.y.from + PANEL_GAP;
	}
	for (size_t s = 0; s < ring->n_sides && !ring->ecdf; s++) {
		d.y = (struct scale){0, ring->y_top, y + height, y};
		draw_y_axis(&d);
		draw_side_name(&d, s);
		draw_bars(&d, s);
		draw_x_axis(&d, s + 1 == ring->n_sides);
		y += height + PANEL_GAP;
	}
	double table = draw_table(&d, top + 4);
	picture_bottom(list, foot, fmax(y + 22, table + 20));
	free(foot);
	free(subtitle);
}
