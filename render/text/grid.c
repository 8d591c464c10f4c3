/* Tables in text. */
#include "render/text/grid.h"
#include "render/draw/sign.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"

void
grid_init(struct grid *grid, size_t n_columns)
{
	memset(grid, 0, sizeof(*grid));
	grid->n_columns = n_columns;
	grid->heads = 1;
}

void
grid_free(struct grid *grid)
{
	for (size_t i = 0; i < grid->n_rows * grid->n_columns; i++)
		free(grid->cell[i]);
	for (size_t i = 0; i < grid->n_rows; i++)
		free(grid->line[i]);
	free(grid->cell);
	free(grid->line);
	memset(grid, 0, sizeof(*grid));
}

size_t
grid_row(struct grid *grid)
{
	size_t n = grid->n_columns;

	grid->cell = mem_resize(grid->cell, (grid->n_rows + 1) * n, sizeof(*grid->cell));
	for (size_t i = 0; i < n; i++)
		grid->cell[grid->n_rows * n + i] = mem_dup("");
	grid->line = mem_resize(grid->line, grid->n_rows + 1, sizeof(*grid->line));
	grid->line[grid->n_rows] = NULL;
	return grid->n_rows++;
}

void
grid_head(struct grid *grid, const char *const *texts, size_t n_heads)
{
	for (grid->heads = 0; grid->heads < n_heads; grid->heads++) {
		size_t row = grid_row(grid);

		for (size_t i = 0; i < grid->n_columns; i++)
			grid_set(grid, row, i, mem_dup(texts[row * grid->n_columns + i]));
	}
}

void
grid_line(struct grid *grid, char *text)
{
	size_t row = grid_row(grid);

	grid->line[row] = text;
}

static char **
cell_at(const struct grid *grid, size_t row, size_t column)
{
	return &grid->cell[row * grid->n_columns + column];
}

void
grid_set(struct grid *grid, size_t row, size_t column, char *text)
{
	free(*cell_at(grid, row, column));
	*cell_at(grid, row, column) = sign_text(text);
	free(text);
}

static size_t
width_of(const struct grid *grid, size_t column)
{
	size_t widest = 0, body = 0;

	for (size_t row = 0; row < grid->n_rows; row++) {
		size_t n = sign_width(*cell_at(grid, row, column));

		widest = n > widest ? n : widest;
		body += row < grid->heads ? 0 : n;
	}
	return body ? widest : 0;
}

static bool
is_constant(const struct grid *grid, size_t column)
{
	const char *first = NULL;
	size_t rows = 0;

	for (size_t row = grid->heads; row < grid->n_rows; row++) {
		const char *text = *cell_at(grid, row, column);

		if (grid->line[row])
			continue;
		if (rows++ && strcmp(text, first) != 0)
			return false;
		first = text;
	}
	return rows > 1;
}

static size_t
total(const size_t *width, size_t n, size_t gap)
{
	size_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += width[i] ? width[i] + (sum ? gap : 0) : 0;
	return sum;
}

/* Makes the widths fit the page, as far as they can. */
static void
fit(const struct grid *grid, const struct page *page, size_t gap, size_t *width)
{
	enum { FIRST_LEAST = 12 };

	for (size_t i = grid->n_columns;
	     i-- > 0 && total(width, grid->n_columns, gap) > page->width;) {
		if (grid->constant_goes[i] && is_constant(grid, i))
			width[i] = 0;
	}
	size_t spare = width[0] > FIRST_LEAST ? width[0] - FIRST_LEAST : 0;
	for (size_t i = 0; i < grid->n_columns; i++) {
		if (grid->goes[i] && total(width, grid->n_columns, gap) > page->width + spare)
			width[i] = 0;
	}
	size_t all = total(width, grid->n_columns, gap);
	if (all > page->width && spare) {
		size_t excess = all - page->width;

		width[0] -= excess < spare ? excess : spare;
	}
}

static void
print_row(const struct grid *grid, const struct page *page, size_t row, const size_t *width,
	  size_t gap)
{
	/* A character is 4 bytes at most. */
	char *line = mem_alloc(4 * total(width, grid->n_columns, gap) + 1, 1), *end = line;

	for (size_t i = 0; i < grid->n_columns; i++) {
		if (width[i] == 0)
			continue;
		char *text = sign_cut(*cell_at(grid, row, i), width[i]);

		int bytes = (int)(width[i] + strlen(text) - sign_width(text));

		end += sprintf(end, "%*s%*s", end > line ? (int)gap : 0, "",
			       grid->left[i] ? -bytes : bytes, text);
		free(text);
	}
	page_line(page, "%s", line);
	free(line);
}

void
grid_print(const struct grid *grid, const struct page *page, size_t gap)
{
	size_t width[GRID_COLUMNS_MAX] = {0};

	for (size_t i = 0; i < grid->n_columns; i++)
		width[i] = width_of(grid, i);
	if (total(width, grid->n_columns, gap) > page->width)
		gap = 1;
	fit(grid, page, gap, width);
	for (size_t row = 0; row < grid->n_rows; row++) {
		if (grid->line[row])
			page_line(page, "%s", grid->line[row]);
		else
			print_row(grid, page, row, width, gap);
	}
}
