/* Percentile curves in ASCII. */
#ifndef RENDER_TEXT_PERCENTILE_TEXT_H
#define RENDER_TEXT_PERCENTILE_TEXT_H

#include "render/chart/percentile.h"
#include "render/text/page.h"

/* The whole chart: title, commits, curves, the table of percentiles, foot. */
void percentile_text(const struct page *page, const struct percentile *p, const struct input *input,
		     const char *title);

#endif
