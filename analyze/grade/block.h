/* Differences within randomised blocks: what is slow or fast about a while hits both sides of a
 * block. Pure functions over numbers. */
#ifndef ANALYZE_GRADE_BLOCK_H
#define ANALYZE_GRADE_BLOCK_H

#include <stddef.h>

#include "analyze/statistics/moments.h"

struct grade_side;

enum { BLOCK_MIN = 3 };

/* Of the blocks in which both sides have a run; n = 0 where blocks are not known. */
struct block_parts {
	size_t n;
	struct moments difference; /* mean of b - mean of a, of each block */
	struct moments sum;        /* mean of a + mean of b */
};

struct block_parts block_parts_of(const struct grade_side *a, const struct grade_side *b);

/* The log of how much more the blocks' sums vary than their differences, (1 + r) / (1 - r) where r
 * is the correlation of the sides within blocks; NaN with fewer than BLOCK_MIN blocks or where
 * either does not vary. */
double block_log_ratio(const struct block_parts *parts);

/* Whether the mean log ratio of cells that were measured together shows a correlation: the chance
 * of one as high without any, by F at (n - 1, n - 1) as for one cell. */
double block_p(double log_ratio, double n_blocks);

#endif
