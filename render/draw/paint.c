/* A display list on a cairo surface. */
#include "render/draw/paint.h"

#include <math.h>

cairo_status_t
paint_put(void *ctx, const unsigned char *data, unsigned int n)
{
	return fwrite(data, 1, n, ctx) == n ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static void
set_colour(cairo_t *cr, enum colour colour, const struct theme *theme)
{
	unsigned rgb = theme->rgb[colour];

	cairo_set_source_rgb(cr, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0,
			     (rgb & 255) / 255.0);
}

static void
fill_and_stroke(cairo_t *cr, const struct draw_item *item, const struct theme *theme)
{
	if (item->fill != COLOUR_NONE) {
		set_colour(cr, item->fill, theme);
		cairo_fill_preserve(cr);
	}
	if (item->stroke != COLOUR_NONE) {
		set_colour(cr, item->stroke, theme);
		cairo_set_line_width(cr, item->stroke_width);
		cairo_stroke_preserve(cr);
	}
	cairo_new_path(cr);
}

/* The nearest place at which a line of that width covers whole pixels. */
static double
snapped(double at, double width, double scale)
{
	bool odd = (long)round(width * scale) % 2 != 0;

	return odd ? (floor(at * scale) + 0.5) / scale : round(at * scale) / scale;
}

static void
paint_line(cairo_t *cr, const struct draw_item *item, const struct theme *theme, double snap_scale)
{
	struct point from = item->at, to = item->to;

	if (snap_scale > 0 && from.x == to.x)
		from.x = to.x = snapped(from.x, item->stroke_width, snap_scale);
	if (snap_scale > 0 && from.y == to.y)
		from.y = to.y = snapped(from.y, item->stroke_width, snap_scale);
	set_colour(cr, item->stroke, theme);
	cairo_set_line_width(cr, item->stroke_width);
	cairo_set_line_cap(cr, item->stroke_width > 2 ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
	cairo_move_to(cr, from.x, from.y);
	cairo_line_to(cr, to.x, to.y);
	cairo_stroke(cr);
}

static void
paint_text(cairo_t *cr, const struct draw_item *item, const struct font *font,
	   const struct theme *theme)
{
	static const double part[] = {[ANCHOR_START] = 0, [ANCHOR_MIDDLE] = 0.5, [ANCHOR_END] = 1};
	double width = font_width(font, item->face, item->size, item->text);

	font_select(font, cr, item->face, item->size);
	set_colour(cr, item->fill, theme);
	cairo_move_to(cr, item->at.x - part[item->anchor] * width, item->at.y);
	cairo_show_text(cr, item->text);
	cairo_new_path(cr);
}

static void
paint_item(cairo_t *cr, const struct draw_item *item, const struct draw_list *list,
	   const struct theme *theme, double snap_scale)
{
	switch (item->op) {
	case DRAW_LINE:
		paint_line(cr, item, theme, snap_scale);
		break;
	case DRAW_RECT:
		cairo_rectangle(cr, item->at.x, item->at.y, item->to.x, item->to.y);
		fill_and_stroke(cr, item, theme);
		break;
	case DRAW_CIRCLE:
		cairo_arc(cr, item->at.x, item->at.y, item->to.x, 0, 2 * M_PI);
		fill_and_stroke(cr, item, theme);
		break;
	case DRAW_POLYGON:
		for (size_t i = 0; i < item->n_corners; i++)
			cairo_line_to(cr, item->corner[i].x, item->corner[i].y);
		cairo_close_path(cr);
		fill_and_stroke(cr, item, theme);
		break;
	case DRAW_TEXT:
		paint_text(cr, item, list->font, theme);
		break;
	case DRAW_GROUP:
	case DRAW_GROUP_END:
		break;
	}
}

void
paint_list(cairo_t *cr, const struct draw_list *list, const struct theme *theme, double snap_scale)
{
	set_colour(cr, COLOUR_PAPER, theme);
	cairo_paint(cr);
	for (size_t i = 0; i < list->n; i++)
		paint_item(cr, &list->item[i], list, theme, snap_scale);
}
