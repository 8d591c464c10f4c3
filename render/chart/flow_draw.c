/* Axes over time, and the heat map. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/flow_part.h"
#include "render/model/commit.h"
#include "render/model/context.h"

enum {
	HEAT_ROWS = 72,
	HEAT_HEIGHT = 216, /* a multiple of the rows */
	HEAT_COLUMN = 3,   /* points: the narrowest cell */
	PANEL_GAP = 34,
	SWATCH = 14,
};

static const struct view ns = {"ns", 2};

enum colour
flow_colour(const struct flow *f, size_t side)
{
	return f->n_sides == 2 && side == 0 ? COLOUR_BASE : COLOUR_NEW;
}

double
flow_y(const struct flow_drawing *d, double latency)
{
	return scale_at(&d->y, latency > 0 ? log(latency) : d->y.low);
}

void
flow_latency_axis(const struct flow_drawing *d, bool grid)
{
	static const double steps[] = {1, 2, 5};
	bool dense = d->y.high - d->y.low < log(300);

	for (int decade = (int)floor(d->y.low / log(10)); decade * log(10) <= d->y.high; decade++) {
		for (size_t i = 0; i < (dense ? countof(steps) : 1); i++) {
			double value = steps[i] * pow(10, decade), at = log(value);
			struct unit_scale unit = unit_scale_for(value, ns);

			if (at < d->y.low || at > d->y.high)
				continue;
			double y = scale_at(&d->y, at);
			draw_line(d->list, (struct point){grid ? d->x.from : d->x.from - 4, y},
				  (struct point){grid ? d->x.to : d->x.from, y},
				  grid ? COLOUR_GRID : COLOUR_MUTED, 1);
			draw_textf(d->list, (struct point){d->x.from - 8, y + 4}, ANCHOR_END,
				   picture_row_second, "%g %s", value / unit.divisor, unit.suffix);
		}
	}
}

void
flow_time_axis(const struct flow_drawing *d, bool numbers)
{
	struct ticks ticks = ticks_for(d->x.low, d->x.high, 8);
	double y = d->y.from;

	draw_line(d->list, (struct point){d->x.from, y}, (struct point){d->x.to, y}, COLOUR_MUTED,
		  1);
	for (size_t i = 0; i < ticks.n; i++) {
		double value = ticks_at(&ticks, i), x = scale_at(&d->x, value);

		draw_line(d->list, (struct point){x, y}, (struct point){x, y + 4}, COLOUR_MUTED, 1);
		if (numbers)
			draw_textf(d->list, (struct point){x, y + 17}, ANCHOR_MIDDLE,
				   picture_row_second, "%.*f%s", ticks_decimals(&ticks), value,
				   i + 1 == ticks.n ? " s" : "");
	}
}

void
flow_name(const struct flow_drawing *d, double y)
{
	const struct flow_side *side = &d->f->side[d->side];
	struct type strong = {FACE_BOLD, 12, flow_colour(d->f, d->side)};
	struct type mono = {FACE_MONO, 10, COLOUR_SECOND};
	char *name = commit_short(side->commit);
	char *cut = picture_cut(d->list, mono, FLOW_LEFT - PICTURE_MARGIN - 58, name);

	draw_textf(d->list, (struct point){PICTURE_MARGIN, y}, ANCHOR_START, strong, "%s",
		   *side->role ? side->role : "run");
	draw_text(d->list, (struct point){PICTURE_MARGIN, y + 16}, ANCHOR_START, mono, cut);
	free(cut);
	free(name);
}

/* What all cells together span, as logarithms. */
static void
latency_range(const struct flow *f, double *low, double *high)
{
	*low = INFINITY;
	*high = -INFINITY;
	for (size_t s = 0; s < f->n_sides; s++) {
		const struct data_cells *cells = f->side[s].cells;

		for (size_t i = 0; cells && i < cells->n; i++) {
			*low = fmin(*low, log(fmax(cells->cell[i].low, 1)));
			*high = fmax(*high, log(fmax(cells->cell[i].high, 2)));
		}
	}
	if (!(*high > *low)) {
		*low = 0;
		*high = log(1000);
	}
}

/* What one step of the colours counts, so that the fullest cells reach the last one. */
static double
step_unit(double *const *grid, size_t n_sides, size_t n)
{
	double most = 1, unit = 1;

	for (size_t s = 0; s < n_sides; s++) {
		for (size_t i = 0; grid[s] && i < n; i++)
			most = fmax(most, grid[s][i]);
	}
	while (most / unit >= 512)
		unit *= 2;
	return unit;
}

static void
draw_cells(const struct flow_drawing *d, const double *grid, size_t columns, double unit)
{
	struct draw_pixels pixels = {columns, HEAT_ROWS, mem_alloc(columns * HEAT_ROWS, 1)};

	for (size_t r = 0; r < HEAT_ROWS; r++) {
		for (size_t c = 0; c < columns; c++) {
			int step = flow_step(grid[(HEAT_ROWS - 1 - r) * columns + c], unit);

			pixels.colour[r * columns + c] =
			    (unsigned char)(step ? COLOUR_HEAT1 + step - 1 : COLOUR_NONE);
		}
	}
	draw_image(d->list, (struct point){d->x.from, d->y.to},
		   (struct point){d->x.to - d->x.from, d->y.from - d->y.to}, &pixels);
	free(pixels.colour);
}

