/* Percentile curves as a display list: the curves of both sides, below them the change. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/percentile.h"
#include "render/chart/percentile_part.h"
#include "render/model/commit.h"
#include "render/model/context.h"

enum {
	AXIS_LEFT = 104, /* numbers of the y axes stand before it */
	ROLE_WIDTH = 56, /* names of the sides behind the lines' ends */
	PANEL = 300,
	GAP = 40, /* between the panels; the lower one's head is in it */
	PANEL_CHANGE = 130,
	TICKS_MOST = 9,
};

static enum colour
side_colour(const struct percentile *p, size_t side)
{
	return p->n_sides == 2 && side == 0 ? COLOUR_BASE : COLOUR_NEW;
}

static void
grow_to(double value, double *low, double *high)
{
	if (!(value > 0) || !isfinite(value))
		return;
	*low = fmin(*low, value);
	*high = fmax(*high, value);
}

/* The latencies that the axis has to show; 1 us around where all are 0. */
static void
find_range(const struct percentile *p, double *low, double *high)
{
	*low = INFINITY;
	*high = 0;
	for (size_t s = 0; s < p->n_sides; s++) {
		for (size_t i = 0; i < PERCENTILE_POINTS; i++) {
			const struct percentile_value *v = &p->side[s].point[i];

			grow_to(v->value, low, high);
			/* Far bands are cut, so that they do not flatten the curves. */
			if (i < p->n_sure && v->value > 0 && !isnan(v->low)) {
				grow_to(fmax(v->low, v->value / 3), low, high);
				grow_to(fmin(v->high, v->value * 3), low, high);
			}
		}
	}
	if (!(*high > 0))
		*low = *high = 1000;
}

/* Room below the curves for their labels, and a little above. */
static struct scale
latency_scale(const struct percentile *p, double top)
{
	double low, high;

	find_range(p, &low, &high);
	low = log(low);
	high = log(high);
	double room = fmax(high - low, 0.1);
	return (struct scale){low - 0.12 * room, high + 0.06 * room, top + PANEL, top};
}

/* "200 us", "1 ms". Returns out. */
static char *
time_text(double ns, int digits, char out[UNIT_TEXT])
{
	struct unit_scale scale = unit_scale_for(ns, view_of("ns"));

	snprintf(out, UNIT_TEXT, "%.*g %s", digits, ns / scale.divisor, scale.suffix);
	/* 999.9 us in three digits is 1000 us, which %g writes with an exponent. */
	if (strchr(out, 'e') && ns >= 1)
		snprintf(out, UNIT_TEXT, ns / scale.divisor < 1e6 ? "%.0f %s" : "%.3g %s",
			 ns / scale.divisor, scale.suffix);
	return out;
}

static void
draw_latency_tick(const struct percentile_drawing *d, double ns)
{
	double y = scale_at(&d->y, log(ns));
	char text[UNIT_TEXT];

	draw_line(d->list, (struct point){d->x.from, y}, (struct point){d->x.to, y}, COLOUR_GRID,
		  1);
	draw_textf(d->list, (struct point){d->x.from - 8, y + 4}, ANCHOR_END, picture_row_second,
		   "%s", time_text(ns, 4, text));
}

/* 1, 2 and 5 times a power of ten; only the powers where that is too much, every nth of them on a
 * very long axis, and plain steps on a very short one. */
static void
draw_latency_axis(const struct percentile_drawing *d)
{
	static const double part[] = {1, 2, 5};
	int first = (int)floor(d->y.low / M_LN10), last = (int)ceil(d->y.high / M_LN10);
	bool fine = (d->y.high - d->y.low) / M_LN10 * 3 <= TICKS_MOST;
	int every = (last - first) / TICKS_MOST + 1;
	size_t n = 0;

	for (int k = first; k <= last; k += fine ? 1 : every) {
		for (size_t i = 0; i < (fine ? countof(part) : 1); i++) {
			double ns = part[i] * pow(10, k), at = log(ns);

			if (!isfinite(at) || at < d->y.low || at > d->y.high)
				continue;
			draw_latency_tick(d, ns);
			n++;
		}
	}
	if (n > 1)
		return;
	struct ticks ticks = ticks_for(exp(d->y.low), exp(d->y.high), 6);
	for (size_t i = 0; i < ticks.n; i++)
		draw_latency_tick(d, ticks_at(&ticks, i));
}

