/* Scaling and knee as two of the charts: one sweep, two pictures, one table. */
#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/mark.h"
#include "render/chart/sweep.h"
#include "render/text/forest_text.h"
#include "render/text/grid.h"

static void *
make(const struct chart_request *request)
{
	return sweep_new(request);
}

static void
free_self(void *self)
{
	sweep_free(self);
}

static char *
scaling_finding(const void *self)
{
	return sweep_finding(self, false);
}

static char *
knee_finding(const void *self)
{
	return sweep_finding(self, true);
}

static void
sides(const void *self, struct picture_side out[2])
{
	sweep_sides(self, out);
}

static void
numbers(const void *self, struct numbers *out)
{
	sweep_numbers(self, out);
}

static void
set_cell(struct grid *grid, size_t row, size_t column, const struct sweep_value *v,
	 struct view unit)
{
	char text[UNIT_TEXT];

	if (!isnan(v->value))
		grid_set(grid, row, column, mem_dup(unit_print(v->value, unit, text)));
}

/* A line a point: both metrics of both sides, and the changes with the marks of their verdicts. */
static void
write_family(const struct page *page, const struct sweep *s, const struct sweep_family *family)
{
	struct grid grid;
	char text[UNIT_TEXT];

	grid_init(&grid, 7);
	grid_row(&grid);
	static const char *const two[] = {"", "base", "new", "change", "p99 base", "new", "change"};
	for (size_t c = 0; c < countof(two); c++)
		grid_set(&grid, 0, c,
			 mem_dup(c == 0                   ? s->axis
				 : s->n_sides == 2        ? two[c]
				 : c == 1                 ? "rate"
				 : c == SWEEP_METRICS + 2 ? "p99"
							  : ""));
	for (size_t k = 0; k < family->n; k++) {
		const struct sweep_point *p = &family->point[k];
		size_t row = grid_row(&grid);

		grid_set(&grid, row, 0, sweep_x_text(s, p->x));
		for (size_t m = 0; m < SWEEP_METRICS; m++) {
			for (size_t side = 0; side < s->n_sides; side++)
				set_cell(&grid, row, 1 + 3 * m + side, &p->side[side][m],
					 s->unit[m]);
			if (p->f[m] && !isnan(p->f[m]->change))
				grid_set(&grid, row, 3 + 3 * m,
					 mem_format("%s %c", unit_change(p->f[m]->change, text),
						    mark_character[p->f[m]->verdict]));
		}
	}
	page_blank(page);
	page_line(page, "%s", family->label);
	grid_print(&grid, page, 2);
	grid_free(&grid);
}

static void
write_text(const struct page *page, const struct sweep *s, const struct input *input,
	   const char *title, const char *subtitle)
{
	struct picture_side shown[2];

	sweep_sides(s, shown);
	chart_text_top(page, input, title, shown, subtitle);
	for (size_t i = 0; i < s->n; i++)
		write_family(page, s, &s->family[i]);
	if (s->n_sides == 2) {
		char *marks = forest_text_marks();

		page_blank(page);
		page_wrap(page, 0, "%s.", marks);
		free(marks);
	}
	chart_text_foot(page, input, shown);
}

static void
scaling_text(const struct page *page, const void *self, const struct input *input,
	     const char *title)
{
	char *subtitle = sweep_subtitle(self, false);

	write_text(page, self, input, title, subtitle);
	free(subtitle);
}

static void
knee_text(const struct page *page, const void *self, const struct input *input, const char *title)
{
	char *subtitle = sweep_subtitle(self, true);

	write_text(page, self, input, title, subtitle);
	free(subtitle);
}

const struct chart scaling_chart = {
    .make = make,
    .free = free_self,
    .finding = scaling_finding,
    .sides = sides,
    .draw = scaling_draw,
    .text = scaling_text,
    .numbers = numbers,
};

const struct chart knee_chart = {
    .make = make,
    .free = free_self,
    .finding = knee_finding,
    .sides = sides,
    .draw = knee_draw,
    .text = knee_text,
    .numbers = numbers,
};
