/* Sweeps as display lists: scaling has panels of rate, p99 and change below each other for each
 * family of tests; knee one panel each. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/mark.h"
#include "render/chart/scale.h"
#include "render/chart/sweep_part.h"
#include "render/model/context.h"
#include "render/model/words.h"

enum {
	AXIS_LEFT = 52, /* numbers of the y axes, of the leftmost panel */
	COLUMN_GAP = 16,
	RATE_HEIGHT = 140,
	TAIL_HEIGHT = 110,
	CHANGE_HEIGHT = 70,
	GAP = 14,
	TICKS_MOST = 12,
};

double
sweep_log_at(const struct scale *scale, double value)
{
	return scale_at(scale, value > 0 ? log10(value) : scale->low);
}

/* A scale over the logarithms of low .. high with a little room on both ends. */
struct scale
sweep_log_scale(double low, double high, double room, double from, double to)
{
	double a = log10(low), b = log10(high), margin = fmax((b - a) * room, 0.02);

	return (struct scale){a - margin, b + margin, from, to};
}

struct sweep_panel
sweep_panel(const struct draw_list *list, const struct sweep *s, size_t i)
{
	size_t columns = s->n < SWEEP_COLUMNS ? s->n : SWEEP_COLUMNS;
	double left = PICTURE_MARGIN + AXIS_LEFT, width = list->width - PICTURE_MARGIN - left;
	double each = (width - COLUMN_GAP * (double)(columns - 1)) / (double)columns;

	left += (double)(i % columns) * (each + COLUMN_GAP);
	return (struct sweep_panel){left, left + each};
}

/* 1-2-5 ticks of a logarithmic scale, fewer where it is long. */
static size_t
log_ticks(const struct scale *scale, double ticks[TICKS_MOST])
{
	static const double one[] = {1}, all[] = {1, 2, 5};
	bool dense = scale->high - scale->low < 2.2;
	const double *steps = dense ? all : one;
	size_t n_steps = dense ? countof(all) : countof(one), n = 0;

	for (int decade = (int)floor(scale->low); decade <= scale->high; decade++) {
		for (size_t i = 0; i < n_steps; i++) {
			double value = steps[i] * pow(10, decade);

			if (log10(value) >= scale->low && log10(value) <= scale->high &&
			    n < TICKS_MOST)
				ticks[n++] = value;
		}
	}
	return n;
}

void
sweep_y_tick(const struct sweep_drawing *d, double y, const char *text)
{
	draw_line(d->list, (struct point){d->x.from, y}, (struct point){d->x.to, y}, COLOUR_GRID,
		  1);
	if (d->first)
		draw_textf(d->list, (struct point){d->x.from - 8, y + 4}, ANCHOR_END,
			   picture_row_second, "%s", text);
}

void
sweep_tail_axis(const struct sweep_drawing *d)
{
	double ticks[TICKS_MOST];
	size_t n = log_ticks(&d->y, ticks);

	for (size_t i = 0; i < n; i++) {
		struct unit_scale unit = unit_scale_for(ticks[i], d->s->unit[SWEEP_TAIL]);
		char *text = mem_format("%g %s", ticks[i] / unit.divisor, unit.suffix);

		sweep_y_tick(d, sweep_log_at(&d->y, ticks[i]), text);
		free(text);
	}
}

static void
draw_rate_axis(const struct sweep_drawing *d)
{
	struct unit_scale unit = unit_scale_for(d->y.high, d->s->unit[SWEEP_RATE]);
	struct ticks ticks = ticks_for(0, d->y.high / unit.divisor, 5);

	for (size_t i = 0; i < ticks.n; i++) {
		double value = ticks_at(&ticks, i);
		char *text = mem_format("%.*f%s%s", ticks_decimals(&ticks), value,
					value == 0 ? "" : " ", value == 0 ? "" : unit.suffix);

		sweep_y_tick(d, scale_at(&d->y, value * unit.divisor), text);
		free(text);
	}
}

/* The parameter's values below the last panel, as many as have room. */
static void
draw_x_axis(const struct sweep_drawing *d, const struct sweep_family *family, double bottom)
{
	double last = -INFINITY;

	for (size_t k = 0; k < family->n; k++) {
		double x = sweep_log_at(&d->x, family->point[k].x);
		char *text = sweep_x_text(d->s, family->point[k].x);
		double half = draw_width(d->list, picture_row_second, text) / 2;

		draw_line(d->list, (struct point){x, bottom}, (struct point){x, bottom + 4},
			  COLOUR_MUTED, 1);
		if (x - half > last + 6) {
			draw_textf(d->list, (struct point){x, bottom + 17}, ANCHOR_MIDDLE,
				   picture_row_second, "%s", text);
			last = x + half;
		}
		free(text);
	}
	draw_line(d->list, (struct point){d->x.from, bottom}, (struct point){d->x.to, bottom},
		  COLOUR_MUTED, 1);
	draw_textf(d->list, (struct point){(d->x.from + d->x.to) / 2, bottom + 33}, ANCHOR_MIDDLE,
		   picture_head_type, "%s", d->s->axis);
}

