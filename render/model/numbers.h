/* The numbers of a picture as a table of texts: what its text twin, a page and Markdown show beside
 * it, so that nothing is told by a picture alone. */
#ifndef RENDER_MODEL_NUMBERS_H
#define RENDER_MODEL_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

enum { NUMBERS_COLUMNS_MAX = 16 };

struct numbers_column {
	const char *head; /* with its unit: "base, kIOPS"; owned by the table */
	bool left;        /* aligned to the left: a name, not a number */
};

struct numbers {
	char *caption; /* what the rows are: "p99 latency in us, 5 + 5 runs"; ASCII */
	struct numbers_column column[NUMBERS_COLUMNS_MAX];
	size_t n_columns;
	char **cell; /* [row * n_columns + column]; "" where there is nothing */
	double *raw; /* what a cell is sorted by, in the stream's own unit; NaN = by its text */
	size_t n_rows;
};

/* An empty table; the caller frees it with numbers_free. caption comes from the heap and is taken.
 */
void numbers_init(struct numbers *numbers, char *caption);
void numbers_free(struct numbers *numbers);

/* One more column, before the first row; head comes from the heap and is taken. */
void numbers_column(struct numbers *numbers, char *head, bool left);

/* One more row, of empty cells; returns its index. */
size_t numbers_row(struct numbers *numbers);

/* Sets a cell; text comes from the heap and is taken. */
void numbers_set(struct numbers *numbers, size_t row, size_t column, char *text, double raw);

static inline const char *
numbers_cell(const struct numbers *numbers, size_t row, size_t column)
{
	return numbers->cell[row * numbers->n_columns + column];
}

#endif
