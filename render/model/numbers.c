/* Tables of texts. */
#include "render/model/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"

void
numbers_init(struct numbers *numbers, char *caption)
{
	memset(numbers, 0, sizeof(*numbers));
	numbers->caption = caption;
}

void
numbers_free(struct numbers *numbers)
{
	for (size_t i = 0; i < numbers->n_rows * numbers->n_columns; i++)
		free(numbers->cell[i]);
	for (size_t i = 0; i < numbers->n_columns; i++)
		free((char *)numbers->column[i].head);
	free(numbers->cell);
	free(numbers->raw);
	free(numbers->caption);
	memset(numbers, 0, sizeof(*numbers));
}

void
numbers_column(struct numbers *numbers, char *head, bool left)
{
	if (numbers->n_columns == NUMBERS_COLUMNS_MAX || numbers->n_rows) {
		free(head);
		return;
	}
	numbers->column[numbers->n_columns++] = (struct numbers_column){head, left};
}

size_t
numbers_row(struct numbers *numbers)
{
	size_t row = numbers->n_rows++, n = numbers->n_rows * numbers->n_columns;

	numbers->cell = mem_resize(numbers->cell, n, sizeof(*numbers->cell));
	numbers->raw = mem_resize(numbers->raw, n, sizeof(*numbers->raw));
	for (size_t i = row * numbers->n_columns; i < n; i++) {
		numbers->cell[i] = mem_dup("");
		numbers->raw[i] = NAN;
	}
	return row;
}

void
numbers_set(struct numbers *numbers, size_t row, size_t column, char *text, double raw)
{
	size_t i = row * numbers->n_columns + column;

	free(numbers->cell[i]);
	numbers->cell[i] = text;
	numbers->raw[i] = raw;
}
