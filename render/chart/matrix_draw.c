/* The grid of changes as a display list, and in ASCII. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/mark.h"
#include "render/chart/matrix.h"
#include "render/model/context.h"
#include "render/model/words.h"
#include "render/text/forest_text.h"
#include "render/text/grid.h"

enum {
	ROW_NAME = 150,
	CELL_HEIGHT = 34,
	CELL_WIDTH_MAX = 110,
	CELL_WIDTH_MIN = 44, /* has room for "-12 %" */
	CELL_GAP = 3,
	PANEL_GAP = 30,
};

static double
cell_width(const struct draw_list *list, const struct matrix_panel *p)
{
	double room = list->width - 2 * PICTURE_MARGIN - ROW_NAME;

	return fmax(CELL_WIDTH_MIN, fmin(CELL_WIDTH_MAX, room / (double)p->n_columns));
}

static char *
cell_title(const struct finding_compare *f)
{
	char base[UNIT_TEXT], value[UNIT_TEXT], change[UNIT_TEXT];
	char *bounds = words_bounds(f->low, f->high);
	char *title =
	    mem_format("%.*s: %.*s\n%s to %s: %s%s%s\n%s, %.0f + %.0f runs", VIEW_ARGS(f->test),
		       VIEW_ARGS(f->metric), unit_print(f->base_value, f->unit, base),
		       unit_print(f->value, f->unit, value), unit_percent(f->change, change),
		       *bounds ? " " : "", bounds, words_verdict[f->verdict],
		       isnan(f->base_runs) ? 0 : f->base_runs, isnan(f->runs) ? 0 : f->runs);

	free(bounds);
	return title;
}

/* Decided cells have colour, mark and bold figures; the others a figure alone; missing ones say so.
 */
static void
draw_cell(struct draw_list *list, const struct finding_compare *f, struct point at, double width)
{
	bool decided = f->verdict == VERDICT_REGRESSED || f->verdict == VERDICT_IMPROVED;
	enum colour colour = decided ? mark_colour(f->verdict) : COLOUR_SECOND;
	struct type type = {decided ? FACE_BOLD : FACE_SANS, 11, colour};
	double middle = at.y + (CELL_HEIGHT - CELL_GAP) / 2.0;
	char text[UNIT_TEXT], *title = cell_title(f);

	draw_group(list, title);
	draw_rect(list, at, (struct point){width - CELL_GAP, CELL_HEIGHT - CELL_GAP},
		  decided ? colour : COLOUR_BAND);
	if (decided)
		draw_opacity(list, 0.16);
	if (isnan(f->change)) {
		draw_textf(list, (struct point){at.x + width / 2, middle + 4}, ANCHOR_MIDDLE,
			   picture_head_type, "%s", words_verdict[f->verdict]);
	} else {
		/* As many digits as the cell has room for. */
		snprintf(text, sizeof(text), fabs(f->change) < 9.995 ? "%+.1f %%" : "%+.0f %%",
			 f->change * 100);
		bool room = draw_width(list, type, text) + 26 < width;
		if (!room)
			snprintf(text, sizeof(text), "%+.0f %%", f->change * 100);
		draw_textf(list,
			   (struct point){at.x + width / 2 + (decided && room ? 7 : 0), middle + 4},
			   ANCHOR_MIDDLE, type, "%s", text);
		if (decided && room)
			mark_draw(list, (struct point){at.x + 12, middle}, 4.5, f->verdict);
	}
	draw_group_end(list);
	free(title);
}

