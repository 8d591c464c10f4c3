/* A series over time from the rows of averaged logs: as they stand, when they are of one job; of
 * several jobs added up on a grid common to all. */
#ifndef COLLECT_LOG_SERIES_H
#define COLLECT_LOG_SERIES_H

#include "collect/base/rows.h"
#include "collect/log/row.h"

enum log_series_kind {
	LOG_SERIES_RATE, /* per second: jobs add up, and where there is no row it is 0 */
	LOG_SERIES_MEAN, /* jobs are averaged by time, and there may be nothing to say */
	LOG_SERIES_MAX,
};

enum {
	LOG_METRIC = 48,
	/* Cells in work: a row reaches LOG_REACH cells back at most, and one may be read before all
	 * that end a cell earlier. */
	LOG_REACH = 120,
	LOG_CELLS = 128,
};

struct log_cell {
	double area;    /* sum of value * ms */
	double covered; /* ms that have a value */
	double max;
};

struct log_series {
	const struct rows *rows;
	enum log_series_kind kind;
	char metric[LOG_METRIC];
	const char *unit;
	double cell_ms; /* the grid's step; 0 = one job, without a grid */
	double end_ms;  /* of the run */
	double gap_ms;  /* without a grid: a longer time without a row is idle, at the end too */
	bool quiet;     /* no samples: only the total is wanted */
	bool seen;      /* there has been a row */
	double last_ms; /* where the last row ended, of all jobs */
	size_t written; /* with one: cells that are done with */
	struct log_cell cell[LOG_CELLS];
	struct log_cell total;
};

/* Rows of one direction of one job must come in the order of time. from_ms < to_ms, which is at
 * most end_ms without a grid. On a grid, what lies more than LOG_REACH cells before to_ms, or
 * behind end_ms, is part of the total, but of no sample. */
void log_series_add(struct log_series *series, double from_ms, double to_ms, double value);

/* Writes the cells before number cell: no row that is still to come reaches them. */
void log_series_advance(struct log_series *series, size_t cell);

/* Writes what is left. */
void log_series_end(struct log_series *series);

/* Over the whole run: of a rate its mean until the last row ended, for what comes behind it was not
 * logged; of a mean that over the time with rows, and the maximum. NaN without rows. */
double log_series_total(const struct log_series *series);

#endif
