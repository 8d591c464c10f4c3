/* A display list as text, one item a line: what golden tests compare and people diff. */
#ifndef RENDER_DRAW_DUMP_H
#define RENDER_DRAW_DUMP_H

#include <stdio.h>

#include "render/draw/list.h"

/* Write errors are left to ferror(out). */
void dump_write(FILE *out, const struct draw_list *list);

#endif
