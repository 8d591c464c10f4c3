/* Any chart in Markdown: its numbers. */
#ifndef RENDER_TEXT_MARKDOWN_CHART_H
#define RENDER_TEXT_MARKDOWN_CHART_H

#include <stdio.h>

#include "render/chart/chart.h"
#include "render/model/numbers.h"

/* The title as a heading, the commits, every number of the picture as a table, host, device and
 * program. Write errors are left to ferror. */
void markdown_chart(FILE *out, const struct chart *chart, const void *self,
		    const struct input *input, const char *title);

/* A table alone; one of more than 30 rows is folded. Empty cells stay empty. */
void markdown_numbers(FILE *out, const struct numbers *numbers);

/* "- base `4f2c9e1a7d03` (block: subject)". */
void markdown_commit(FILE *out, const struct input *input, const char *role, struct view commit);

#endif
