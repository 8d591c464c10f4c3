/* A display list as text. */
#include "render/draw/dump.h"

static void
shape(FILE *out, const struct draw_item *item)
{
	if (item->fill != COLOUR_NONE)
		fprintf(out, " fill=%s", colour_name[item->fill]);
	if (item->stroke != COLOUR_NONE)
		fprintf(out, " stroke=%s %.2f", colour_name[item->stroke], item->stroke_width);
	if (item->opacity != 1)
		fprintf(out, " opacity %.2f", item->opacity);
	if (item->dash > 0)
		fprintf(out, " dash %.2f", item->dash);
	putc('\n', out);
}

static void
text(FILE *out, const struct draw_item *item)
{
	static const char *const anchor[] = {"start", "middle", "end"};

	fprintf(out, "text %.2f,%.2f %s %s %.2f %s \"%s\"\n", item->at.x, item->at.y,
		anchor[item->anchor], face_name[item->face], item->size, colour_name[item->fill],
		item->text);
}

/* A row of pixels a line, each run of one colour as its length and name. */
static void
write_pixels(FILE *out, const struct draw_pixels *p)
{
	for (size_t y = 0; y < p->height; y++) {
		const unsigned char *row = p->colour + y * p->width;

		for (size_t x = 0, next; x < p->width; x = next) {
			for (next = x + 1; next < p->width && row[next] == row[x];)
				next++;
			fprintf(out, " %zu %s", next - x, colour_name[row[x]]);
		}
		putc('\n', out);
	}
}

static void
write_corners(FILE *out, const char *name, const struct draw_item *item)
{
	fputs(name, out);
	for (size_t i = 0; i < item->n_corners; i++)
		fprintf(out, " %.2f,%.2f", item->corner[i].x, item->corner[i].y);
	shape(out, item);
}

static void
write_item(FILE *out, const struct draw_item *item)
{
	switch (item->op) {
	case DRAW_LINE:
		fprintf(out, "line %.2f,%.2f %.2f,%.2f", item->at.x, item->at.y, item->to.x,
			item->to.y);
		shape(out, item);
		break;
	case DRAW_RECT:
		fprintf(out, "rect %.2f,%.2f %.2fx%.2f", item->at.x, item->at.y, item->to.x,
			item->to.y);
		shape(out, item);
		break;
	case DRAW_CIRCLE:
		fprintf(out, "circle %.2f,%.2f r %.2f", item->at.x, item->at.y, item->to.x);
		shape(out, item);
		break;
	case DRAW_POLYGON:
		write_corners(out, "polygon", item);
		break;
	case DRAW_POLYLINE:
		write_corners(out, "polyline", item);
		break;
	case DRAW_IMAGE:
		fprintf(out, "image %.2f,%.2f %.2fx%.2f of %zux%zu\n", item->at.x, item->at.y,
			item->to.x, item->to.y, item->pixels.width, item->pixels.height);
		write_pixels(out, &item->pixels);
		break;
	case DRAW_CLIP:
		fprintf(out, "clip %.2f,%.2f %.2fx%.2f\n", item->at.x, item->at.y, item->to.x,
			item->to.y);
		break;
	case DRAW_CLIP_END:
		fputs("unclip\n", out);
		break;
	case DRAW_TEXT:
		text(out, item);
		break;
	case DRAW_GROUP:
		fputs("group \"", out);
		for (const char *p = item->text; *p; p++)
			fputs(*p == '\n' ? "\\n" : (char[]){*p, '\0'}, out);
		fputs("\"\n", out);
		break;
	case DRAW_GROUP_END:
		fputs("end\n", out);
		break;
	}
}

void
dump_write(FILE *out, const struct draw_list *list)
{
	fprintf(out, "picture %.2fx%.2f\ntitle \"%s\"\nsource \"%s\"\n", list->width, list->height,
		list->title, list->source);
	for (size_t i = 0; i < list->n; i++)
		write_item(out, &list->item[i]);
}
