/* The mail's first page: finding, commits, table, forest. */
#include "render/text/mail.h"

#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "render/chart/forest.h"
#include "render/model/cells.h"
#include "render/model/headline.h"
#include "render/model/words.h"
#include "render/text/commits.h"
#include "render/text/forest_text.h"
#include "render/text/grid.h"

enum { VERDICT_COLUMN = CELLS };

static void
add_row(struct grid *grid, const struct comparison *c, const struct comparison_row *row,
	const struct cell_scale *scale)
{
	size_t at = grid_row(grid);

	char *name = cells_text(c, row, CELL_NAME, scale, false);

	grid_set(grid, at, CELL_NAME, page_beginning(name));
	free(name);
	/* A change of what means nothing is not shown. */
	enum cells_column end = words_overloaded(row->f) ? CELL_CHANGE : CELLS;

	for (enum cells_column cell = CELL_NAME + 1; cell < end; cell++)
		grid_set(grid, at, cell, cells_text(c, row, cell, scale, false));
	grid_set(grid, at, VERDICT_COLUMN, mail_verdict(row->f));
}

/* "kIOPS, geometric means of the runs". */
static void
write_caption(const struct page *page, const struct forest_panel *panel,
	      const struct comparison_row *row)
{
	const char *suffix = panel->scale.mixed ? "" : panel->scale.scale.suffix;

	if (view_is(row->f->unit, "iops") || !*suffix)
		page_line(page, "%s%s, %s", suffix, panel->title, words_means(row, panel->n));
	else
		page_line(page, "%s in %s, %s", panel->title, suffix, words_means(row, panel->n));
}

static void
write_table(const struct page *page, const struct forest *forest, const struct forest_panel *panel)
{
	const struct comparison *c = forest->comparison;
	const struct comparison_row *row = c->row + panel->first;
	/* The caption says the unit: the heads are those of a table without one. */
	const struct cell_scale no_unit = {.mixed = true};
	struct grid grid;
	bool thin = false;

	page_blank(page);
	write_caption(page, panel, row);
	grid_init(&grid, CELLS + 1);
	grid.left[CELL_NAME] = grid.left[VERDICT_COLUMN] = true;
	grid.constant_goes[CELL_BS] = grid.constant_goes[CELL_QD] = true;
	grid.constant_goes[CELL_JOBS] = true;
	/* Base and change say what the new value is, and the forest below shows the interval. */
	grid.goes[CELL_NEW] = grid.goes[CELL_INTERVAL] = true;
	grid_row(&grid);
	for (enum cells_column i = 0; i < CELLS; i++)
		grid_set(&grid, 0, i, cells_head(i, &no_unit, row->f->unit));
	grid_set(&grid, 0, VERDICT_COLUMN, mem_dup("verdict"));
	for (size_t i = 0; i < panel->n; i++)
		add_row(&grid, c, &row[i], &panel->scale);
	for (size_t i = 0; i < panel->n; i++)
		thin |= mail_is_thin(row[i].f);
	grid_print(&grid, page, 2);
	if (thin)
		page_line(page, "%s", page_thin_words);
	grid_free(&grid);
}

static void
write_forest(const struct page *page, const struct forest *forest)
{
	bool any = false, colons = false;

	for (size_t i = 0; i < forest->comparison->n_rows; i++)
		any = any || !isnan(forest->comparison->row[i].f->change);
	if (!any)
		return;
	for (size_t i = 0; i < forest->n_panels; i++) {
		page_blank(page);
		colons |= forest_text_panel(page, forest, &forest->panel[i], false);
	}
	forest_text_legend(page, forest->comparison, colons);
}

void
mail_write(const struct page *page, const struct comparison *c, const struct input *input)
{
	char *finding = headline_with(c, HEADLINE_MAIL, input->combined, input->n_combined);
	struct forest forest;

	page_wrap(page, 0, "%s", finding);
	page_blank(page);
	commits_compared(page, input, c);
	mail_forced(page, c, input);
	mail_overload(page, c);
	if (comparison_several(c)) {
		mail_several(page, c);
	} else {
		forest_init(&forest, c);
		for (size_t i = 0; i < forest.n_panels; i++)
			write_table(page, &forest, &forest.panel[i]);
		write_forest(page, &forest);
		forest_free(&forest);
	}
	mail_combined(page, c, input);
	mail_latency(page, c, input);
	mail_shape(page, c, input);
	mail_jitter(page, c, input);
	mail_open_questions(page, c, input);
	mail_remarks(page, c);
	mail_costs(page, c, input);
	mail_named(page, c, input);
	mail_lacks(page, c, input);
	mail_changes(page, c, input);
	mail_unfinished(page, c, input);
	mail_method(page, c, input);
	free(finding);
}