static double
draw_panel(struct draw_list *list, const struct matrix *m, const struct matrix_panel *p, double y)
{
	double width = cell_width(list, p), left = PICTURE_MARGIN + ROW_NAME;

	if (m->n_panels > 1)
		draw_textf(list, (struct point){PICTURE_MARGIN, y}, ANCHOR_START, picture_strong,
			   "%s", p->label);
	draw_textf(list, (struct point){left - 12, y}, ANCHOR_END, picture_head_type,
		   "queue depth");
	for (size_t c = 0; c < p->n_columns; c++)
		draw_textf(list,
			   (struct point){left + ((double)c + 0.5) * width - CELL_GAP / 2.0, y},
			   ANCHOR_MIDDLE, picture_row_second, "%s", p->column[c]);
	y += 10;
	for (size_t r = 0; r < p->n_rows; r++) {
		double top = y + (double)r * CELL_HEIGHT;
		char *cut = picture_cut(list, picture_row, ROW_NAME - 16, p->row[r]);

		draw_textf(list, (struct point){left - 12, top + CELL_HEIGHT / 2.0 + 3}, ANCHOR_END,
			   picture_row, "%s", cut);
		free(cut);
		for (size_t c = 0; c < p->n_columns; c++) {
			const struct finding_compare *f = p->cell[r * p->n_columns + c];

			if (f)
				draw_cell(list, f, (struct point){left + (double)c * width, top},
					  width);
		}
	}
	return y + (double)p->n_rows * CELL_HEIGHT + PANEL_GAP;
}

void
matrix_draw(struct draw_list *list, const void *self, const struct input *input, const char *title,
	    size_t page)
{
	const struct matrix *m = self;
	char *subtitle = matrix_subtitle(m);
	struct picture_side sides[2];

	(void)page;
	matrix_chart.sides(m, sides);
	/* More columns than there is room for make the picture wider. */
	for (size_t i = 0; i < m->n_panels; i++)
		list->width = fmax(list->width, 2 * PICTURE_MARGIN + ROW_NAME +
						    (double)m->panel[i].n_columns * CELL_WIDTH_MIN);
	char *foot = context_foot(input, sides[0].commit, sides[1].commit, " \u00b7 ");
	double y = picture_top(list, input, title, sides, subtitle) + 22;
	for (size_t i = 0; i < m->n_panels; i++)
		y = draw_panel(list, m, &m->panel[i], y);
	picture_bottom(list, foot, y);
	free(foot);
	free(subtitle);
}

static void
write_panel(const struct page *page, const struct matrix *m, const struct matrix_panel *p,
	    size_t first, size_t n)
{
	struct grid grid;
	char text[UNIT_TEXT];

	grid_init(&grid, n + 1);
	grid.left[0] = true;
	grid_row(&grid);
	grid_set(&grid, 0, 0, mem_dup("qd"));
	for (size_t c = 0; c < n; c++)
		grid_set(&grid, 0, c + 1, mem_dup(p->column[first + c]));
	for (size_t r = 0; r < p->n_rows; r++) {
		size_t row = grid_row(&grid);

		grid_set(&grid, row, 0, mem_dup(p->row[r]));
		for (size_t c = 0; c < n; c++) {
			const struct finding_compare *f = p->cell[r * p->n_columns + first + c];

			if (f)
				grid_set(&grid, row, c + 1,
					 isnan(f->change)
					     ? mem_dup("-")
					     : mem_format("%s %c", unit_change(f->change, text),
							  mark_character[f->verdict]));
		}
	}
	page_blank(page);
	if (m->n_panels > 1)
		page_line(page, "%s", p->label);
	grid_print(&grid, page, 2);
	grid_free(&grid);
}

void
matrix_text(const struct page *page, const void *self, const struct input *input, const char *title)
{
	enum { FEWEST = 4, NAME = 18, CELL = 10 };
	const struct matrix *m = self;
	char *marks = forest_text_marks();
	char *subtitle =
	    mem_format("Change of %s in %%; %s is better.", m->what, m->lower ? "lower" : "higher");
	size_t room = page->width > NAME + FEWEST * CELL ? (page->width - NAME) / CELL : FEWEST;
	struct picture_side sides[2];

	room = room < GRID_COLUMNS_MAX - 1 ? room : GRID_COLUMNS_MAX - 1;
	matrix_chart.sides(m, sides);
	chart_text_top(page, input, title, sides, subtitle);
	for (size_t i = 0; i < m->n_panels; i++) {
		const struct matrix_panel *p = &m->panel[i];

		for (size_t first = 0; first < p->n_columns; first += room)
			write_panel(page, m, p, first,
				    p->n_columns - first < room ? p->n_columns - first : room);
	}
	page_blank(page);
	page_wrap(page, 0, "%s.", marks);
	chart_text_foot(page, input, sides);
	free(marks);
	free(subtitle);
}
