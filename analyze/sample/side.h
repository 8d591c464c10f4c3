/* One metric over the runs of one test on one commit: one side of a comparison. */
#ifndef ANALYZE_SAMPLE_SIDE_H
#define ANALYZE_SAMPLE_SIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "analyze/statistics/welch.h"

struct group;

struct side {
	size_t n;      /* runs that have the metric */
	double *value; /* one a run; side_free frees them */
	double *floor; /* variance that measuring alone gives to value, in unit^2 */
	size_t thin;   /* runs beyond whose percentile fewer than 10 I/Os lie */
	bool positive; /* all values are above 0 */
	size_t *run;   /* the number in its group of the run that each value is of */
};

/* Takes metric number i of the group's runs; group may be NULL. */
struct side side_of(const struct group *group, size_t i);
void side_free(struct side *side);

/* The mean that stands for the side: geometric or arithmetic; of equal values it is that value. NaN
 * without runs. */
double side_value(const struct side *side, bool geometric);

/* The values' logarithms or the values themselves, which the caller frees, and the mean floor on
 * the same scale: the variance of a logarithm is, to first order, that of the value over its
 * square. */
double *side_scaled(const struct side *side, bool geometric, double *floor);

/* The moments of the values' logarithms or the values themselves, and the mean floor. */
struct welch_side side_moments(const struct side *side, bool geometric);

#endif
