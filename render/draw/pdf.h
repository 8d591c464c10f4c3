/* PDF of n lists, a page each, n > 0, with the first one's title, source and date of the data
 * inside the file. */
#ifndef RENDER_DRAW_PDF_H
#define RENDER_DRAW_PDF_H

#include <stdbool.h>
#include <stdio.h>

#include "render/draw/list.h"

struct where;

/* Fails when cairo does, which includes every write error of out. */
bool pdf_write(FILE *out, const struct draw_list *list, size_t n, const struct theme *theme,
	       struct where *why);

#endif