static double
value_at(const struct sweep_drawing *d, enum sweep_metric m, double value)
{
	return m == SWEEP_TAIL ? sweep_log_at(&d->y, value) : scale_at(&d->y, value);
}

static char *
point_title(const struct sweep *s, const struct sweep_point *p, size_t side, enum sweep_metric m)
{
	const struct sweep_value *v = &p->side[side][m];
	char value[UNIT_TEXT], low[UNIT_TEXT], high[UNIT_TEXT], *x = sweep_x_text(s, p->x);
	char *title = mem_format("%.*s\n%s %s, %.*s: %s", VIEW_ARGS(p->test), s->axis, x,
				 VIEW_ARGS(side ? s->commit : s->base),
				 unit_print(v->value, s->unit[m], value));

	if (!isnan(v->low))
		mem_append(&title, " [%s, %s]", unit_print(v->low, s->unit[m], low),
			   unit_print(v->high, s->unit[m], high));
	mem_append(&title, ", %zu runs", v->runs);
	free(x);
	return title;
}

/* A point; that of base is hollow, so that grey print tells the sides apart. */
void
sweep_dot(const struct sweep_drawing *d, const struct sweep_point *p, size_t side,
	  enum sweep_metric m, struct point at)
{
	enum colour colour = sweep_colour(d->s, side);
	char *title = point_title(d->s, p, side, m);

	draw_group(d->list, title);
	draw_circle(d->list, at, 3.5, colour == COLOUR_BASE ? COLOUR_PAPER : colour, colour, 1.5);
	draw_group_end(d->list);
	free(title);
}

void
sweep_line(const struct sweep_drawing *d, const struct point *line, size_t n, enum colour colour)
{
	if (n < 2)
		return;
	draw_polyline(d->list, line, n, colour, 1.75);
	if (colour == COLOUR_BASE)
		draw_dash(d->list, 4);
}

/* One side's line with intervals; base is dashed. */
static void
draw_side(const struct sweep_drawing *d, const struct sweep_family *family, size_t side,
	  enum sweep_metric m)
{
	enum colour colour = sweep_colour(d->s, side);
	struct point *line = mem_alloc(family->n, sizeof(*line));
	size_t n = 0;

	for (size_t k = 0; k < family->n; k++) {
		const struct sweep_value *v = &family->point[k].side[side][m];
		/* Beside each other, so that both intervals are seen. */
		double shift = d->s->n_sides == 2 ? (side ? 2.5 : -2.5) : 0;
		double x = sweep_log_at(&d->x, family->point[k].x) + shift;

		if (isnan(v->value))
			continue;
		line[n++] = (struct point){x, value_at(d, m, v->value)};
		if (!isnan(v->low))
			draw_line(d->list, (struct point){x, value_at(d, m, v->low)},
				  (struct point){x, value_at(d, m, v->high)}, colour, 2);
	}
	sweep_line(d, line, n, colour);
	n = 0;
	for (size_t k = 0; k < family->n; k++) {
		if (!isnan(family->point[k].side[side][m].value))
			sweep_dot(d, &family->point[k], side, m, line[n++]);
	}
	free(line);
}

/* The largest end of a change that is shown, 0.05 at least. */
static double
change_range(const struct sweep *s)
{
	double most = 0.05;

	for (size_t i = 0; i < s->n; i++) {
		for (size_t k = 0; k < s->family[i].n; k++) {
			const struct finding_compare *f = s->family[i].point[k].f[SWEEP_RATE];

			if (!f || isnan(f->change))
				continue;
			most = fmax(most, fmin(fabs(f->change), 4));
			if (!isnan(f->low))
				most = fmax(most, fmin(fmax(fabs(f->low), fabs(f->high)),
						       2 * fmax(most, 0.25)));
		}
	}
	return most;
}

static void
draw_changes(const struct sweep_drawing *d, const struct sweep_family *family)
{
	double zero = scale_at(&d->y, 0);
	char text[UNIT_TEXT];

	for (int i = -1; i <= 1; i++) {
		double value = i * floor(d->y.high * 50) / 50;

		sweep_y_tick(d, scale_at(&d->y, value), i == 0 ? "0" : unit_change(value, text));
	}
	draw_line(d->list, (struct point){d->x.from, zero}, (struct point){d->x.to, zero},
		  COLOUR_SECOND, 1.25);
	for (size_t k = 0; k < family->n; k++) {
		const struct finding_compare *f = family->point[k].f[SWEEP_RATE];
		double x = sweep_log_at(&d->x, family->point[k].x);

		if (!f || isnan(f->change))
			continue;
		if (!isnan(f->low))
			draw_line(d->list, (struct point){x, scale_at(&d->y, f->low)},
				  (struct point){x, scale_at(&d->y, f->high)},
				  mark_colour(f->verdict), 2.5);
		mark_draw(d->list, (struct point){x, scale_at(&d->y, f->change)}, 5, f->verdict);
	}
}

void
sweep_family_name(const struct sweep_drawing *d, const struct sweep_family *family, double y)
{
	char *cut = picture_cut(d->list, picture_strong, d->x.to - d->x.from, family->label);

	draw_textf(d->list, (struct point){d->x.from, y}, ANCHOR_START, picture_strong, "%s", cut);
	free(cut);
}

