/* Rows of JSON into rows of CSV. */
#include "collect/json/rows.h"

#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/base/num.h"
#include "collect/base/table.h"

enum { METRIC, UNIT, START, END, LOW, HIGH, VALUE, FIELDS };

static bool
field_fits(const json_t *field, size_t i)
{
	if (i == METRIC)
		return json_string_length(field) > 0;
	if (i == UNIT)
		return json_is_string(field);
	if (i == VALUE)
		return json_is_string(field) || json_is_number(field);
	return json_is_null(field) || json_is_number(field);
}

static bool
row_write(const json_t *row, FILE *out)
{
	struct view field[FIELDS];
	char number[FIELDS][NUM_TEXT];

	if (json_array_size(row) != FIELDS)
		return false;
	for (size_t i = 0; i < FIELDS; i++) {
		const json_t *value = json_array_get(row, i);
		if (!field_fits(value, i))
			return false;
		if (json_is_string(value))
			field[i] = view_of(json_string_value(value));
		else if (json_is_number(value))
			field[i] = view_of(num_write(json_number_value(value), number[i]));
		else
			field[i] = view_of("");
	}
	table_write(out, field, FIELDS);
	return true;
}

char *
json_rows_read(const json_t *rows, bool *wrong)
{
	char *text;
	size_t i, n;
	const json_t *row;

	if (!rows)
		return NULL;
	if (!json_is_array(rows))
		*wrong = true;
	FILE *out = mem_stream(&text, &n);
	json_array_foreach(rows, i, row)
	{
		if (!row_write(row, out))
			*wrong = true;
	}
	fclose(out);
	if (n)
		return text;
	free(text);
	return NULL;
}
