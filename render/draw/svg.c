/* The SVG back-end. */
#include "render/draw/svg.h"

#include <math.h>
#include <string.h>

#include "collect/base/num.h"
#include "render/draw/sign.h"

enum { USUAL_SIZE = 11 }; /* of most texts, in points */

void
svg_escape(FILE *out, const char *text)
{
	size_t n = strlen(text);

	for (size_t i = 0; i < n;) {
		unsigned code_point;
		size_t length = sign_decode(text + i, n - i, &code_point);

		if (text[i] == '&')
			fputs("&amp;", out);
		else if (text[i] == '<')
			fputs("&lt;", out);
		else if (text[i] == '>')
			fputs("&gt;", out);
		else if (text[i] == '"')
			fputs("&quot;", out);
		else if (code_point == 0xFFFD && text[i] != '\n')
			fputs("\uFFFD", out);
		else
			fwrite(text + i, 1, length, out);
		i += length;
	}
}

/* name="value", with a blank before; a list's numbers have two decimals at most. */
static void
number(FILE *out, const char *name, double value)
{
	char text[NUM_TEXT];

	fprintf(out, " %s=\"%s\"", name, num_write(value, text));
}

/* The colours of an item: as attributes, or without a theme as classes of svg_css: f and s with the
 * colour's number. */
static void
paint(FILE *out, enum colour fill, enum colour stroke, const struct theme *theme)
{
	if (theme) {
		if (fill != COLOUR_NONE)
			fprintf(out, " fill=\"#%06X\"", theme->rgb[fill]);
		if (stroke != COLOUR_NONE)
			fprintf(out, " stroke=\"#%06X\"", theme->rgb[stroke]);
	} else if (fill != COLOUR_NONE && stroke != COLOUR_NONE) {
		fprintf(out, " class=\"f%d s%d\"", (int)fill, (int)stroke);
	} else if (fill != COLOUR_NONE) {
		fprintf(out, " class=\"f%d\"", (int)fill);
	} else if (stroke != COLOUR_NONE) {
		fprintf(out, " class=\"s%d\"", (int)stroke);
	}
}

static void
style(FILE *out, const struct draw_item *item)
{
	if (item->opacity != 1)
		number(out, "opacity", item->opacity);
	if (item->dash > 0)
		number(out, "stroke-dasharray", item->dash);
}

static void
fill_and_stroke(FILE *out, const struct draw_item *item, const struct theme *theme)
{
	paint(out, item->fill, item->stroke, theme);
	/* The style sheet has it for lines of pages. */
	if (item->op == DRAW_POLYLINE && !theme)
		;
	else if (item->op == DRAW_POLYLINE)
		fputs(" fill=\"none\" stroke-linejoin=\"round\"", out);
	else if (item->fill == COLOUR_NONE)
		fputs(" fill=\"none\" pointer-events=\"all\"", out);
	if (item->stroke != COLOUR_NONE && item->stroke_width != 1)
		number(out, "stroke-width", item->stroke_width);
	style(out, item);
	fputs("/>\n", out);
}

static void
write_line(FILE *out, const struct draw_item *item, const struct theme *theme)
{
	fputs("<line", out);
	number(out, "x1", item->at.x);
	number(out, "y1", item->at.y);
	number(out, "x2", item->to.x);
	number(out, "y2", item->to.y);
	paint(out, COLOUR_NONE, item->stroke, theme);
	if (item->stroke_width != 1)
		number(out, "stroke-width", item->stroke_width);
	if (item->stroke_width > 2)
		fputs(" stroke-linecap=\"round\"", out);
	style(out, item);
	fputs("/>\n", out);
}

static void
write_corners(FILE *out, const char *name, const struct draw_item *item, const struct theme *theme)
{
	fprintf(out, "<%s points=\"", name);
	/* A tenth of a point is less than anybody sees on a screen, and there are many points. */
	double steps = theme ? 100 : 10;
	for (size_t i = 0; i < item->n_corners; i++) {
		char x[NUM_TEXT], y[NUM_TEXT];

		fprintf(out, "%s%s,%s", i ? " " : "",
			num_write(round(item->corner[i].x * steps) / steps, x),
			num_write(round(item->corner[i].y * steps) / steps, y));
	}
	putc('"', out);
	fill_and_stroke(out, item, theme);
}

/* Two decimals at most, as short as can be. */
static void
coordinate(FILE *out, const char *before, double value)
{
	char text[NUM_TEXT];

	fprintf(out, "%s%s", before, num_write(round(value * 100) / 100, text));
}

/* Runs of equal pixels in one row, as strokes that are as wide as the row is high. */
static void
write_runs(FILE *out, const struct draw_item *item, size_t y, enum colour colour)
{
	const struct draw_pixels *p = &item->pixels;
	const unsigned char *row = p->colour + y * p->width;
	double width = item->to.x / (double)p->width, height = item->to.y / (double)p->height;

	for (size_t x = 0, next; x < p->width; x = next) {
		for (next = x + 1; next < p->width && row[next] == row[x];)
			next++;
		if (row[x] != colour)
			continue;
		coordinate(out, "M", item->at.x + (double)x * width);
		coordinate(out, " ", item->at.y + ((double)y + 0.5) * height);
		coordinate(out, "h", (double)(next - x) * width);
	}
}

