/* The panel below percentile curves: by how much each percentile changed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/mark.h"
#include "render/chart/percentile_part.h"
#include "render/model/words.h"

enum {
	LABELS = 20, /* room for them above the bars */
	FACTORS_MOST = 7,
};

/* Beyond this change the axis is one of factors. */
static const double factors_from = 3;

/* An axis of changes: of fractions, or of the logarithms of 1 + fraction. */
struct axis {
	bool factors;
	double low, high; /* on that scale */
};

static double
on_axis(const struct axis *a, double change)
{
	return a->factors ? log1p(fmax(change, -1 + 1e-12)) : change;
}

static double
point_change(const struct percentile *p, size_t i)
{
	double base = p->side[0].point[i].value, value = p->side[1].point[i].value;
	double change = base > 0 && value > 0 ? value / base - 1 : NAN;

	return isfinite(change) && change < 1e15 ? change : NAN;
}

static void
include(struct axis *a, double change)
{
	if (isnan(change))
		return;
	a->low = fmin(a->low, on_axis(a, change));
	a->high = fmax(a->high, on_axis(a, change));
}

/* All changes, and of the intervals what does not dwarf these. */
static void
find_axis(const struct percentile *p, struct axis *a)
{
	double theta = p->n_rows ? p->row[p->n_rows - 1].theta : 0;

	a->low = a->high = 0;
	include(a, fmin(2 * theta, 0.5));
	include(a, -fmin(2 * theta, 0.5));
	for (size_t i = 0; i < p->n_sure; i++)
		include(a, point_change(p, i));
	for (size_t i = 0; i < p->n_rows; i++) {
		if (p->row[i].x <= (p->row[i].tested ? p->x_end : p->x_sure))
			include(a, p->row[i].change);
	}
	double extent = a->high - a->low, low = a->low, high = a->high;
	for (size_t i = 0; i < p->n_rows; i++) {
		if (!p->row[i].tested || p->row[i].x > p->x_end)
			continue;
		a->low = fmax(fmin(a->low, on_axis(a, p->row[i].low)), low - extent);
		a->high = fmin(fmax(a->high, on_axis(a, p->row[i].high)), high + extent);
	}
	extent = a->high - a->low;
	a->low -= 0.06 * extent;
	a->high += 0.06 * extent;
}

static void
draw_tick(const struct percentile_drawing *d, double at, const char *text)
{
	double y = scale_at(&d->y, at);

	draw_line(d->list, (struct point){d->x.from, y}, (struct point){d->x.to, y},
		  at == 0 ? COLOUR_MUTED : COLOUR_GRID, 1);
	draw_textf(d->list, (struct point){d->x.from - 8, y + 4}, ANCHOR_END, picture_row_second,
		   "%s", text);
}

/* 1, 2 and 5 times powers of ten, or where that is too much every nth power. */
static void
draw_factors(const struct percentile_drawing *d, const struct axis *a)
{
	static const double part[] = {1, 2, 5};
	int first = (int)floor(a->low / M_LN10), last = (int)ceil(a->high / M_LN10);
	size_t parts = countof(part);
	bool fine = (a->high - a->low) / M_LN10 * (double)parts <= FACTORS_MOST;
	int span = last - first, every = span / FACTORS_MOST + 1;

	for (int k = first - first % every; k <= last; k += fine ? 1 : every) {
		for (size_t i = 0; i < (fine ? parts : 1); i++) {
			double at = (double)k * M_LN10 + log(part[i]);
			char text[UNIT_TEXT];

			if (at < a->low || at > a->high)
				continue;
			words_factor(expm1(at), text);
			if (fabs(at) < 2.25) /* up to 9: no decimal is needed */
				snprintf(text, sizeof(text), "%c%.0f", at < 0 ? '/' : 'x',
					 exp(fabs(at)));
			draw_tick(d, at, text);
		}
	}
}

static void
draw_axis(const struct percentile_drawing *d, const struct axis *a)
{
	struct ticks ticks = ticks_for(a->low * 100, a->high * 100, 5);
	int decimals = ticks_decimals(&ticks);

	if (a->factors) {
		draw_factors(d, a);
		return;
	}
	for (size_t i = 0; i < ticks.n; i++) {
		double value = ticks_at(&ticks, i);
		char text[UNIT_TEXT];

		snprintf(text, sizeof(text), value != 0 ? "%+.*f %%" : "%.*f",
			 value != 0 ? decimals : 0, value);
		draw_tick(d, value / 100, text);
	}
}

/* The smallest changes of interest: a band about 0, wider where less repeats. */
static void
draw_thresholds(const struct percentile_drawing *d, const struct axis *a)
{
	const struct percentile *p = d->p;

	for (size_t i = 0; i < p->n_rows;) {
		size_t end = i + 1;

		while (end < p->n_rows && p->row[end].theta == p->row[i].theta)
			end++;
		double theta = p->row[i].theta, left = i ? scale_at(&d->x, p->row[i].x) : d->x.from;
		double right = end < p->n_rows ? scale_at(&d->x, p->row[end].x) : d->x.to;
		double top = scale_at(&d->y, on_axis(a, theta));
		double bottom = scale_at(&d->y, on_axis(a, -theta / (1 + theta)));

		if (theta > 0)
			draw_rect(d->list, (struct point){left, top},
				  (struct point){right - left, bottom - top}, COLOUR_BAND);
		i = end;
	}
}

