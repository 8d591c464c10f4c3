/* Long series for a picture: no more points than the eye can tell apart, and no outlier lost. */
#ifndef RENDER_DRAW_DECIMATE_H
#define RENDER_DRAW_DECIMATE_H

#include <stddef.h>

#include "render/draw/list.h"

/* Of n points in ascending x, those to draw on columns equal columns between from and to: in each
 * column the first, the lowest, the highest and the last, in their own order (the M4 aggregation of
 * Jugel and others 2014), so that lines through them cover the same pixels. Points that are not
 * finite, or lie outside, are left out. Returns how many there are in *out, which the caller frees;
 * at most four a column, and all of them where that is no fewer. */
size_t decimate(const struct point *in, size_t n, double from, double to, size_t columns,
		struct point **out);

#endif