/* One path a colour. */
static void
write_image(FILE *out, const struct draw_item *item, const struct theme *theme)
{
	const struct draw_pixels *p = &item->pixels;

	for (enum colour colour = COLOUR_NONE + 1; colour < COLOURS; colour++) {
		if (!memchr(p->colour, (int)colour, p->width * p->height))
			continue;
		fputs("<path shape-rendering=\"crispEdges\"", out);
		paint(out, COLOUR_NONE, colour, theme);
		number(out, "stroke-width", round(item->to.y / (double)p->height * 100) / 100);
		fputs(" d=\"", out);
		for (size_t y = 0; y < p->height; y++)
			write_runs(out, item, y, colour);
		fputs("\"/>\n", out);
	}
}

/* A nested picture clips by itself and needs no id. */
static void
write_clip(FILE *out, const struct draw_item *item)
{
	char text[4][NUM_TEXT];
	const char *x = num_write(item->at.x, text[0]), *y = num_write(item->at.y, text[1]);
	const char *width = num_write(item->to.x, text[2]),
		   *height = num_write(item->to.y, text[3]);

	fprintf(out, "<svg x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" viewBox=\"%s %s %s %s\">\n",
		x, y, width, height, x, y, width, height);
}

static void
write_text(FILE *out, const struct draw_item *item, const struct theme *theme)
{
	fputs("<text", out);
	number(out, "x", item->at.x);
	number(out, "y", item->at.y);
	if (theme) {
		number(out, "font-size", item->size);
		if (item->face == FACE_BOLD)
			fputs(" font-weight=\"bold\"", out);
		if (item->face == FACE_MONO)
			fprintf(out, " font-family=\"%s,monospace\"", face_family[FACE_MONO]);
		if (item->anchor != ANCHOR_START)
			fprintf(out, " text-anchor=\"%s\"",
				item->anchor == ANCHOR_END ? "end" : "middle");
		paint(out, item->fill, COLOUR_NONE, theme);
	} else {
		static const char *const face[FACES] = {"", " b", " c"};
		static const char *const anchor[] = {"", " m", " e"};

		if (item->size != USUAL_SIZE)
			fprintf(out, " style=\"font-size:%gpx\"", item->size);
		fprintf(out, " class=\"f%d%s%s\"", (int)item->fill, face[item->face],
			anchor[item->anchor]);
	}
	putc('>', out);
	svg_escape(out, item->text);
	fputs("</text>\n", out);
}

static void
write_item(FILE *out, const struct draw_item *item, const struct theme *theme)
{
	switch (item->op) {
	case DRAW_LINE:
		write_line(out, item, theme);
		break;
	case DRAW_RECT:
		fputs("<rect", out);
		number(out, "x", item->at.x);
		number(out, "y", item->at.y);
		number(out, "width", item->to.x);
		number(out, "height", item->to.y);
		fill_and_stroke(out, item, theme);
		break;
	case DRAW_CIRCLE:
		fputs("<circle", out);
		number(out, "cx", item->at.x);
		number(out, "cy", item->at.y);
		number(out, "r", item->to.x);
		fill_and_stroke(out, item, theme);
		break;
	case DRAW_POLYGON:
		write_corners(out, "polygon", item, theme);
		break;
	case DRAW_POLYLINE:
		write_corners(out, "polyline", item, theme);
		break;
	case DRAW_IMAGE:
		write_image(out, item, theme);
		break;
	case DRAW_CLIP:
		write_clip(out, item);
		break;
	case DRAW_CLIP_END:
		fputs("</svg>\n", out);
		break;
	case DRAW_TEXT:
		write_text(out, item, theme);
		break;
	case DRAW_GROUP:
		fputs("<g><title>", out);
		svg_escape(out, item->text);
		fputs("</title>\n", out);
		break;
	case DRAW_GROUP_END:
		fputs("</g>\n", out);
		break;
	}
}

void
svg_write(FILE *out, const struct draw_list *list, const struct theme *theme)
{
	char width[NUM_TEXT], height[NUM_TEXT];

	/* Verdana has the widths of DejaVu Sans where that one is not installed. */
	fprintf(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %s %s\" role=\"img\" "
		"font-family=\"%s,Verdana,sans-serif\">\n<title>",
		num_write(list->width, width), num_write(list->height, height),
		face_family[FACE_SANS]);
	svg_escape(out, list->title);
	fputs("</title>\n<desc>", out);
	svg_escape(out, list->source);
	fputs("</desc>\n<rect width=\"100%\" height=\"100%\"", out);
	paint(out, COLOUR_PAPER, COLOUR_NONE, theme);
	fputs("/>\n", out);
	for (size_t i = 0; i < list->n; i++)
		write_item(out, &list->item[i], theme);
	fputs("</svg>\n", out);
}

void
svg_write_inline(FILE *out, const struct draw_list *list, const char *label)
{
	char width[NUM_TEXT], height[NUM_TEXT];

	fprintf(out, "<svg viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"",
		num_write(list->width, width), num_write(list->height, height));
	svg_escape(out, label);
	fputs("\">\n", out);
	for (size_t i = 0; i < list->n; i++)
		write_item(out, &list->item[i], NULL);
	fputs("</svg>\n", out);
}

void
svg_css(FILE *out)
{
	fprintf(out, "svg{font-family:'%s',Verdana,sans-serif}\nsvg text{font-size:%dpx}\n",
		face_family[FACE_SANS], USUAL_SIZE);
	fprintf(out,
		"polyline{fill:none;stroke-linejoin:round}\n"
		".b{font-weight:bold}.c{font-family:'%s',monospace}.m{text-anchor:middle}"
		".e{text-anchor:end}\n",
		face_family[FACE_MONO]);
	for (enum colour colour = COLOUR_NONE + 1; colour < COLOURS; colour++)
		fprintf(out, ".f%d{fill:var(--%s)}.s%d{stroke:var(--%s)}\n", (int)colour,
			colour_name[colour], (int)colour, colour_name[colour]);
}
