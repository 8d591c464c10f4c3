/* Two levels: runs that are fast or slow with nothing between, whose mean no run has. */
#ifndef ANALYZE_STATISTICS_LEVELS_H
#define ANALYZE_STATISTICS_LEVELS_H

#include <stdbool.h>
#include <stddef.h>

enum { LEVELS_MIN = 5 };

struct levels {
	bool two;
	/* What follows holds where two is true. */
	size_t n_low, n_high;
	double low, high; /* means of both groups */
	double split;     /* between them; what is above it is high */
};

/* The n values are split where the squares within two groups of 2 or more are smallest. They are on
 * two levels where n >= LEVELS_MIN, the gap at the split is above 3 times the median of the other
 * gaps, and the squares within the groups are so small a share of all squares that of 100 samples
 * of one normal distribution 4 meet both. All values are finite. */
struct levels levels_of(const double *x, size_t n);

/* That share, simulated, for n >= LEVELS_MIN. */
double levels_share_max(size_t n);

#endif
