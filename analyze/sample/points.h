/* The samples or buckets of one series: a list that is written one by one and read as a whole. A
 * stream of ten million rows is held in it, so it is packed: a point that goes on where the last
 * one ended takes 3 to 10 bytes, one of numbers that nothing foretells up to 38. */
#ifndef ANALYZE_SAMPLE_POINTS_H
#define ANALYZE_SAMPLE_POINTS_H

#include <stddef.h>
#include <stdint.h>

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

/* Zeroed, or after points_init, there are none and nothing is allocated. */
struct points {
	struct points_pack *pack;
};

void points_init(struct points *points);
void points_done(struct points *points);

void points_add(struct points *points, const struct series_point *point);

size_t points_n(const struct points *points);

/* The one that was added last, until the next one is; NULL where there are none. */
const struct series_point *points_last(const struct points *points);

/* All points in the order in which they were added, bit for bit as they were. The caller frees it;
 * NULL where there are none. */
struct series_point *points_unpack(const struct points *points);

/* What they take, in bytes. */
size_t points_memory(const struct points *points);

#endif
