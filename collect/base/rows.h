/* Writing records of one commit, test and run, a call a row. */
#ifndef COLLECT_BASE_ROWS_H
#define COLLECT_BASE_ROWS_H

#include <stdio.h>

/* What the rows belong to: the first columns of each. */
struct rows {
	FILE *out; /* write errors are left to ferror */
	const char *commit, *run;
	const char *test; /* "" = all tests of the run */
};

/* A value that is NaN or infinite writes no row. */
void rows_text(const struct rows *rows, const char *metric, const char *value);
void rows_scalar(const struct rows *rows, const char *metric, const char *unit, double value);
void rows_sample(const struct rows *rows, const char *metric, const char *unit, double start,
		 double end, double value);
void rows_bucket(const struct rows *rows, const char *metric, const char *unit, double low,
		 double high, double count);

/* An interval in s, and a range in the metric's unit. */
struct rows_place {
	double start, end, low, high;
};
void rows_cell(const struct rows *rows, const char *metric, const char *unit,
	       struct rows_place place, double count);

#endif
