/* Adding up what several jobs say of their windows, which do not begin and end together. */
#include "collect/log/series.h"

#include <math.h>

static void
sample(const struct log_series *series, double from_ms, double to_ms, double value)
{
	if (to_ms > from_ms && !series->quiet)
		rows_sample(series->rows, series->metric, series->unit, from_ms / 1000,
			    to_ms / 1000, value);
}

static void
put(struct log_cell *cell, double ms, double value)
{
	cell->max = cell->covered > 0 && cell->max > value ? cell->max : value;
	cell->area += value * ms;
	cell->covered += ms;
}

static void
write_cell(const struct log_series *series, size_t number, const struct log_cell *cell)
{
	double from = (double)number * series->cell_ms, to = from + series->cell_ms;

	if (to > series->end_ms)
		to = series->end_ms;
	/* Jobs do not end together: a rest of a window says more of that than of the rate. */
	if (number && to - from < series->cell_ms / 2)
		return;
	if (series->kind == LOG_SERIES_RATE)
		sample(series, from, to, cell->area / (to - from));
	else if (cell->covered > 0)
		sample(series, from, to,
		       series->kind == LOG_SERIES_MAX ? cell->max : cell->area / cell->covered);
}

/* Cells that were left behind before this direction had a row. */
static void
begin(struct log_series *series)
{
	const struct log_cell empty = {0};

	for (size_t i = 0; i < series->written && series->kind == LOG_SERIES_RATE; i++)
		write_cell(series, i, &empty);
	series->seen = true;
}

static void
add_to_grid(struct log_series *series, double from_ms, double to_ms, double value)
{
	size_t first = (size_t)(from_ms / series->cell_ms);

	if (first < series->written)
		first = series->written;
	for (size_t i = first; i < series->written + LOG_CELLS; i++) {
		double begin_ms = (double)i * series->cell_ms, end_ms = begin_ms + series->cell_ms;
		double ms = fmin(end_ms, to_ms) - fmax(begin_ms, from_ms);
		if (begin_ms >= to_ms)
			break;
		if (ms > 0)
			put(&series->cell[i % LOG_CELLS], ms, value);
	}
}

void
log_series_add(struct log_series *series, double from_ms, double to_ms, double value)
{
	if (!series->seen)
		begin(series);
	put(&series->total, to_ms - from_ms, value);
	if (series->cell_ms > 0) {
		add_to_grid(series, from_ms, fmin(to_ms, series->end_ms), value);
	} else {
		if (series->kind == LOG_SERIES_RATE)
			sample(series, series->last_ms, from_ms, 0);
		sample(series, from_ms, to_ms, value);
	}
	series->last_ms = fmax(series->last_ms, to_ms);
}

void
log_series_advance(struct log_series *series, size_t cell)
{
	for (; series->written < cell; series->written++) {
		struct log_cell *done = &series->cell[series->written % LOG_CELLS];
		if (series->seen)
			write_cell(series, series->written, done);
		*done = (struct log_cell){0};
	}
}

void
log_series_end(struct log_series *series)
{
	if (!series->seen)
		return;
	if (series->cell_ms > 0)
		log_series_advance(series, (size_t)ceil(series->end_ms / series->cell_ms));
	else if (series->kind == LOG_SERIES_RATE &&
		 series->end_ms - series->last_ms > series->gap_ms)
		sample(series, series->last_ms, series->end_ms, 0);
}

double
log_series_total(const struct log_series *series)
{
	if (!series->seen)
		return NAN;
	if (series->kind == LOG_SERIES_MAX)
		return series->total.max;
	return series->total.area /
	       (series->kind == LOG_SERIES_RATE ? series->last_ms : series->total.covered);
}
