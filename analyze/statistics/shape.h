/* The shape of a distribution: what is left of it when its size, the median, is divided out. */
#ifndef ANALYZE_STATISTICS_SHAPE_H
#define ANALYZE_STATISTICS_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

#include "analyze/statistics/quantile.h"

enum { SHAPE_POINTS = 255 };

/* Whether the buckets hold values, and all of them are 0 or above: others have no shape here. */
bool shape_exists(const struct quantile_buckets *b);

/* The logarithm of the q-quantile, log-linear within any bucket (linear in one from 0), 0 < q < 1.
 * Other than quantile_at it knows no exact buckets and no limits: where a distribution stands on
 * few steps, a step moved by a hair must not look like another shape. */
double shape_log_quantile(const struct quantile_buckets *b, double q);

/* Its inverse: the share of the values below exp(log_value). */
double shape_share(const struct quantile_buckets *b, double log_value);

/* Fills curve, n rows of SHAPE_POINTS shares, with each run's distribution function of ln(value /
 * the run's median) on a common grid x in ascending order: the means over the runs of that
 * quantity's quantiles at levels whose logits are evenly spaced from 1e-4 to 1 - 1e-4. So the grid
 * is fine where the runs have values, tails included, and does not depend on which run is on which
 * side. All runs must have a shape. */
void shape_curves(const struct quantile_buckets *runs, size_t n, double x[SHAPE_POINTS],
		  double *curve);

/* The energy distance, squared, of two distribution functions that differ by difference at n points
 * x and linearly between them: 2 * integral of difference^2 (Szekely and Rizzo 2013, "Energy
 * statistics", section 2). A step is two points at one x. */
double shape_energy(const double *x, const double *difference, size_t n);

#endif