/* The p99 of each interval as steps, with a gap where there was none. */
static void
draw_p99(const struct flow_drawing *d)
{
	const struct flow_side *side = &d->f->side[d->side];
	struct point *line = mem_alloc(2 * side->n_intervals, sizeof(*line));
	struct type type = {FACE_BOLD, 10, COLOUR_BAD};
	size_t n = 0;

	for (size_t i = 0; i < side->n_intervals; i++) {
		const struct flow_interval *v = &side->interval[i];
		double y = flow_y(d, v->p99);

		if (i && v->start > side->interval[i - 1].end * 1.000001) {
			draw_polyline(d->list, line, n, COLOUR_BAD, 1.5);
			n = 0;
		}
		line[n++] = (struct point){scale_at(&d->x, v->start), y};
		line[n++] = (struct point){scale_at(&d->x, v->end), y};
	}
	if (n) {
		draw_polyline(d->list, line, n, COLOUR_BAD, 1.5);
		draw_textf(d->list, (struct point){d->x.to + 6, line[n - 1].y + 4}, ANCHOR_START,
			   type, "p99");
	}
	free(line);
}

/* p99.9 of the run, and how much lies above that of the first side. */
static void
draw_facts(const struct flow_drawing *d, double y)
{
	const struct flow *f = d->f;
	double limit = quantile_at(&f->side[f->side[0].cells ? 0 : 1].whole, 0.999);
	double above = flow_above(&f->side[d->side], limit);
	char text[UNIT_TEXT];

	draw_textf(d->list, (struct point){PICTURE_MARGIN, y}, ANCHOR_START, picture_head_type,
		   "p99.9");
	draw_textf(d->list, (struct point){PICTURE_MARGIN, y + 15}, ANCHOR_START, picture_row, "%s",
		   unit_print(quantile_at(&f->side[d->side].whole, 0.999), ns, text));
	if (isnan(above))
		return;
	draw_textf(d->list, (struct point){PICTURE_MARGIN, y + 36}, ANCHOR_START, picture_head_type,
		   "> %s", unit_print(limit, ns, text));
	draw_textf(d->list, (struct point){PICTURE_MARGIN, y + 51}, ANCHOR_START, picture_row,
		   "%.2f %%", above * 100);
}

static void
draw_legend(struct draw_list *list, double unit, double y)
{
	double x = list->width - PICTURE_MARGIN - 76;

	draw_textf(list, (struct point){x, y}, ANCHOR_START, picture_head_type, "I/Os in a cell");
	for (int i = COLOUR_HEATS - 1; i >= 0; i--) {
		double from = unit * pow(2, i), to = from * 2 - 1;
		double top = y + 8 + (double)(COLOUR_HEATS - 1 - i) * SWATCH;

		draw_rect(list, (struct point){x, top}, (struct point){16, SWATCH - 1.5},
			  COLOUR_HEAT1 + i);
		if (i == COLOUR_HEATS - 1)
			draw_textf(list, (struct point){x + 22, top + 10}, ANCHOR_START,
				   picture_head_type, "from %.0f", from);
		else if (i == 0 && unit > 1)
			draw_textf(list, (struct point){x + 22, top + 10}, ANCHOR_START,
				   picture_head_type, "1 - %.0f", to);
		else if (from == to)
			draw_textf(list, (struct point){x + 22, top + 10}, ANCHOR_START,
				   picture_head_type, "%.0f", from);
		else
			draw_textf(list, (struct point){x + 22, top + 10}, ANCHOR_START,
				   picture_head_type, "%.0f - %.0f", from, to);
	}
}

void
heatmap_draw(struct draw_list *list, const void *self, const struct input *input, const char *title,
	     size_t page)
{
	const struct flow *f = self;
	char *subtitle = flow_heat_subtitle(f);
	double left = FLOW_LEFT, right = list->width - PICTURE_MARGIN - FLOW_RIGHT, low, high;
	size_t columns = flow_columns(f, (size_t)((right - left) / HEAT_COLUMN));
	double *grid[2] = {NULL, NULL};
	struct picture_side sides[2];

	(void)page;
	flow_sides(f, sides);
	latency_range(f, &low, &high);
	for (size_t s = 0; s < countof(grid) && s < f->n_sides; s++) {
		if (f->side[s].cells)
			grid[s] =
			    flow_grid(f->side[s].cells, f->seconds, columns, low, high, HEAT_ROWS);
	}
	double unit = step_unit(grid, f->n_sides, columns * HEAT_ROWS);
	char *foot = context_foot(input, sides[0].commit, sides[1].commit, " \u00b7 ");
	double y = picture_top(list, input, title, sides, subtitle) + 18;
	draw_legend(list, unit, y + 4);
	for (size_t s = 0; s < countof(grid) && s < f->n_sides; s++) {
		struct flow_drawing d = {
		    list, f, s, {0, f->seconds, left, right}, {low, high, y + HEAT_HEIGHT, y}};

		flow_name(&d, y + 12);
		flow_latency_axis(&d, false);
		if (grid[s]) {
			draw_facts(&d, y + 56);
			draw_cells(&d, grid[s], columns, unit);
			draw_p99(&d);
		} else {
			draw_textf(list, (struct point){left + 12, y + HEAT_HEIGHT / 2.0},
				   ANCHOR_START, picture_head_type, "no run has cells");
		}
		flow_time_axis(&d, s + 1 == f->n_sides);
		y += HEAT_HEIGHT + PANEL_GAP;
		free(grid[s]);
	}
	draw_textf(list, (struct point){(left + right) / 2, y}, ANCHOR_MIDDLE, picture_head_type,
		   "time in the run");
	picture_bottom(list, foot, y + 26);
	free(foot);
	free(subtitle);
}
