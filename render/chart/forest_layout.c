/* Where the columns of a forest's picture stand. */
#include "render/chart/forest_layout.h"

#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "render/chart/picture.h"

enum {
	GAP = 16,      /* between columns */
	NAME_MIN = 80, /* points that a test's name may take */
	NAME_MAX = 230,
	AXIS_MIN = 180,
	ROWS_DENSE = 16, /* rows from which on they stand closer */
};

static double
text_width(const struct draw_list *list, struct type type, char *text)
{
	double width = draw_width(list, type, text);

	free(text);
	return width;
}

/* The widest cell of a column over all panels, heads included; 0 where every cell is empty. */
static double
column_width(const struct draw_list *list, const struct forest *forest, enum cells_column cell)
{
	double widest = 0, head = 0;

	for (size_t p = 0; p < forest->n_panels; p++) {
		const struct forest_panel *panel = &forest->panel[p];
		const struct comparison_row *row = forest->comparison->row + panel->first;

		head = fmax(head, text_width(list, picture_head_type,
					     cell == CELL_NAME
						 ? mem_dup(panel->title)
						 : cells_head(cell, &panel->scale, row->f->unit)));
		for (size_t i = 0; i < panel->n; i++) {
			/* Changes are set in bold, which is wider. */
			struct type type = cell == CELL_CHANGE ? picture_strong : picture_row;

			widest = fmax(widest, text_width(list, type,
							 cells_text(forest->comparison, &row[i],
								    cell, &panel->scale, true)));
		}
	}
	widest = widest > 0 ? fmax(widest, head) : 0;
	return cell == CELL_NAME ? fmin(fmax(widest, NAME_MIN), NAME_MAX) : widest;
}

/* What the name gives up so that the axis is not squeezed; its text is cut then. */
static double
shrink_name(const double *width, double room)
{
	double sum = 2.0 * FOREST_AXIS_MARGIN - 2.0 * GAP;

	for (enum cells_column cell = 0; cell < CELLS; cell++)
		sum += width[cell] > 0 ? width[cell] + GAP : 0;
	double lacking = AXIS_MIN - (room - sum);
	return fmax(NAME_MIN, width[CELL_NAME] - fmax(lacking, 0));
}

struct forest_layout
forest_lay_out(const struct draw_list *list, const struct forest *forest)
{
	struct forest_layout layout = {
	    .row_height = forest->comparison->n_rows < ROWS_DENSE ? 24 : 20,
	};
	double left = PICTURE_MARGIN, right = list->width - PICTURE_MARGIN, width[CELLS];

	for (enum cells_column cell = 0; cell < CELLS; cell++)
		width[cell] = column_width(list, forest, cell);
	width[CELL_NAME] = shrink_name(width, right - left);
	for (enum cells_column cell = CELL_NAME; cell <= CELL_NEW; cell++) {
		layout.left[cell] = left;
		layout.right[cell] = left + width[cell];
		left += width[cell] > 0 ? width[cell] + GAP : 0;
	}
	for (enum cells_column cell = CELL_INTERVAL; cell > CELL_NEW; cell--) {
		layout.right[cell] = right;
		layout.left[cell] = right - width[cell];
		right -= width[cell] > 0 ? width[cell] + GAP : 0;
	}
	layout.axis_from = round(left - GAP + FOREST_AXIS_MARGIN);
	layout.axis_to = round(right + GAP - FOREST_AXIS_MARGIN);
	return layout;
}
