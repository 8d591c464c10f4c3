/* Draws a display list with cairo: what the PNG and the PDF back-end share. */
#ifndef RENDER_DRAW_PAINT_H
#define RENDER_DRAW_PAINT_H

#include <cairo.h>
#include <stdio.h>

#include "render/draw/list.h"

/* What cairo calls with the bytes of a file: writes them to the FILE that ctx is, and says when it
 * cannot, which cairo's own file writer does not. */
cairo_status_t paint_put(void *ctx, const unsigned char *data, unsigned int n);

/* Paints all of the list, ground first, in points. snap_scale > 0: cr is scaled to that many
 * pixels a point, and horizontal and vertical lines are moved by less than a pixel so that they
 * do not blur. Errors stay in cr's status. */
void paint_list(cairo_t *cr, const struct draw_list *list, const struct theme *theme,
		double snap_scale);

#endif
