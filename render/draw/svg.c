/* The SVG back-end. */
#include "render/draw/svg.h"

#include <string.h>

#include "collect/base/num.h"
#include "render/draw/sign.h"

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

static void
paint(FILE *out, const char *name, enum colour colour, const struct theme *theme)
{
	fprintf(out, " %s=\"#%06X\"", name, theme->rgb[colour]);
}

static void
fill_and_stroke(FILE *out, const struct draw_item *item, const struct theme *theme)
{
	if (item->fill != COLOUR_NONE)
		paint(out, "fill", item->fill, theme);
	else
		fputs(" fill=\"none\" pointer-events=\"all\"", out);
	if (item->stroke != COLOUR_NONE) {
		paint(out, "stroke", item->stroke, theme);
		number(out, "stroke-width", item->stroke_width);
	}
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
	paint(out, "stroke", item->stroke, theme);
	if (item->stroke_width != 1)
		number(out, "stroke-width", item->stroke_width);
	if (item->stroke_width > 2)
		fputs(" stroke-linecap=\"round\"", out);
	fputs("/>\n", out);
}

static void
write_polygon(FILE *out, const struct draw_item *item, const struct theme *theme)
{
	fputs("<polygon points=\"", out);
	for (size_t i = 0; i < item->n_corners; i++) {
		char x[NUM_TEXT], y[NUM_TEXT];

		fprintf(out, "%s%s,%s", i ? " " : "", num_write(item->corner[i].x, x),
			num_write(item->corner[i].y, y));
	}
	putc('"', out);
	fill_and_stroke(out, item, theme);
}

static void
write_text(FILE *out, const struct draw_item *item, const struct theme *theme)
{
	fputs("<text", out);
	number(out, "x", item->at.x);
	number(out, "y", item->at.y);
	number(out, "font-size", item->size);
	if (item->face == FACE_BOLD)
		fputs(" font-weight=\"bold\"", out);
	if (item->face == FACE_MONO)
		fprintf(out, " font-family=\"%s,monospace\"", face_family[FACE_MONO]);
	if (item->anchor != ANCHOR_START)
		fprintf(out, " text-anchor=\"%s\"", item->anchor == ANCHOR_END ? "end" : "middle");
	paint(out, "fill", item->fill, theme);
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
		write_polygon(out, item, theme);
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
	paint(out, "fill", COLOUR_PAPER, theme);
	fputs("/>\n", out);
	for (size_t i = 0; i < list->n; i++)
		write_item(out, &list->item[i], theme);
	fputs("</svg>\n", out);
}