static void
draw_line_of_points(const struct percentile_drawing *d, const struct axis *a)
{
	struct point corner[PERCENTILE_POINTS];
	size_t n = 0;

	for (size_t i = 0; i < d->p->n_sure; i++) {
		double change = point_change(d->p, i);

		if (!isnan(change))
			corner[n++] = (struct point){scale_at(&d->x, d->p->x[i]),
						     scale_at(&d->y, on_axis(a, change))};
	}
	n = percentile_thin_out(corner, n, 0.2);
	if (n > 1)
		draw_polyline(d->list, corner, n, COLOUR_SECOND, 1.5);
}

/* A head on a bar that goes on beyond the panel. */
static void
draw_head(const struct percentile_drawing *d, double x, double tip, int down, enum colour colour)
{
	const struct point corner[] = {{x, tip}, {x - 3, tip - down * 5}, {x + 3, tip - down * 5}};

	draw_polygon(d->list, corner, countof(corner), colour);
}

static void
draw_bar(const struct percentile_drawing *d, const struct axis *a, const struct percentile_row *row)
{
	double x = scale_at(&d->x, row->x), low = on_axis(a, row->low);
	double high = on_axis(a, row->high), from = scale_at(&d->y, low);
	double to = scale_at(&d->y, high), y = scale_at(&d->y, on_axis(a, row->change));
	enum colour colour = mark_colour(row->verdict);
	char *name = percentile_name(row->quantile), *bounds = words_bounds(row->low, row->high);
	char change[UNIT_TEXT];
	char *title =
	    mem_format("%s %s %s: %s%s", name, unit_percent(row->change, change), bounds,
		       percentile_word(row), row->thin ? " (few requests lie beyond it)" : "");

	draw_group(d->list, title);
	draw_line(d->list, (struct point){x, from}, (struct point){x, to}, colour, 1.75);
	if (low < d->y.low)
		draw_head(d, x, d->y.from, 1, colour);
	if (high > d->y.high)
		draw_head(d, x, d->y.to, -1, colour);
	mark_draw(d->list, (struct point){x, y}, 3.5, row->verdict);
	draw_group_end(d->list);
	free(title);
	free(bounds);
	free(name);
}

/* "p99 +34.0 % [+32.0, +40.1]" above the bar; end is where the label before it ends. */
static void
draw_bar_label(const struct percentile_drawing *d, const struct percentile_row *row, double *end)
{
	struct type type = {FACE_BOLD, 11, mark_colour(row->verdict)};
	char *name = percentile_name(row->quantile), *bounds = words_bounds(row->low, row->high);
	char change[UNIT_TEXT];
	char *text = mem_format("%s %s %s", name, unit_percent(row->change, change), bounds);
	double width = draw_width(d->list, type, text), x = scale_at(&d->x, row->x);
	double left = fmax(fmin(x - 4, d->x.to - width), d->x.from + 4);

	if (left >= *end) {
		draw_textf(d->list, (struct point){left, d->y.to - 5}, ANCHOR_START, type, "%s",
			   text);
		*end = left + width + 10;
	}
	free(text);
	free(bounds);
	free(name);
}

/* The largest certain change and p99. */
static void
draw_labels(const struct percentile_drawing *d)
{
	const struct percentile_row *largest = percentile_largest(d->p);
	double end = -INFINITY;

	for (size_t i = 0; i < d->p->n_rows; i++) {
		const struct percentile_row *row = &d->p->row[i];
		bool decided =
		    row->verdict == VERDICT_REGRESSED || row->verdict == VERDICT_IMPROVED;

		if (row->x > d->p->x_end)
			continue;
		if (row == largest || (row->quantile == 0.99 && decided))
			draw_bar_label(d, row, &end);
	}
}

/* What the marks are, above the panel. */
static void
draw_change_head(const struct percentile_drawing *d, const struct axis *a, double y)
{
	const char *what = a->factors ? "new / base, log scale   (below x1 is better"
				      : "new / base \u2212 1   (below 0 is better";
	const char *marks = d->p->tested
				? "coloured: the whole interval is beyond the smallest change of "
				  "interest, the band"
				: "without intervals: they take findings of 'analyze compare' and "
				  "2 runs a side";

	draw_textf(d->list, (struct point){PICTURE_MARGIN, y}, ANCHOR_START, picture_head_type,
		   "%s; %s)", what, marks);
}

void
percentile_draw_change(struct percentile_drawing *d, double top, double height)
{
	struct axis a = {.factors = false};

	find_axis(d->p, &a);
	if (a.high > factors_from) {
		a.factors = true;
		find_axis(d->p, &a);
	}
	d->y = (struct scale){a.low, a.high, top + height, top + LABELS};
	draw_change_head(d, &a, top - 10);
	draw_thresholds(d, &a);
	draw_axis(d, &a);
	draw_line_of_points(d, &a);
	for (size_t i = 0; i < d->p->n_rows; i++) {
		if (d->p->row[i].tested && d->p->row[i].x <= d->p->x_end)
			draw_bar(d, &a, &d->p->row[i]);
	}
	draw_labels(d);
}
