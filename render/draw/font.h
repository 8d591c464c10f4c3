/* The one place that measures text, so that a layout is the same whatever it is drawn to. */
#ifndef RENDER_DRAW_FONT_H
#define RENDER_DRAW_FONT_H

#include <cairo.h>
#include <stdbool.h>

/* DejaVu Sans, its bold, and DejaVu Sans Mono for shas. */
enum face { FACE_SANS, FACE_BOLD, FACE_MONO, FACES };

/* The family's name of a face, for cairo and SVG; whether it is bold is face == FACE_BOLD. */
extern const char *const face_family[FACES];
extern const char *const face_name[FACES];

struct font; /* cairo handles of the faces */

/* Never fails: without any installed font cairo still draws, with a stroke font of its own. The
 * caller frees it with font_free, which also gives back what cairo and fontconfig keep for the
 * whole process: nothing of cairo's may be alive then. */
struct font *font_open(void);
void font_free(struct font *font);

/* Whether the signs that sign_pretty makes can be drawn. If not, no font was found, and texts are
 * to be plain ASCII. */
bool font_has_signs(const struct font *font);

/* The advance of text (UTF-8) at size, in points. */
double font_width(const struct font *font, enum face face, double size, const char *text);

/* A copy of text in which every character that the face cannot draw is a '?' (all but ASCII is
 * spelt out when font_has_signs is false). The caller frees it. */
char *font_drawable(const struct font *font, enum face face, const char *text);

/* Makes cr draw with the face and exactly the metrics that font_width uses. */
void font_select(const struct font *font, cairo_t *cr, enum face face, double size);

#endif
