/* Cells of tables. */
#include "render/model/cells.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "collect/base/mem.h"
#include "render/model/words.h"

/* Beyond this ratio the smallest value of a column would lose its digits. */
static const double ratio_max = 1000;

struct cell_scale
cells_scale(const struct comparison *c, enum panel panel)
{
	double least = INFINITY, most = 0;
	struct view unit = {"", 0};

	for (size_t i = 0; i < c->n_rows; i++) {
		const struct finding_compare *f = c->row[i].f;
		const double value[2] = {f->base_value, f->value};

		if (c->row[i].panel != panel)
			continue;
		unit = f->unit;
		for (int side = 0; side < 2; side++) {
			if (value[side] > 0) {
				least = value[side] < least ? value[side] : least;
				most = value[side] > most ? value[side] : most;
			}
		}
	}
	/* The middle of the range, so that neither end has too many or too few digits. */
	return (struct cell_scale){unit_scale_for(sqrt(least) * sqrt(most), unit),
				   most / least > ratio_max};
}

char *
cells_size(struct view size)
{
	static const char suffixes[] = "kmgtp";
	static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB"};
	size_t digits = 0;

	while (digits < size.n && isdigit((unsigned char)size.p[digits]))
		digits++;
	if (digits && digits == size.n)
		return mem_format("%.*s B", VIEW_ARGS(size));
	const char *suffix =
	    digits && digits + 1 == size.n ? strchr(suffixes, size.p[digits]) : NULL;
	if (!suffix)
		return mem_copy(size.p, size.n);
	return mem_format("%.*s %s", (int)digits, size.p, units[suffix - suffixes]);
}

static char *
name_cell(const struct comparison *c, const struct comparison_row *row)
{
	struct view name = c->named ? row->test->name : row->test->rw;

	return mem_format("%.*s%s%s", VIEW_ARGS(name), *row->direction ? " " : "", row->direction);
}

static char *
value_cell(double value, struct view unit, const struct cell_scale *scale)
{
	char text[UNIT_TEXT];

	if (scale->mixed)
		return mem_dup(unit_print(value, unit, text));
	return mem_dup(unit_number(value, scale->scale, text));
}

static char *
change_cell(const struct finding_compare *f, bool picture)
{
	char text[UNIT_TEXT];

	if (isnan(f->change))
		return mem_dup("");
	if (picture)
		return mem_dup(unit_percent(f->change, text));
	return mem_format("%s %%", unit_change(f->change, text));
}

static char *
interval_cell(const struct finding_compare *f)
{
	return words_bounds(f->low, f->high);
}

char *
cells_text(const struct comparison *c, const struct comparison_row *row, enum cells_column cell,
	   const struct cell_scale *scale, bool picture)
{
	const struct comparison_test *test = row->test;

	switch (cell) {
	case CELL_NAME:
		return name_cell(c, row);
	case CELL_BS:
		return picture ? cells_size(test->bs) : mem_copy(test->bs.p, test->bs.n);
	case CELL_QD:
		return mem_copy(test->qd.p, test->qd.n);
	case CELL_JOBS:
		return mem_copy(test->jobs.p, test->jobs.n);
	case CELL_BASE:
		return value_cell(row->f->base_value, row->f->unit, scale);
	case CELL_NEW:
		return value_cell(row->f->value, row->f->unit, scale);
	case CELL_CHANGE:
		return change_cell(row->f, picture);
	case CELL_INTERVAL:
		return interval_cell(row->f);
	default:
		return mem_dup("");
	}
}

char *
cells_head(enum cells_column cell, const struct cell_scale *scale, struct view unit)
{
	static const char *const head[CELLS] = {
	    [CELL_NAME] = "test",     [CELL_BS] = "bs",
	    [CELL_QD] = "qd",         [CELL_JOBS] = "jobs",
	    [CELL_BASE] = "base",     [CELL_NEW] = "new",
	    [CELL_CHANGE] = "change", [CELL_INTERVAL] = "95 % interval",
	};
	bool value = cell == CELL_BASE || cell == CELL_NEW;
	const char *of = view_is(unit, "iops") ? "IOPS" : "";

	if (!value || scale->mixed || (!*scale->scale.suffix && !*of))
		return mem_dup(head[cell]);
	return mem_format("%s, %s%s", head[cell], scale->scale.suffix, of);
}
