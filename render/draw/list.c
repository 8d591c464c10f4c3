/* Builds display lists. */
#include "render/draw/list.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "render/draw/sign.h"

void
draw_list_init(struct draw_list *list, const struct font *font, const char *title,
	       const char *source, long long time_s)
{
	memset(list, 0, sizeof(*list));
	list->font = font;
	list->title = sign_plain(title);
	list->source = sign_plain(source);
	list->time_s = time_s;
}

void
draw_list_free(struct draw_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		free(list->item[i].corner);
		free(list->item[i].text);
		free(list->item[i].pixels.colour);
	}
	free(list->item);
	free(list->title);
	free(list->source);
	memset(list, 0, sizeof(*list));
}

/* To 1/100, without a negative zero. */
static double
rounded(double value)
{
	return round(value * 100) / 100 + 0.0;
}

static struct point
rounded_point(struct point p)
{
	return (struct point){rounded(p.x), rounded(p.y)};
}

static struct draw_item *
add(struct draw_list *list, enum draw_op op, struct point at, struct point to)
{
	if (list->n == list->size) {
		list->size = list->size * 2 + 64;
		list->item = mem_resize(list->item, list->size, sizeof(*list->item));
	}
	struct draw_item *item = &list->item[list->n++];

	*item = (struct draw_item){
	    .op = op, .at = rounded_point(at), .to = rounded_point(to), .opacity = 1};
	return item;
}

void
draw_line(struct draw_list *list, struct point from, struct point to, enum colour colour,
	  double width)
{
	struct draw_item *item = add(list, DRAW_LINE, from, to);

	item->stroke = colour;
	item->stroke_width = width;
}

void
draw_rect(struct draw_list *list, struct point corner, struct point size, enum colour fill)
{
	add(list, DRAW_RECT, corner, size)->fill = fill;
}

void
draw_circle(struct draw_list *list, struct point centre, double radius, enum colour fill,
	    enum colour stroke, double width)
{
	struct draw_item *item = add(list, DRAW_CIRCLE, centre, (struct point){radius, 0});

	item->fill = fill;
	item->stroke = stroke;
	item->stroke_width = width;
}

static struct draw_item *
add_corners(struct draw_list *list, enum draw_op op, const struct point *corner, size_t n)
{
	struct draw_item *item = add(list, op, (struct point){0, 0}, (struct point){0, 0});

	item->corner = mem_alloc(n, sizeof(*item->corner));
	item->n_corners = n;
	for (size_t i = 0; i < n; i++)
		item->corner[i] = rounded_point(corner[i]);
	return item;
}

void
draw_polygon(struct draw_list *list, const struct point *corner, size_t n, enum colour fill)
{
	add_corners(list, DRAW_POLYGON, corner, n)->fill = fill;
}

void
draw_polyline(struct draw_list *list, const struct point *corner, size_t n, enum colour colour,
	      double width)
{
	struct draw_item *item = add_corners(list, DRAW_POLYLINE, corner, n);

	item->stroke = colour;
	item->stroke_width = width;
}

void
draw_image(struct draw_list *list, struct point corner, struct point size,
	   const struct draw_pixels *pixels)
{
	struct draw_item *item = add(list, DRAW_IMAGE, corner, size);
	size_t n = pixels->width * pixels->height;

	item->pixels = *pixels;
	item->pixels.colour = mem_alloc(n, 1);
	memcpy(item->pixels.colour, pixels->colour, n);
}

void
draw_clip(struct draw_list *list, struct point corner, struct point size)
{
	add(list, DRAW_CLIP, corner, size);
}

void
draw_clip_end(struct draw_list *list)
{
	add(list, DRAW_CLIP_END, (struct point){0, 0}, (struct point){0, 0});
}

void
draw_opacity(struct draw_list *list, double opacity)
{
	list->item[list->n - 1].opacity = rounded(opacity);
}

void
draw_dash(struct draw_list *list, double dash)
{
	list->item[list->n - 1].dash = rounded(dash);
}

void
draw_text(struct draw_list *list, struct point at, enum anchor anchor, struct type type,
	  const char *text)
{
	struct draw_item *item = add(list, DRAW_TEXT, at, (struct point){0, 0});

	item->face = type.face;
	item->size = type.size;
	item->fill = type.colour;
	item->anchor = anchor;
	item->text = font_drawable(list->font, type.face, text);
}

void
draw_textf(struct draw_list *list, struct point at, enum anchor anchor, struct type type,
	   const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	char *text = mem_vformat(format, ap);
	va_end(ap);
	char *pretty = sign_pretty(text);
	draw_text(list, at, anchor, type, pretty);
	free(pretty);
	free(text);
}

void
draw_group(struct draw_list *list, const char *title)
{
	struct point none = {0, 0};

	add(list, DRAW_GROUP, none, none)->text = mem_dup(title);
}

void
draw_group_end(struct draw_list *list)
{
	struct point none = {0, 0};

	add(list, DRAW_GROUP_END, none, none);
}

double
draw_width(const struct draw_list *list, struct type type, const char *text)
{
	char *pretty = sign_pretty(text);
	char *drawable = font_drawable(list->font, type.face, pretty);
	double width = font_width(list->font, type.face, type.size, drawable);

	free(drawable);
	free(pretty);
	return width;
}
