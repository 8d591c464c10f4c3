/* What the files that draw percentile curves share; no other includes this. */
#ifndef RENDER_CHART_PERCENTILE_PART_H
#define RENDER_CHART_PERCENTILE_PART_H

#include "render/chart/percentile.h"
#include "render/chart/scale.h"

struct percentile_drawing {
	struct draw_list *list;
	const struct percentile *p;
	char *name[2]; /* all that is known of the sides' commits */
	struct scale x;
	struct scale y; /* of logarithms of latencies, or of what stands for changes */
};

/* Leaves out points that lie within tolerance of the line through those that stay; the first and
 * the last stay. Returns how many there are then. */
size_t percentile_thin_out(struct point *at, size_t n, double tolerance);

/* The values at the percentiles that people quote, beside the curves. */
void percentile_draw_labels(const struct percentile_drawing *d);

/* The panel of changes, without its x axis. */
void percentile_draw_change(struct percentile_drawing *d, double top, double height);

#endif
