/* The forest in ASCII. */
#ifndef RENDER_TEXT_FOREST_TEXT_H
#define RENDER_TEXT_FOREST_TEXT_H

#include <stdbool.h>

#include "render/chart/forest.h"
#include "render/text/page.h"

/* The rows of one panel below an axis in percent; changes: each row ends in its number. Returns
 * whether colons stand in it. */
bool forest_text_panel(const struct page *page, const struct forest *forest,
		       const struct forest_panel *panel, bool changes);

/* What the characters mean; colons: whether there are any. */
void forest_text_legend(const struct page *page, const struct comparison *comparison, bool colons);

/* The whole chart: title, commits, panels, legend, foot. */
void forest_text(const struct page *page, const struct forest *forest, const struct input *input,
		 const char *title);

/* "v regressed, ^ improved, ...": what the marks of verdicts mean. The caller frees it. */
char *forest_text_marks(void);

#endif
