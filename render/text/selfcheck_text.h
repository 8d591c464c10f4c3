/* How often equals alarm: the findings of analyze selfcheck as a text. */
#ifndef RENDER_TEXT_SELFCHECK_TEXT_H
#define RENDER_TEXT_SELFCHECK_TEXT_H

#include "render/model/input.h"
#include "render/text/page.h"

/* A sentence for each commit, then a table for each of its tests, and how all was had. The input
 * has one finding at least. */
void selfcheck_text(const struct page *page, const struct input *input);

#endif
