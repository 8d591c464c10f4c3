/* What the files of percentile curves share; no other includes this. */
#ifndef RENDER_CHART_PERCENTILE_PART_H
#define RENDER_CHART_PERCENTILE_PART_H

#include "render/chart/percentile.h"
#include "render/chart/scale.h"

extern const double percentile_told[PERCENTILE_ROWS]; /* quantiles that may have a row */

/* Fills the rows; value[side] has PERCENTILE_POINTS values, then those of percentile_told. */
void percentile_fill_rows(struct percentile *p, const struct chart_request *r,
			  struct percentile_value *const value[2]);

/* compare's finding of that percentile, or NULL. */
const struct finding_compare *percentile_cell(const struct percentile *p, const struct input *input,
					      double quantile);

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
