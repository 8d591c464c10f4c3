/* SVG with text as text: small, searchable, selectable. No ids and no style sheet, so any number
 * of these pictures can stand in one HTML page. */
#ifndef RENDER_DRAW_SVG_H
#define RENDER_DRAW_SVG_H

#include <stdio.h>

#include "render/draw/list.h"

/* Write errors are left to ferror(out). */
void svg_write(FILE *out, const struct draw_list *list, const struct theme *theme);

/* For inside an HTML page: label is what a screen reader says; colours are the classes of svg_css.
 */
void svg_write_inline(FILE *out, const struct draw_list *list, const char *label);

/* The style of inline pictures: fonts, and the classes of colours as variables that theme_css sets.
 */
void svg_css(FILE *out);

/* text as XML character data or attribute value: markup is escaped, bytes that XML forbids become
 * U+FFFD; newlines stay. */
void svg_escape(FILE *out, const char *text);

#endif
