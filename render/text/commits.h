/* The commits of a text, a line each. */
#ifndef RENDER_TEXT_COMMITS_H
#define RENDER_TEXT_COMMITS_H

#include "render/model/comparison.h"
#include "render/model/input.h"
#include "render/text/page.h"

/* base 4f2c9e1a7d03 ("block: document BDRV_REQ_FUA in bdrv_co_pwritev"); without the subject where
 * it is not known, cut where it is too long. */
void commits_line(const struct page *page, const struct input *input, const char *role,
		  struct view commit);

/* Base and new ones, and the commits that the findings have beside these. */
void commits_compared(const struct page *page, const struct input *input,
		      const struct comparison *comparison);

#endif
