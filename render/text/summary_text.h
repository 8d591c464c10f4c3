/* Each test and commit by itself, in the manner of fio's own output; and what was planned and
 * checked. */
#ifndef RENDER_TEXT_SUMMARY_TEXT_H
#define RENDER_TEXT_SUMMARY_TEXT_H

#include <stdbool.h>

#include "render/model/input.h"
#include "render/text/page.h"

struct where;

/* Writes the findings of summary, then those of plan and of selfcheck. Fails when the input has
 * none of them. */
bool summary_text(const struct page *page, const struct input *input, struct where *why);

#endif
