/* The display list: what a picture consists of, in points, for all back-ends alike. Coordinates are
 * rounded to 1/100 when they come in, so a list, and every file made from it, is the same on every
 * machine with the same fonts. */
#ifndef RENDER_DRAW_LIST_H
#define RENDER_DRAW_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "render/draw/font.h"
#include "render/draw/theme.h"

enum draw_op {
	DRAW_LINE,      /* from at to to */
	DRAW_POLYLINE,  /* open, through corner[n_corners] */
	DRAW_RECT,      /* corner at, size to */
	DRAW_CIRCLE,    /* centre at, radius to.x */
	DRAW_POLYGON,   /* closed, through corner[n_corners] */
	DRAW_TEXT,      /* baseline at at */
	DRAW_GROUP,     /* what follows belongs together and is called text on hover */
	DRAW_GROUP_END, /* of the innermost group */
	DRAW_CLIP,      /* what follows is seen within corner at, size to alone; clips may nest */
	DRAW_CLIP_END,
	DRAW_IMAGE, /* corner at, size to, of pixels */
};

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

struct point {
	double x, y;
};

/* width * height cells, row by row from the top left, each one colour all over and with sharp
 * edges. COLOUR_NONE lets the ground be seen. */
struct draw_pixels {
	size_t width, height;  /* at least 1, at most DRAW_SIDE_MAX */
	unsigned char *colour; /* enum colour */
};
enum { DRAW_SIDE_MAX = 32767 }; /* cairo's own limit */

struct draw_item {
	enum draw_op op;
	struct point at, to;
	struct point *corner;
	size_t n_corners;
	enum colour fill, stroke;
	double stroke_width; /* lines wider than 2 have round ends */
	double opacity;      /* of fill and stroke, above 0; 1 unless draw_opacity says else */
	double dash;         /* length of dashes and gaps; 0 = a solid line */
	enum face face;
	double size;
	enum anchor anchor;
	char *text; /* UTF-8; drawable as it is where op is DRAW_TEXT */
	struct draw_pixels pixels;
};

/* How a text looks. */
struct type {
	enum face face;
	double size;
	enum colour colour;
};

struct draw_list {
	double width, height;
	char *title;             /* of the file: the finding, ASCII */
	char *source;            /* what was compared, with the commits' full names, ASCII */
	long long time_s;        /* of the data, seconds since 1970; the date a file may carry */
	const struct font *font; /* measures; not owned */
	bool bare; /* title, commits and foot stand elsewhere, and the chart alone is drawn */
	struct draw_item *item;
	size_t n, size;
};

/* An empty list; the caller frees it. title and source are copied. */
void draw_list_init(struct draw_list *list, const struct font *font, const char *title,
		    const char *source, long long time_s);
void draw_list_free(struct draw_list *list);

void draw_line(struct draw_list *list, struct point from, struct point to, enum colour colour,
	       double width);
void draw_rect(struct draw_list *list, struct point corner, struct point size, enum colour fill);
/* stroke COLOUR_NONE draws no outline. */
void draw_circle(struct draw_list *list, struct point centre, double radius, enum colour fill,
		 enum colour stroke, double width);
void draw_polygon(struct draw_list *list, const struct point *corner, size_t n, enum colour fill);
/* A line of any length costs what its points cost: back-ends stroke it in pieces. Series of more
 * than two points a column belong through decimate.h first. */
void draw_polyline(struct draw_list *list, const struct point *corner, size_t n, enum colour colour,
		   double width);
/* The pixels' colours are copied. */
void draw_image(struct draw_list *list, struct point corner, struct point size,
		const struct draw_pixels *pixels);
void draw_clip(struct draw_list *list, struct point corner, struct point size);
void draw_clip_end(struct draw_list *list);
/* Of the item that was added last: how much of it is seen, and dashes. */
void draw_opacity(struct draw_list *list, double opacity);
void draw_dash(struct draw_list *list, double dash);
/* text is copied, with '?' for what cannot be drawn. */
void draw_text(struct draw_list *list, struct point at, enum anchor anchor, struct type type,
	       const char *text);
/* The same by printf's rules, in the signs of a picture (sign_pretty). */
void draw_textf(struct draw_list *list, struct point at, enum anchor anchor, struct type type,
		const char *format, ...) __attribute__((format(printf, 5, 6)));
void draw_group(struct draw_list *list, const char *title);
void draw_group_end(struct draw_list *list);

/* The advance of what draw_textf would draw for that text. */
double draw_width(const struct draw_list *list, struct type type, const char *text);

#endif
