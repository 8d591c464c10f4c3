/* A display list on a cairo surface. */
#include "render/draw/paint.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

cairo_status_t
paint_put(void *ctx, const unsigned char *data, unsigned int n)
{
	return fwrite(data, 1, n, ctx) == n ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static void
set_colour(cairo_t *cr, enum colour colour, double opacity, const struct theme *theme)
{
	unsigned rgb = theme->rgb[colour];

	cairo_set_source_rgba(cr, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0,
			      (rgb & 255) / 255.0, opacity);
}

static void
set_stroke(cairo_t *cr, const struct draw_item *item, const struct theme *theme)
{
	set_colour(cr, item->stroke, item->opacity, theme);
	cairo_set_line_width(cr, item->stroke_width);
	cairo_set_dash(cr, &item->dash, item->dash > 0, 0);
	cairo_set_line_cap(cr, item->stroke_width > 2 ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
	cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
}

static void
fill_and_stroke(cairo_t *cr, const struct draw_item *item, const struct theme *theme)
{
	if (item->fill != COLOUR_NONE) {
		set_colour(cr, item->fill, item->opacity, theme);
		cairo_fill_preserve(cr);
	}
	if (item->stroke != COLOUR_NONE) {
		set_stroke(cr, item, theme);
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
	set_stroke(cr, item, theme);
	cairo_move_to(cr, from.x, from.y);
	cairo_line_to(cr, to.x, to.y);
	cairo_stroke(cr);
}

/* In pieces: what a stroke costs grows faster than its length. */
static void
paint_polyline(cairo_t *cr, const struct draw_item *item, const struct theme *theme)
{
	enum { PIECE = 500 };

	set_stroke(cr, item, theme);
	for (size_t i = 0; i < item->n_corners; i++) {
		cairo_line_to(cr, item->corner[i].x, item->corner[i].y);
		if ((i + 1) % PIECE == 0 || i + 1 == item->n_corners) {
			cairo_stroke(cr);
			cairo_move_to(cr, item->corner[i].x, item->corner[i].y);
		}
	}
	cairo_new_path(cr);
}

static void
paint_image(cairo_t *cr, const struct draw_item *item, const struct theme *theme)
{
	const struct draw_pixels *p = &item->pixels;
	cairo_surface_t *surface =
	    cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)p->width, (int)p->height);
	unsigned char *data = cairo_image_surface_get_data(surface);
	size_t stride = (size_t)cairo_image_surface_get_stride(surface);

	cairo_surface_flush(surface);
	for (size_t y = 0; data && y < p->height; y++) {
		for (size_t x = 0; x < p->width; x++) {
			unsigned char colour = p->colour[y * p->width + x];
			uint32_t pixel =
			    colour == COLOUR_NONE ? 0 : 0xFF000000 | theme->rgb[colour];

			memcpy(data + y * stride + x * sizeof(pixel), &pixel, sizeof(pixel));
		}
	}
	cairo_surface_mark_dirty(surface);
	cairo_save(cr);
	cairo_translate(cr, item->at.x, item->at.y);
	cairo_scale(cr, item->to.x / (double)p->width, item->to.y / (double)p->height);
	cairo_set_source_surface(cr, surface, 0, 0);
	cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
	cairo_rectangle(cr, 0, 0, (double)p->width, (double)p->height);
	cairo_fill(cr);
	cairo_restore(cr);
	cairo_surface_destroy(surface);
}

static void
paint_text(cairo_t *cr, const struct draw_item *item, const struct font *font,
	   const struct theme *theme)
{
	static const double part[] = {[ANCHOR_START] = 0, [ANCHOR_MIDDLE] = 0.5, [ANCHOR_END] = 1};
	double width = font_width(font, item->face, item->size, item->text);

	font_select(font, cr, item->face, item->size);
	set_colour(cr, item->fill, item->opacity, theme);
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
	case DRAW_POLYLINE:
		paint_polyline(cr, item, theme);
		break;
	case DRAW_IMAGE:
		paint_image(cr, item, theme);
		break;
	case DRAW_CLIP:
		cairo_save(cr);
		cairo_rectangle(cr, item->at.x, item->at.y, item->to.x, item->to.y);
		cairo_clip(cr);
		break;
	case DRAW_CLIP_END:
		cairo_restore(cr);
		break;
	case DRAW_GROUP:
	case DRAW_GROUP_END:
		break;
	}
}

void
paint_list(cairo_t *cr, const struct draw_list *list, const struct theme *theme, double snap_scale)
{
	set_colour(cr, COLOUR_PAPER, 1, theme);
	cairo_paint(cr);
	for (size_t i = 0; i < list->n; i++)
		paint_item(cr, &list->item[i], list, theme, snap_scale);
}
