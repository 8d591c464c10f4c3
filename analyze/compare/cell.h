/* A cell: one metric of one test on two commits, and what its runs say about the difference. */
#ifndef ANALYZE_COMPARE_CELL_H
#define ANALYZE_COMPARE_CELL_H

#include <stdbool.h>

struct difference;
struct side;

struct cell {
	bool geometric; /* differences of logarithms; else of the values themselves, because
			 * some run has 0 or less */
	double base_value, value;
	double change;    /* value / base_value - 1 */
	double low, high; /* 95 % interval of change */
	double p;         /* two-sided; NaN where there is no test */
	bool equal;       /* every run of both sides has the very same value */
	double theta_sds; /* theta in standard deviations of one run; NaN where it has no meaning */
	double change_sds;                                  /* the change, likewise */
	double difference, difference_low, difference_high; /* value - base_value in the unit,
							     * where not geometric; else NaN */
};

/* Whether all runs of both sides are above 0, so that their logarithms are compared. */
bool cell_geometric(const struct side *a, const struct side *b);

/* What the test of b against a, on the scale of cell_geometric, says in the metric's own terms.
 * Changes are fractions of the base; where the base's mean is 0 they are NaN (0 when nothing
 * differs). */
struct cell cell_of(const struct side *a, const struct side *b, const struct difference *test,
		    double theta);

#endif
