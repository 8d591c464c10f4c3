/* Percentile curves in ASCII. */
#include "render/text/percentile_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/scale.h"

enum {
	PLOT_ROWS = 13,
	LABEL_WIDTH = 9, /* before the axis */
	PLOT_WIDTH = 60, /* at most */
};

struct plot {
	const struct percentile *p;
	size_t width;
	struct scale x, y; /* columns and rows; y is of logarithms */
	char *cell;        /* [row * width + column] */
};

static double
value_at(const struct plot *plot, size_t side, size_t point)
{
	return plot->p->side[side].point[point].value;
}

/* The axis over all values that are shown; false where no curve is. */
static bool
set_scales(struct plot *plot)
{
	double low = INFINITY, high = 0;

	for (size_t s = 0; s < plot->p->n_sides; s++) {
		for (size_t i = 0; i < plot->p->n_sure; i++) {
			double value = value_at(plot, s, i);

			if (value > 0) {
				low = fmin(low, value);
				high = fmax(high, value);
			}
		}
	}
	if (!(high > low) || plot->p->x_sure < 0.5)
		return false;
	plot->x = (struct scale){0, plot->p->x_sure, 0, (double)(plot->width - 1)};
	plot->y = (struct scale){log(low), log(high), PLOT_ROWS - 1, 0};
	return true;
}

/* The value of a side's curve above a column, by the two points beside it. */
static double
curve_at(const struct plot *plot, size_t side, size_t column)
{
	const struct percentile *p = plot->p;
	double x = p->x_sure * (double)column / (double)(plot->width - 1);
	size_t i = 1;

	while (i + 1 < p->n_sure && p->x[i] < x)
		i++;
	double from = log(value_at(plot, side, i - 1)), to = log(value_at(plot, side, i));
	double part = p->x[i] > p->x[i - 1] ? (x - p->x[i - 1]) / (p->x[i] - p->x[i - 1]) : 1;

	return from + fmax(0, fmin(1, part)) * (to - from);
}

static void
put_curves(struct plot *plot)
{
	for (size_t s = 0; s < plot->p->n_sides; s++) {
		for (size_t c = 0; c < plot->width; c++) {
			double y = curve_at(plot, s, c);

			if (!isfinite(y))
				continue;
			size_t row = (size_t)lround(scale_at(&plot->y, y));
			char *cell = &plot->cell[row * plot->width + c];
			if (*cell == ' ')
				*cell = plot->p->n_sides == 2 && s == 0 ? 'o' : '#';
			else
				*cell = '=';
		}
	}
}

static void
write_axis(const struct page *page, const struct plot *plot)
{
	char *line = mem_dup(""), *ruler = mem_alloc(plot->width + 1, 1);
	size_t end = 0;

	memset(ruler, '-', plot->width);
	for (int step = 0; (double)step <= plot->p->x_sure; step++) {
		char *name = percentile_name(step ? 1 - pow(10, -step) : 0.5);
		size_t at = (size_t)lround(scale_at(&plot->x, step ? step : M_LN2 / M_LN10));

		ruler[at] = '+';
		if (at >= end) {
			mem_append(&line, "%*s%s ", (int)(at - end), "", name);
			end = at + strlen(name) + 1;
		}
		free(name);
	}
	page_line(page, "%*s%s", LABEL_WIDTH + 1, "", ruler);
	page_line(page, "%*s%s", LABEL_WIDTH + 1, "", line);
	free(ruler);
	free(line);
}

static void
write_plot(const struct page *page, struct plot *plot)
{
	put_curves(plot);
	page_blank(page);
	page_line(page, "latency, log scale%s",
		  plot->p->n_sides == 2 ? "; o base, # new, = both" : "");
	for (size_t r = 0; r < PLOT_ROWS; r++) {
		double part = (double)r / (PLOT_ROWS - 1);
		double value = exp(plot->y.high + part * (plot->y.low - plot->y.high));
		char label[UNIT_TEXT] = "";

		if (r % 4 == 0)
			unit_print(value, view_of("ns"), label);
		page_line(page, "%*s|%.*s", LABEL_WIDTH, label, (int)plot->width,
			  plot->cell + r * plot->width);
	}
	write_axis(page, plot);
}

void
percentile_text(const struct page *page, const struct percentile *p, const struct input *input,
		const char *title)
{
	struct picture_side sides[2];
	struct numbers numbers;
	char *subtitle = percentile_subtitle(p, false);
	size_t room = page->width - LABEL_WIDTH - 2;
	struct plot plot = {.p = p, .width = room < PLOT_WIDTH ? room : PLOT_WIDTH};

	percentile_sides(p, sides);
	chart_text_top(page, input, title, sides, subtitle);
	plot.cell = mem_alloc(PLOT_ROWS * plot.width, 1);
	memset(plot.cell, ' ', PLOT_ROWS * plot.width);
	if (set_scales(&plot))
		write_plot(page, &plot);
	percentile_numbers(p, &numbers);
	chart_text_numbers(page, &numbers);
	numbers_free(&numbers);
	chart_text_foot(page, input, sides);
	free(plot.cell);
	free(subtitle);
}
