/* Where the columns of a forest's picture stand. */
#ifndef RENDER_CHART_FOREST_LAYOUT_H
#define RENDER_CHART_FOREST_LAYOUT_H

#include "render/chart/forest.h"
#include "render/chart/scale.h"
#include "render/model/cells.h"

enum { FOREST_AXIS_MARGIN = 28 /* points between axis and columns */ };

/* The same for all panels, so that their columns line up. */
struct forest_layout {
	double left[CELLS], right[CELLS]; /* of each column; equal where it has nothing */
	double axis_from, axis_to;
	double row_height;
};

/* Measures all cells with the list's font; the list has its width. */
struct forest_layout forest_lay_out(const struct draw_list *list, const struct forest *forest);

#endif
