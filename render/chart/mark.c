/* Marks of verdicts. */
#include "render/chart/mark.h"

#include "collect/base/mem.h"

const char mark_character[VERDICTS] = {
    [VERDICT_NONE] = 'x',    [VERDICT_REGRESSED] = 'v',    [VERDICT_IMPROVED] = '^',
    [VERDICT_SAME] = '*',    [VERDICT_SHIFTED] = '+',      [VERDICT_UNDECIDED] = 'o',
    [VERDICT_MISSING] = ' ', [VERDICT_INCOMPARABLE] = ' ', [VERDICT_CHANGED] = ' ',
};

enum colour
mark_colour(enum verdict verdict)
{
	if (verdict == VERDICT_REGRESSED)
		return COLOUR_BAD;
	return verdict == VERDICT_IMPROVED ? COLOUR_GOOD : COLOUR_BASE;
}

/* A triangle, its tip up (-1) or down (1), as high as a circle of that radius is wide. */
static void
triangle(struct draw_list *list, struct point c, double r, int tip, enum colour colour)
{
	const struct point corner[] = {{c.x - 1.15 * r, c.y - tip * 0.9 * r},
				       {c.x + 1.15 * r, c.y - tip * 0.9 * r},
				       {c.x, c.y + tip * 1.1 * r}};

	draw_polygon(list, corner, countof(corner), colour);
}

static void
diamond(struct draw_list *list, struct point c, double r, enum colour colour)
{
	const struct point corner[] = {
	    {c.x - 1.2 * r, c.y}, {c.x, c.y - 1.2 * r}, {c.x + 1.2 * r, c.y}, {c.x, c.y + 1.2 * r}};

	draw_polygon(list, corner, countof(corner), colour);
}

void
mark_draw(struct draw_list *list, struct point centre, double radius, enum verdict verdict)
{
	enum colour colour = mark_colour(verdict);

	switch (verdict) {
	case VERDICT_REGRESSED:
		triangle(list, centre, radius, 1, colour);
		break;
	case VERDICT_IMPROVED:
		triangle(list, centre, radius, -1, colour);
		break;
	case VERDICT_SAME:
		draw_circle(list, centre, radius * 0.9, colour, COLOUR_NONE, 0);
		break;
	case VERDICT_SHIFTED:
		diamond(list, centre, radius * 0.9, colour);
		break;
	case VERDICT_UNDECIDED:
		draw_circle(list, centre, radius * 0.85, COLOUR_PAPER, colour, 1.75);
		break;
	default:
		draw_line(list, (struct point){centre.x, centre.y - radius},
			  (struct point){centre.x, centre.y + radius}, colour, 2);
		break;
	}
}

void
mark_arrow(struct draw_list *list, struct point tip, int direction, double size, enum colour colour)
{
	const struct point corner[] = {tip,
				       {tip.x - direction * size, tip.y - size * 0.6},
				       {tip.x - direction * size, tip.y + size * 0.6}};

	draw_polygon(list, corner, countof(corner), colour);
}
