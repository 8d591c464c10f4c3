/* Tables in text: cells are collected, columns get the width they need, then all is printed. */
#ifndef RENDER_TEXT_GRID_H
#define RENDER_TEXT_GRID_H

#include <stdbool.h>
#include <stddef.h>

#include "render/text/page.h"

enum { GRID_COLUMNS_MAX = 16 };

struct grid {
	size_t n_columns;
	bool left[GRID_COLUMNS_MAX];          /* aligned to the left, else to the right */
	bool constant_goes[GRID_COLUMNS_MAX]; /* may be left out, when short of room, where all
					       * rows say the same */
	bool goes[GRID_COLUMNS_MAX];          /* may be left out where nothing else makes room */
	char **cell;                          /* [row * n_columns + column] */
	char **line; /* [row] stands there instead of cells; NULL = cells */
	size_t n_rows;
	size_t heads; /* how many rows the head has: 1 from grid_init on */
};

void grid_init(struct grid *grid, size_t n_columns);
void grid_free(struct grid *grid);

/* A new, empty row; returns its index. */
size_t grid_row(struct grid *grid);

/* The head of an empty grid: n_heads rows of its n_columns texts, one row behind another. */
void grid_head(struct grid *grid, const char *const *texts, size_t n_heads);

/* A row that is one line of text from the heap, which becomes the grid's and no column's. */
void grid_line(struct grid *grid, char *text);

/* Sets a cell; text comes from the heap and becomes the grid's. */
void grid_set(struct grid *grid, size_t row, size_t column, char *text);

/* Prints all rows with gap blanks between columns. When the table is wider than the page, the
 * gaps shrink to one blank, then constant columns are left out (from the right), then the first
 * column is cut; where that is not enough, columns that may go are left out (from the left).
 * Columns without a text below the head are left out. */
void grid_print(const struct grid *grid, const struct page *page, size_t gap);

#endif
