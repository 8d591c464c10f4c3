/* PNG at some pixels a point (scale, 1 or 2), with its resolution, title and source inside the
 * file. */
#ifndef RENDER_DRAW_PNG_H
#define RENDER_DRAW_PNG_H

#include <stdbool.h>
#include <stdio.h>

#include "render/draw/list.h"

struct where;

/* Fails when cairo cannot make a picture that large (32767 pixels a side) or is out of memory;
 * write errors are left to ferror(out). */
bool png_write(FILE *out, const struct draw_list *list, const struct theme *theme, size_t scale,
	       struct where *why);

#endif
