/* Runs before and after, in ASCII: a line of runs for each side on one axis. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/dist.h"
#include "render/chart/scale.h"

enum { ROLE_WIDTH = 6, MARGIN = 2 };

/* Runs as their number in each column, 10 and more as '#'. */
static void
write_runs(const struct page *page, const struct dist_side *side, const struct scale *axis,
	   size_t width)
{
	char *line = mem_alloc(width + 1, 1);
	size_t *count = mem_alloc(width, sizeof(*count));

	for (size_t i = 0; i < side->n; i++)
		count[lround(scale_at(axis, side->run[i].value))]++;
	for (size_t c = 0; c < width; c++)
		line[c] = (char)(count[c] == 0   ? ' '
				 : count[c] == 1 ? 'o'
				 : count[c] < 10 ? '0' + (int)count[c]
						 : '#');
	page_line(page, "%-*s %s", ROLE_WIDTH, side->role, line);
	free(count);
	free(line);
}

/* [----|----]: the mean in its interval; arrows where that goes on. */
static void
write_mean(const struct page *page, const struct dist_side *side, const struct scale *axis,
	   size_t width)
{
	char *line = mem_alloc(width + 1, 1);
	size_t mean = (size_t)lround(scale_at(axis, side->mean));

	memset(line, ' ', width);
	if (!isnan(side->low)) {
		size_t from = (size_t)lround(scale_at(axis, side->low));
		size_t to = (size_t)lround(scale_at(axis, side->high));

		memset(line + from, '-', to - from + 1);
		line[from] = side->low < axis->low ? '<' : '[';
		line[to] = side->high > axis->high ? '>' : ']';
	}
	line[mean] = '|';
	page_line(page, "%-*s %s", ROLE_WIDTH, "", line);
	free(line);
}

void
dist_text(const struct page *page, const void *self, const struct input *input, const char *title)
{
	const struct dist *d = self;
	size_t width = page->width - ROLE_WIDTH - 1 - MARGIN;
	struct scale axis = {d->low, d->high, 0, (double)width - 1};
	char *subtitle =
	    mem_format("Runs in order of %s: o is one run, a figure so many; | the mean, "
		       "[ ] its 95 %% interval.",
		       d->metric);
	char low[UNIT_TEXT], high[UNIT_TEXT], *order = dist_order_words(d);
	struct picture_side sides[2];
	struct numbers numbers;

	dist_sides(d, sides);
	chart_text_top(page, input, title, sides, subtitle);
	page_blank(page);
	unit_print(d->high, d->unit, high);
	page_line(page, "%-*s %-*s%s", ROLE_WIDTH, "", (int)(width - strlen(high)),
		  unit_print(d->low, d->unit, low), high);
	for (size_t s = 0; s < d->n_sides; s++) {
		if (d->side[s].n == 0)
			continue;
		write_runs(page, &d->side[s], &axis, width);
		write_mean(page, &d->side[s], &axis, width);
	}
	dist_numbers(d, &numbers);
	chart_text_numbers(page, &numbers);
	numbers_free(&numbers);
	page_blank(page);
	page_wrap(page, 0, "%s.", order);
	chart_text_foot(page, input, sides);
	free(order);
	free(subtitle);
}