/* Where too few requests lie beyond. */
static void
draw_guess(const struct percentile_drawing *d, double top, double height)
{
	double x = scale_at(&d->x, d->p->x_sure);

	draw_rect(d->list, (struct point){x, top}, (struct point){d->x.to - x, height},
		  COLOUR_BAND);
}

/* Percentiles that the axis names, as lines through a panel; numbers below where asked. */
static void
draw_percentile_axis(const struct percentile_drawing *d, double top, double bottom, bool numbers)
{
	double end = -INFINITY;

	for (int step = -1; (double)step <= d->p->x_end; step++) {
		double quantile = step < 0 ? 0 : step ? 1 - pow(10, -step) : 0.5;
		double x = scale_at(&d->x, step < 1 ? percentile_x(quantile) : step);
		char text[UNIT_TEXT];

		draw_line(d->list, (struct point){x, top}, (struct point){x, bottom + 4},
			  COLOUR_GRID, 1);
		snprintf(text, sizeof(text), "%.9g", 100 * quantile);
		double width = draw_width(d->list, picture_row_second, text);
		if (!numbers || x - width / 2 < end)
			continue;
		draw_textf(d->list, (struct point){x, bottom + 18}, ANCHOR_MIDDLE,
			   picture_row_second, "%s", text);
		end = x + width / 2 + 6;
	}
	draw_line(d->list, (struct point){d->x.from, bottom}, (struct point){d->x.to, bottom},
		  COLOUR_MUTED, 1);
}

/* Whether the points between a and b lie within tolerance of the straight line. */
static bool
is_straight(const struct point *at, size_t a, size_t b, double tolerance)
{
	double dx = at[b].x - at[a].x, dy = at[b].y - at[a].y, length = hypot(dx, dy);

	for (size_t i = a + 1; i < b; i++) {
		double across = dx * (at[i].y - at[a].y) - dy * (at[i].x - at[a].x);

		if (fabs(across) > tolerance * length)
			return false;
	}
	return true;
}

size_t
percentile_thin_out(struct point *at, size_t n, double tolerance)
{
	size_t kept = 0;

	for (size_t a = 0; a < n;) {
		size_t b = a + 1;

		while (b + 1 < n && is_straight(at, a, b + 1, tolerance))
			b++;
		/* Behind a nothing is overwritten that is still to be looked at. */
		at[kept++] = at[a];
		a = b;
	}
	return kept;
}

static struct point
curve_point(const struct percentile_drawing *d, size_t i, double ns)
{
	return (struct point){scale_at(&d->x, d->p->x[i]), scale_at(&d->y, log(ns))};
}

static void
draw_band(const struct percentile_drawing *d, size_t side)
{
	struct point corner[2 * PERCENTILE_POINTS];
	size_t n = 0;

	for (size_t i = 0; i < d->p->n_sure; i++) {
		double low = d->p->side[side].point[i].low;

		if (!isnan(low))
			corner[n++] = curve_point(d, i, low);
	}
	for (size_t i = d->p->n_sure; i-- > 0;) {
		double high = d->p->side[side].point[i].high;

		if (!isnan(high))
			corner[n++] = curve_point(d, i, high);
	}
	size_t forth = percentile_thin_out(corner, n / 2, 0.5);
	size_t back = percentile_thin_out(corner + n / 2, n - n / 2, 0.5);
	memmove(corner + forth, corner + n / 2, back * sizeof(*corner));
	n = forth + back;
	if (n < 4)
		return;
	draw_polygon(d->list, corner, n, side_colour(d->p, side));
	draw_opacity(d->list, 0.2);
}

/* The points from .. to - 1 of a curve. */
static void
draw_piece(const struct percentile_drawing *d, size_t side, size_t from, size_t to, double dash)
{
	struct point corner[PERCENTILE_POINTS];
	size_t n = 0;

	for (size_t i = from; i < to; i++) {
		double value = d->p->side[side].point[i].value;

		if (value > 0)
			corner[n++] = curve_point(d, i, value);
	}
	n = percentile_thin_out(corner, n, 0.2);
	if (n < 2)
		return;
	draw_polyline(d->list, corner, n, side_colour(d->p, side), dash > 0 ? 1.25 : 2);
	if (dash > 0)
		draw_dash(d->list, dash);
}

