/* The marks of verdicts: a shape in pictures, a character in mails, a colour that never stands
 * alone. */
#ifndef RENDER_CHART_MARK_H
#define RENDER_CHART_MARK_H

#include "analyze/finding.h"
#include "render/draw/list.h"

/* The character of each verdict that can have an estimate: v ^ * + o x. */
extern const char mark_character[VERDICTS];

enum colour mark_colour(enum verdict verdict);

/* Draws the verdict's mark about centre; radius is half its extent. */
void mark_draw(struct draw_list *list, struct point centre, double radius, enum verdict verdict);

/* A solid triangle with its tip at tip that points right (direction 1) or left (-1). */
void mark_arrow(struct draw_list *list, struct point tip, int direction, double size,
		enum colour colour);

#endif
