/* The samples or buckets of one series: a list that is written one by one and read as a whole. A
 * stream of ten million rows is held in it, so it is kept small. */
#ifndef ANALYZE_SAMPLE_POINTS_H
#define ANALYZE_SAMPLE_POINTS_H

#include <stddef.h>
#include <stdint.h>

#include "collect/base/list.h"

/* Where a row stood, to name it in an error. */
struct place {
	uint32_t file; /* index of the input */
	uint32_t line;
};

/* A sample (from, to are its start and end) or a bucket (its low and high). */
struct series_point {
	double from, to, value;
	struct place place;
};

struct points {
	UT_array list; /* struct series_point */
};

void points_init(struct points *points);
void points_done(struct points *points);

void points_add(struct points *points, const struct series_point *point);

size_t points_n(const struct points *points);

/* All points in the order in which they were added, bit for bit as they were. The caller frees it;
 * NULL where there are none. */
struct series_point *points_unpack(const struct points *points);

#endif
