/* The parts of a plan's text. */
#ifndef RENDER_TEXT_PLAN_PART_H
#define RENDER_TEXT_PLAN_PART_H

#include "render/model/input.h"
#include "render/text/page.h"

enum { PLAN_TEXT = 32 }; /* bytes of any of these numbers */

extern const double plan_huge; /* a number that is not below is none */

/* "0.7 %", "12 %"; "" where the number is none. Returns out, as the next one does. */
const char *plan_percent(double fraction, char out[PLAN_TEXT]);

/* A change: as a factor, "x2.4", where it more than doubles. */
const char *plan_change(double fraction, char out[PLAN_TEXT]);

/* The share of the time that runs of the best length save; NaN where that is not known. */
double plan_saved(const struct finding_plan *f);

/* How many runs, and whether they should be longer. */
void plan_answer(const struct page *page, const struct input *input);

/* The findings' notes, each once. */
void plan_notes(const struct page *page, const struct input *input);

/* What the columns hold that are there, and how to measure. */
void plan_method(const struct page *page, const struct input *input);

#endif
