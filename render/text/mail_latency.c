/* The mail's percentile tables. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/mark.h"
#include "render/draw/sign.h"
#include "render/text/grid.h"
#include "render/text/mail.h"

enum {
	TESTS_MOST = 6,        /* tables in one mail */
	PERCENTILES_MOST = 10, /* columns of a table */
};

/* The percentile findings of one test and latency, "read.lat.p50" and so on, in their order. */
struct percentiles {
	const struct finding_compare *at[PERCENTILES_MOST];
	size_t n;
	size_t prefix; /* length of "read.lat." */
};

/* All percentiles of the latency that row, one of its p99s, belongs to. */
static struct percentiles
percentiles_of(const struct comparison *c, const struct input *input,
	       const struct comparison_row *row)
{
	struct percentiles list = {.prefix = row->f->metric.n - strlen("p99")};

	for (size_t i = 0; i < input->n_compare && list.n < PERCENTILES_MOST; i++) {
		const struct finding_compare *f = &input->compare[i];

		if (comparison_has(c, f) && view_eq(f->commit, row->f->commit) &&
		    view_eq(f->test, row->f->test) && f->metric.n > list.prefix + 1 &&
		    f->metric.p[list.prefix] == 'p' &&
		    memcmp(f->metric.p, row->f->metric.p, list.prefix) == 0)
			list.at[list.n++] = f;
	}
	return list;
}

static bool
has_changed(const struct percentiles *list)
{
	for (size_t i = 0; i < list->n; i++) {
		if (list->at[i]->verdict == VERDICT_REGRESSED ||
		    list->at[i]->verdict == VERDICT_IMPROVED)
			return true;
	}
	return false;
}

/* All of a table have one unit, in which the smallest value keeps its digits. */
static struct unit_scale
scale_of(const struct percentiles *list)
{
	double least = INFINITY;

	for (size_t i = 0; i < list->n; i++)
		least = fmin(least, fmin(list->at[i]->base_value, list->at[i]->value));
	return unit_scale_for(isfinite(least) ? least : NAN, list->at[0]->unit);
}

static void
set_change(struct grid *grid, size_t row, size_t column, const struct finding_compare *f)
{
	char text[UNIT_TEXT];

	if (isnan(f->change))
		grid_set(grid, row, column, mem_dup("-"));
	else
		grid_set(
		    grid, row, column,
		    mem_format("%s %c", unit_change(f->change, text), mark_character[f->verdict]));
}

static void
write_table(const struct page *page, const struct comparison *c, const struct comparison_row *row,
	    const struct percentiles *list)
{
	struct unit_scale scale = scale_of(list);
	char text[UNIT_TEXT];
	struct grid grid;

	page_blank(page);
	char *what =
	    mem_format(", latency percentiles (%.*s)", (int)list->prefix - 1, row->f->metric.p);
	/* A column is left for what page_line may put in front. */
	char *test = mail_test(c, row->f);
	char *label = sign_cut(test, page->width - strlen(what) - 1);
	page_line(page, "%s%s", label, what);
	free(label);
	free(test);
	free(what);
	grid_init(&grid, list->n + 1);
	grid.left[0] = true;
	for (int i = 0; i < 4; i++)
		grid_row(&grid);
	grid_set(&grid, 0, 0, mem_dup("percentile"));
	grid_set(&grid, 1, 0, mem_format("base %s", scale.suffix));
	grid_set(&grid, 2, 0, mem_format("new  %s", scale.suffix));
	grid_set(&grid, 3, 0, mem_dup("change, %"));
	for (size_t i = 0; i < list->n; i++) {
		const struct finding_compare *f = list->at[i];

		grid_set(&grid, 0, i + 1,
			 mem_copy(f->metric.p + list->prefix, f->metric.n - list->prefix));
		grid_set(&grid, 1, i + 1, mem_dup(unit_number(f->base_value, scale, text)));
		grid_set(&grid, 2, i + 1, mem_dup(unit_number(f->value, scale, text)));
		set_change(&grid, 3, i + 1, f);
	}
	grid_print(&grid, page, 2);
	grid_free(&grid);
}

void
mail_latency(const struct page *page, const struct comparison *c, const struct input *input)
{
	size_t shown = 0, more = 0;

	for (size_t i = 0; i < c->n_rows; i++) {
		if (c->row[i].panel != PANEL_TAIL)
			continue;
		struct percentiles list = percentiles_of(c, input, &c->row[i]);
		if (!has_changed(&list))
			continue;
		if (shown == TESTS_MOST) {
			more++;
			continue;
		}
		write_table(page, c, &c->row[i], &list);
		shown++;
	}
	if (more)
		page_line(page, "(%zu more latenc%s changed)", more, more == 1 ? "y" : "ies");
}
