/* One line of terse output, cut into its fields. */
#include "collect/text/terse_line.h"

#include "collect/base/mem.h"
#include "collect/base/num.h"
#include "collect/text/scan.h"

/* By version, 2 to 5. */
static const struct terse_layout layouts[] = {
    {"fio terse 2", 4, 41, 3},
    {"fio terse 3", 5, 41, 2},
    {"fio terse 4", 5, 41, 3},
    {"fio terse 5", 5, 47, 3},
};

bool
terse_line_begins(struct view text)
{
	if (text.n < 2 || text.p[0] < '2' || text.p[0] > '5' || text.p[1] != ';')
		return false;
	if (text.p[0] == '2')
		return scan_find(text, "%=") != NULL;
	return view_starts((struct view){text.p + 2, text.n - 2}, "fio-");
}

/* Splits the line; false where there are too many fields. */
static bool
split(struct view text, struct terse_line *line)
{
	struct view before;

	line->n = 0;
	while (line->n < TERSE_FIELDS - 1 && scan_split(&text, ";", &before))
		line->field[line->n++] = before;
	line->field[line->n++] = text;
	return !scan_find(text, ";");
}

/* "99.000000%=1234". */
static bool
is_percentile(struct view field)
{
	struct view percent;
	double number;

	return scan_split(&field, "%=", &percent) && num_parse(percent, &number);
}

/* Finds the directions by their percentiles. */
static bool
find_blocks(struct terse_line *line)
{
	size_t run = 0;

	line->n_blocks = 0;
	for (size_t i = 0; i < line->n; i++) {
		size_t before = TERSE_BEFORE_PERCENTILES + TERSE_PERCENTILES;
		run = is_percentile(line->field[i]) ? run + 1 : 0;
		if (run != TERSE_PERCENTILES)
			continue;
		if (i + 1 < before || line->n_blocks == TERSE_BLOCKS)
			return false;
		line->block[line->n_blocks++] = i + 1 - before;
	}
	return line->n_blocks > 0;
}

/* "7", "-7" */
static bool
is_integer(struct view field)
{
	double value;

	return num_parse(field, &value) && !scan_find(field, ".");
}

/* Whether the fields stand as the layout has them. */
static bool
fits(struct terse_line *line)
{
	const struct terse_layout *layout = line->layout;
	size_t n = line->n_blocks;

	if (n != 1 && n != layout->directions && n != layout->directions + 1)
		return false;
	line->tail = line->block[n - 1] + layout->block;
	if (line->block[0] < layout->head || line->tail + TERSE_TAIL > line->n)
		return false;
	if (!is_integer(line->field[line->block[0] - 2]) ||
	    !is_integer(line->field[line->block[0] - 1])) /* group and error */
		return false;
	for (size_t i = 1; i < n; i++)
		if (line->block[i] != line->block[i - 1] + layout->block)
			return false;
	for (size_t i = TERSE_TAIL_PERCENT; i < TERSE_TAIL; i++)
		if (!view_ends(line->field[line->tail + i], "%"))
			return false;
	return true;
}

bool
terse_line_cut(struct view text, struct terse_line *out)
{
	out->layout = &layouts[text.p[0] - '2'];
	return split(text, out) && find_blocks(out) && fits(out);
}

char *
terse_line_name(const struct terse_line *line)
{
	struct view first = line->field[line->layout->head - 3];
	struct view last = line->field[line->block[0] - 3];

	return mem_copy(first.p, (size_t)(last.p + last.n - first.p));
}

struct view
terse_line_version(const struct terse_line *line)
{
	return line->layout == &layouts[0] ? view_of("") : line->field[1];
}
