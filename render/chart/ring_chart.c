/* The ring as one of the charts. */
#include <stdlib.h>

#include "collect/base/mem.h"
#include "render/chart/chart.h"
#include "render/chart/ring.h"
#include "render/text/ring_text.h"

static void
warn_unfinished(const struct input *input, UT_array *warnings)
{
	for (size_t i = 0; i < input->n_unfinished; i++) {
		const struct input_unfinished *run = &input->unfinished[i];

		if (run->test.n)
			lines_note(
			    warnings,
			    "run '%.*s' of '%.*s' is unfinished in test '%.*s' and left out there",
			    VIEW_ARGS(run->run), VIEW_ARGS(run->commit), VIEW_ARGS(run->test));
		else
			lines_note(warnings, "run '%.*s' of '%.*s' is unfinished and left out",
				   VIEW_ARGS(run->run), VIEW_ARGS(run->commit));
	}
}

static void *
make(const struct chart_request *r)
{
	struct ring *ring = mem_alloc(1, sizeof(*ring));

	if (r->warnings)
		warn_unfinished(r->input, r->warnings);
	if (!ring_init(ring, r->input, r->base, r->commit, r->test, r->why)) {
		free(ring);
		return NULL;
	}
	ring->ecdf = r->ecdf;
	if (ring->others && r->warnings)
		lines_note(r->warnings,
			   "%zu more commit%s not shown, only '%.*s': --commit names another",
			   ring->others, ring->others == 1 ? " is" : "s are",
			   VIEW_ARGS(ring->side[1].commit));
	if (ring->tests > 1 && !ring->chosen && r->warnings)
		lines_note(r->warnings,
			   "ring shows '%.*s', the first of %zu tests: --test names another",
			   VIEW_ARGS(ring->test), ring->tests);
	return ring;
}

static void
free_self(void *self)
{
	ring_free(self);
	free(self);
}

static char *
finding(const void *self)
{
	return ring_finding(self);
}

static void
sides(const void *self, struct picture_side out[2])
{
	ring_sides(self, out);
}

static void
draw(struct draw_list *list, const void *self, const struct input *input, const char *title,
     size_t page)
{
	(void)page;
	ring_draw(list, self, input, title);
}

static void
text(const struct page *page, const void *self, const struct input *input, const char *title)
{
	ring_text(page, self, input, title);
}

static void
numbers(const void *self, struct numbers *out)
{
	ring_numbers(self, out);
}

const struct chart ring_chart = {
    .make = make,
    .free = free_self,
    .finding = finding,
    .sides = sides,
    .draw = draw,
    .text = text,
    .numbers = numbers,
};
