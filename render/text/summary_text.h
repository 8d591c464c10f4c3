/* Each test and commit by itself, in the manner of fio's own output. */
#ifndef RENDER_TEXT_SUMMARY_TEXT_H
#define RENDER_TEXT_SUMMARY_TEXT_H

#include <stdbool.h>

#include "render/model/input.h"
#include "render/text/page.h"

struct where;

/* Fails when the input has no summary findings. */
bool summary_text(const struct page *page, const struct input *input, struct where *why);

#endif
