/* The ring in ASCII: the percentile rows that decided QEMU's patch review of 2016, and bars. */
#ifndef RENDER_TEXT_RING_TEXT_H
#define RENDER_TEXT_RING_TEXT_H

#include "render/chart/ring.h"
#include "render/text/page.h"

/* The whole chart: title, commits, percentiles, numbers, bars, foot. */
void ring_text(const struct page *page, const struct ring *ring, const struct input *input,
	       const char *title);

#endif