static void
draw_curve(const struct percentile_drawing *d, size_t side)
{
	size_t sure = d->p->n_sure;

	draw_group(d->list, d->name[side]);
	draw_piece(d, side, 0, sure, 0);
	draw_piece(d, side, sure ? sure - 1 : 0, PERCENTILE_POINTS, 3);
	draw_group_end(d->list);
}

/* The sides' names behind the lines' ends, apart from each other. */
static void
draw_roles(const struct percentile_drawing *d)
{
	double y[2] = {0, 0}, apart = 15;

	for (size_t s = 0; s < d->p->n_sides; s++) {
		double value = d->p->side[s].point[PERCENTILE_POINTS - 1].value;

		y[s] = scale_at(&d->y, value > 0 ? log(value) : d->y.low) + 4;
	}
	if (d->p->n_sides < 2)
		return;
	if (fabs(y[0] - y[1]) < apart) {
		double middle = (y[0] + y[1]) / 2;
		bool below = y[0] >= y[1];

		y[0] = middle + (below ? apart : -apart) / 2;
		y[1] = middle + (below ? -apart : apart) / 2;
	}
	for (size_t s = 0; s < 2; s++) {
		struct type type = {FACE_BOLD, 12, side_colour(d->p, s)};

		draw_textf(d->list, (struct point){d->x.to + 8, y[s]}, ANCHOR_START, type, "%s",
			   d->p->side[s].role);
	}
}

static void
draw_latency_panel(struct percentile_drawing *d, double top)
{
	char *few = mem_format("grey: < %d requests", PERCENTILE_BEYOND);

	d->y = latency_scale(d->p, top);
	draw_guess(d, top, PANEL);
	draw_latency_axis(d);
	draw_percentile_axis(d, top, top + PANEL, d->p->n_sides == 1);
	draw_text(d->list, (struct point){PICTURE_MARGIN, top - 10}, ANCHOR_START,
		  picture_head_type, "latency, log scale: it does not start at 0");
	for (size_t s = 0; s < d->p->n_sides; s++)
		draw_band(d, s);
	for (size_t s = 0; s < d->p->n_sides; s++)
		draw_curve(d, s);
	draw_roles(d);
	percentile_draw_labels(d);
	/* Right of the sure part where there is room, else on into it: curves that rise leave some.
	 */
	draw_text(d->list, (struct point){d->x.to - 4, top + PANEL - 6}, ANCHOR_END,
		  picture_head_type, few);
	free(few);
}

void
percentile_draw(struct draw_list *list, const struct percentile *p, const struct input *input,
		const char *title)
{
	struct picture_side sides[2];
	char *subtitle = percentile_subtitle(p, true);

	percentile_sides(p, sides);
	char *foot = context_foot(input, sides[0].commit, sides[1].commit, " \u00b7 ");
	double y = picture_top(list, input, title, sides, subtitle) + 22;
	struct percentile_drawing d = {
	    .list = list,
	    .p = p,
	    .x = {0, p->x_end, AXIS_LEFT,
		  list->width - PICTURE_MARGIN - (p->n_sides == 2 ? ROLE_WIDTH : 0)},
	};

	for (size_t s = 0; s < p->n_sides; s++)
		d.name[s] = commit_full(input, p->side[s].commit);
	draw_latency_panel(&d, y);
	y += PANEL;
	if (p->n_sides == 2) {
		y += GAP;
		draw_guess(&d, y, PANEL_CHANGE);
		draw_percentile_axis(&d, y, y + PANEL_CHANGE, true);
		percentile_draw_change(&d, y, PANEL_CHANGE);
		y += PANEL_CHANGE;
	}
	draw_textf(list, (struct point){(d.x.from + d.x.to) / 2, y + 35}, ANCHOR_MIDDLE,
		   picture_row_second,
		   "percentile of requests: each step to the right is a request ten times as rare");
	picture_bottom(list, foot, y + 57);
	for (size_t s = 0; s < p->n_sides; s++)
		free(d.name[s]);
	free(foot);
	free(subtitle);
}
