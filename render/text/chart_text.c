/* What the text twins of charts share: what stands around them, and their table of numbers. */
#include <stdlib.h>

#include "collect/base/mem.h"
#include "render/chart/chart.h"
#include "render/model/context.h"
#include "render/text/commits.h"
#include "render/text/grid.h"

void
chart_text_top(const struct page *page, const struct input *input, const char *title,
	       const struct picture_side sides[2], const char *subtitle)
{
	page_wrap(page, 0, "%s", title);
	page_blank(page);
	for (int i = 0; i < 2; i++) {
		if (sides[i].commit.n)
			commits_line(page, input, sides[i].role, sides[i].commit);
	}
	page_wrap(page, 0, "%s", subtitle);
}

void
chart_text_numbers(const struct page *page, const struct numbers *numbers)
{
	struct grid grid;

	grid_init(&grid, numbers->n_columns);
	grid_row(&grid);
	for (size_t c = 0; c < numbers->n_columns; c++) {
		grid.left[c] = numbers->column[c].left;
		grid_set(&grid, 0, c, mem_dup(numbers->column[c].head));
	}
	for (size_t r = 0; r < numbers->n_rows; r++) {
		size_t row = grid_row(&grid);

		for (size_t c = 0; c < numbers->n_columns; c++)
			grid_set(&grid, row, c, mem_dup(numbers_cell(numbers, r, c)));
	}
	page_blank(page);
	page_wrap(page, 0, "%s", numbers->caption);
	grid_print(&grid, page, 2);
	grid_free(&grid);
}

void
chart_text_foot(const struct page *page, const struct input *input,
		const struct picture_side sides[2])
{
	char *foot = context_foot(input, sides[0].commit, sides[1].commit, ", ");

	if (*foot) {
		page_blank(page);
		page_wrap(page, 0, "%s", foot);
	}
	free(foot);
}
