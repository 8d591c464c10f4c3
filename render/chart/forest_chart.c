/* The forest as one of the charts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "render/chart/chart.h"
#include "render/chart/forest.h"
#include "render/model/headline.h"
#include "render/model/words.h"
#include "render/text/forest_text.h"

struct forest_self {
	struct comparison comparison;
	struct forest forest;
};

static void *
make(const struct chart_request *r)
{
	struct forest_self *self = mem_alloc(1, sizeof(*self));
	const struct comparison *c = &self->comparison;

	if (!comparison_init(&self->comparison, r->input, r->base, r->commit, r->why)) {
		free(self);
		return NULL;
	}
	if (c->n_others && r->warnings)
		lines_note(r->warnings,
			   "%zu more commit%s not shown, only '%.*s': --commit names another",
			   c->n_others, c->n_others == 1 ? " is" : "s are", VIEW_ARGS(c->commit));
	if (r->sort && strcmp(r->sort, "change") == 0)
		forest_sort(&self->comparison);
	forest_init(&self->forest, &self->comparison);
	return self;
}

static void
free_self(void *self)
{
	struct forest_self *s = self;

	forest_free(&s->forest);
	comparison_free(&s->comparison);
	free(s);
}

static char *
finding(const void *self)
{
	const struct forest_self *s = self;

	return headline(&s->comparison, HEADLINE_TITLE);
}

static void
sides(const void *self, struct picture_side out[2])
{
	const struct forest_self *s = self;

	out[0] = (struct picture_side){"base", s->comparison.base, COLOUR_BASE};
	out[1] = (struct picture_side){"new", s->comparison.commit, COLOUR_NEW};
}

static size_t
pages(const void *self)
{
	const struct forest_self *s = self;

	return forest_pages(&s->forest);
}

static void
draw(struct draw_list *list, const void *self, const struct input *input, const char *title,
     size_t page)
{
	const struct forest_self *s = self;

	forest_draw(list, &s->forest, input, title, page);
}

static void
text(const struct page *page, const void *self, const struct input *input, const char *title)
{
	const struct forest_self *s = self;

	forest_text(page, &s->forest, input, title);
}

static void
numbers(const void *self, struct numbers *out)
{
	const struct forest_self *s = self;
	const struct comparison *c = &s->comparison;
	char *runs = words_runs(c);

	numbers_init(out, mem_format("Changes with 95 %% intervals, %s", runs));
	free(runs);
	numbers_column(out, mem_dup("test"), true);
	numbers_column(out, mem_dup("metric"), true);
	numbers_column(out, mem_dup("base"), false);
	numbers_column(out, mem_dup("new"), false);
	numbers_column(out, mem_dup("change"), false);
	numbers_column(out, mem_dup("95 % interval"), false);
	numbers_column(out, mem_dup("verdict"), true);
	for (size_t i = 0; i < c->n_rows; i++) {
		const struct finding_compare *f = c->row[i].f;
		size_t row = numbers_row(out);
		char number[UNIT_TEXT];

		numbers_set(out, row, 0, mem_dup(c->row[i].test->label), NAN);
		numbers_set(out, row, 1, words_metric(&c->row[i]), NAN);
		numbers_set(out, row, 2, mem_dup(unit_print(f->base_value, f->unit, number)),
			    f->base_value);
		numbers_set(out, row, 3, mem_dup(unit_print(f->value, f->unit, number)), f->value);
		numbers_set(out, row, 4, mem_dup(unit_change(f->change, number)), f->change);
		numbers_set(out, row, 5, words_bounds(f->low, f->high), f->low);
		numbers_set(out, row, 6, mem_dup(verdict_name[f->verdict]), NAN);
	}
}

const struct chart forest_chart = {
    .make = make,
    .free = free_self,
    .finding = finding,
    .sides = sides,
    .pages = pages,
    .draw = draw,
    .text = text,
    .numbers = numbers,
};
