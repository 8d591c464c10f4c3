/* Percentile curves as one of the charts. */
#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/percentile.h"
#include "render/chart/ring.h"
#include "render/model/words.h"
#include "render/text/percentile_text.h"

static void *
make(const struct chart_request *request)
{
	return percentile_new(request);
}

static void
free_self(void *self)
{
	percentile_free(self);
}

static char *
finding(const void *self)
{
	return percentile_finding(self);
}

static void
sides(const void *self, struct picture_side out[2])
{
	percentile_sides(self, out);
}

static void
draw(struct draw_list *list, const void *self, const struct input *input, const char *title,
     size_t page)
{
	(void)page;
	percentile_draw(list, self, input, title);
}

static void
text(const struct page *page, const void *self, const struct input *input, const char *title)
{
	percentile_text(page, self, input, title);
}

static void
set_time(struct numbers *out, size_t row, size_t column, double ns)
{
	char text[UNIT_TEXT];

	if (!isnan(ns))
		numbers_set(out, row, column, mem_dup(unit_print(ns, view_of("ns"), text)), ns);
}

static void
set_change(struct numbers *out, size_t i, size_t column, const struct percentile_row *row)
{
	char text[UNIT_TEXT];

	if (!isnan(row->change))
		numbers_set(out, i, column, mem_dup(unit_change(row->change, text)), row->change);
	numbers_set(out, i, column + 1, words_bounds(row->low, row->high), row->low);
	numbers_set(out, i, column + 2, mem_dup(percentile_word(row)), NAN);
}

static void
add_heads(const struct percentile *p, struct numbers *out)
{
	numbers_column(out, mem_dup("percentile"), true);
	for (size_t s = 0; s < p->n_sides; s++)
		numbers_column(out, mem_dup(p->n_sides == 2 ? p->side[s].role : "latency"), false);
	if (p->n_sides == 2)
		numbers_column(out, mem_dup("change, %"), false);
	if (p->tested) {
		numbers_column(out, mem_dup("95 % interval"), false);
		numbers_column(out, mem_dup("verdict"), true);
	}
	numbers_column(out, mem_dup("beyond"), false);
}

void
percentile_numbers(const struct percentile *p, struct numbers *out)
{
	char text[RING_TEXT];

	numbers_init(out, mem_format("Percentiles of %s%s; beyond: requests that took longer%s",
				     p->metric,
				     p->tested ? ", intervals hold for all of them at once" : "",
				     p->n_sides == 2 ? ", on the side with fewer" : ""));
	add_heads(p, out);
	for (size_t i = 0; i < p->n_rows; i++) {
		const struct percentile_row *row = &p->row[i];
		size_t at = numbers_row(out);

		numbers_set(out, at, 0, percentile_name(row->quantile), row->quantile);
		for (size_t s = 0; s < p->n_sides; s++)
			set_time(out, at, 1 + s, row->side[s].value);
		if (p->tested)
			set_change(out, at, 3, row);
		else if (p->n_sides == 2 && !isnan(row->change))
			numbers_set(out, at, 3, mem_dup(unit_change(row->change, text)),
				    row->change);
		numbers_set(out, at, out->n_columns - 1,
			    mem_dup(row->beyond < 1 ? "<1" : ring_count(floor(row->beyond), text)),
			    row->beyond);
	}
}

static void
numbers(const void *self, struct numbers *out)
{
	percentile_numbers(self, out);
}

const struct chart percentile_chart = {
    .make = make,
    .free = free_self,
    .finding = finding,
    .sides = sides,
    .draw = draw,
    .text = text,
    .numbers = numbers,
};
