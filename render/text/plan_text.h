/* What a comparison will take: the findings of analyze plan as a text. */
#ifndef RENDER_TEXT_PLAN_TEXT_H
#define RENDER_TEXT_PLAN_TEXT_H

#include "render/model/input.h"
#include "render/text/page.h"

/* The answer in one sentence, then a table for each test, and how all was had. The input has one
 * finding at least. */
void plan_text(const struct page *page, const struct input *input);

#endif
