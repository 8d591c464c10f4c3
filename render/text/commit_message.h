/* The comparison for a commit message. */
#ifndef RENDER_TEXT_COMMIT_MESSAGE_H
#define RENDER_TEXT_COMMIT_MESSAGE_H

#include "render/model/comparison.h"
#include "render/text/page.h"

enum { COMMIT_MESSAGE_LINES = 15 }; /* at most, whatever the findings hold */

/* The finding, a table of what changed most with latency and CPU per I/O beside the rate, a line
 * on all other tests, runs and their spread, device, kernel, job, and the same code against itself
 * where that was measured. No line looks like a trailer's or a comment's. Of several commits the
 * comparison shows the first. */
void commit_message(const struct page *page, const struct comparison *comparison,
		    const struct input *input);

#endif
