/* A test over time, in ASCII: a heat map of characters, and what runs vary by. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/flow.h"

enum { ROWS = 16, LABEL = 8 };

static const char steps[] = " .:-=+*#@";

/* The side's cells as characters, the slowest on top. */
static void
write_map(const struct page *page, const struct flow *f, const struct flow_side *side, double low,
	  double high)
{
	size_t columns = flow_columns(f, page->width - LABEL - 1);
	const struct view ns = {"ns", 2};
	double most = 1, unit = 1;

	double *grid = flow_grid(side->cells, f->seconds, columns, low, high, ROWS);
	char *line = mem_alloc(columns + 1, 1);
	for (size_t i = 0; i < columns * ROWS; i++)
		most = fmax(most, grid[i]);
	while (most / unit >= 512)
		unit *= 2;
	page_blank(page);
	page_line(page, "%s%srun %.*s, %zu intervals", side->role, *side->role ? ", " : "",
		  VIEW_ARGS(side->run[side->typical].name), side->n_intervals);
	for (size_t r = ROWS; r-- > 0;) {
		char text[UNIT_TEXT];
		double from = exp(low + (high - low) * (double)r / ROWS);

		for (size_t c = 0; c < columns; c++)
			line[c] = steps[flow_step(grid[r * columns + c], unit)];
		page_line(page, "%*s|%s", LABEL, unit_print(from, ns, text), line);
	}
	free(line);
	free(grid);
}

static void
range(const struct flow *f, double *low, double *high)
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
	if (!(*high > *low))
		*high = *low + 1;
}

static void
write_whole(const struct page *page, const struct flow *f)
{
	const struct view ns = {"ns", 2};

	for (size_t s = 0; s < f->n_sides; s++) {
		const struct quantile_buckets *b = &f->side[s].whole;
		char p50[UNIT_TEXT], p99[UNIT_TEXT], p999[UNIT_TEXT];

		if (f->side[s].cells)
			page_line(page, "%-4s p50 %s, p99 %s, p99.9 %s", f->side[s].role,
				  unit_print(quantile_at(b, 0.5), ns, p50),
				  unit_print(quantile_at(b, 0.99), ns, p99),
				  unit_print(quantile_at(b, 0.999), ns, p999));
	}
}

void
heatmap_text(const struct page *page, const void *self, const struct input *input,
	     const char *title)
{
	const struct flow *f = self;
	struct picture_side sides[2];
	double low, high;

	flow_sides(f, sides);
	range(f, &low, &high);
	chart_text_top(
	    page, input, title, sides,
	    "Latency (log scale) over the time of the run whose p99 is the median of its "
	    "side. Each step of . : - = + * # @ doubles the count.");
	for (size_t s = 0; s < f->n_sides; s++) {
		if (f->side[s].cells)
			write_map(page, f, &f->side[s], low, high);
	}
	page_blank(page);
	write_whole(page, f);
	chart_text_foot(page, input, sides);
}

void
jitter_text(const struct page *page, const void *self, const struct input *input, const char *title)
{
	const struct flow *f = self;
	struct picture_side sides[2];
	struct numbers numbers;

	flow_sides(f, sides);
	chart_text_top(page, input, title, sides,
		       "CV: the standard deviation of a run's intervals over their mean.");
	flow_jitter_numbers(f, &numbers);
	chart_text_numbers(page, &numbers);
	numbers_free(&numbers);
	chart_text_foot(page, input, sides);
}