/* What a row of panels shows, at the left above it. */
void
sweep_row_name(const struct sweep_drawing *d, double y, const char *name)
{
	if (d->first)
		draw_textf(d->list, (struct point){PICTURE_MARGIN, y}, ANCHOR_START,
			   picture_head_type, "%s", name);
}

static double
draw_scaling_family(struct draw_list *list, const struct sweep *s, size_t i, double top)
{
	const struct sweep_family *family = &s->family[i];
	struct sweep_panel panel = sweep_panel(list, s, i);
	struct sweep_drawing d = {.list = list, .s = s, .first = i % SWEEP_COLUMNS == 0};
	const char *rate = view_is(s->unit[SWEEP_RATE], "iops") ? "IOPS" : "bandwidth";

	d.x = sweep_log_scale(s->x_low, s->x_high, 0.08, panel.left, panel.right);
	sweep_family_name(&d, family, top + 8);
	double y = top + SWEEP_HEAD + 14;
	sweep_row_name(&d, y - 12, rate);
	d.y = (struct scale){0, s->high[SWEEP_RATE] * 1.04, y + RATE_HEIGHT, y};
	draw_rate_axis(&d);
	for (size_t side = 0; side < s->n_sides; side++)
		draw_side(&d, family, side, SWEEP_RATE);
	y += RATE_HEIGHT + GAP + 14;
	sweep_row_name(&d, y - 12, "p99 latency, log scale");
	d.y = sweep_log_scale(s->low[SWEEP_TAIL], s->high[SWEEP_TAIL], 0.06, y + TAIL_HEIGHT, y);
	sweep_tail_axis(&d);
	for (size_t side = 0; side < s->n_sides; side++)
		draw_side(&d, family, side, SWEEP_TAIL);
	y += TAIL_HEIGHT;
	if (s->n_sides == 2) {
		double range = change_range(s) * 1.1;
		char *name = mem_format("change of %s", rate);

		y += GAP + 14;
		sweep_row_name(&d, y - 12, name);
		free(name);
		d.y = (struct scale){-range, range, y + CHANGE_HEIGHT, y};
		draw_changes(&d, family);
		y += CHANGE_HEIGHT;
	}
	draw_x_axis(&d, family, y);
	return y + SWEEP_FOOT;
}

/* Which line is whose, and what the marks are. */
static void
draw_legend(struct draw_list *list, const struct sweep *s, bool marks, double y)
{
	static const enum verdict shown[] = {VERDICT_REGRESSED, VERDICT_IMPROVED, VERDICT_SAME,
					     VERDICT_SHIFTED, VERDICT_UNDECIDED};
	double x = PICTURE_MARGIN;

	for (size_t side = 0; side < s->n_sides && s->n_sides == 2; side++) {
		enum colour colour = sweep_colour(s, side);
		struct type type = {FACE_BOLD, 11, colour};
		const char *word = side ? "new" : "base";

		draw_line(list, (struct point){x, y - 4}, (struct point){x + 26, y - 4}, colour,
			  1.75);
		if (side == 0)
			draw_dash(list, 4);
		draw_circle(list, (struct point){x + 13, y - 4}, 3.5, side ? colour : COLOUR_PAPER,
			    colour, 1.5);
		draw_textf(list, (struct point){x + 34, y}, ANCHOR_START, type, "%s", word);
		x += 34 + draw_width(list, type, word) + 24;
	}
	for (size_t i = 0; marks && i < countof(shown); i++) {
		mark_draw(list, (struct point){x + 6, y - 4}, 5, shown[i]);
		draw_textf(list, (struct point){x + 17, y}, ANCHOR_START, picture_row_second, "%s",
			   verdict_name[shown[i]]);
		x += 17 + draw_width(list, picture_row_second, verdict_name[shown[i]]) + 18;
	}
}

static void
draw_sweep(struct draw_list *list, const struct sweep *s, const struct input *input,
	   const char *title, bool knee)
{
	struct picture_side sides[2];
	char *subtitle = sweep_subtitle(s, knee);

	sweep_sides(s, sides);
	char *foot = context_foot(input, sides[0].commit, sides[1].commit, " \u00b7 ");
	double top = picture_top(list, input, title, sides, subtitle) + 16, bottom = top;
	for (size_t i = 0; i < s->n; i++) {
		if (i && i % SWEEP_COLUMNS == 0)
			top = bottom + 8;
		bottom = knee ? sweep_knee(list, s, i, top) : draw_scaling_family(list, s, i, top);
	}
	draw_legend(list, s, !knee && s->n_sides == 2, bottom);
	picture_bottom(list, foot, bottom + 26);
	free(foot);
	free(subtitle);
}

void
scaling_draw(struct draw_list *list, const void *self, const struct input *input, const char *title,
	     size_t page)
{
	(void)page;
	draw_sweep(list, self, input, title, false);
}

void
knee_draw(struct draw_list *list, const void *self, const struct input *input, const char *title,
	  size_t page)
{
	(void)page;
	draw_sweep(list, self, input, title, true);
}
