/* Distribution functions over logarithms. */
#include "analyze/statistics/shape.h"

#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"

bool
shape_exists(const struct quantile_buckets *b)
{
	double total = quantile_total(b);

	return total > 0 && isfinite(total) && b->low[0] >= 0;
}

double
shape_log_quantile(const struct quantile_buckets *b, double q)
{
	double rank = q * quantile_total(b);
	size_t i = quantile_bucket(b, rank);
	double before = i ? b->upto[i - 1] : 0;
	double share = (rank - before) / (b->upto[i] - before);

	if (b->low[i] > 0)
		return log(b->low[i]) + share * (log(b->high[i]) - log(b->low[i]));
	return log(b->high[i]) + log(share);
}

/* The first bucket that ends above value; n where none does. */
static size_t
bucket_above(const struct quantile_buckets *b, double value)
{
	size_t first = 0, behind = b->n;

	while (first < behind) {
		size_t middle = first + (behind - first) / 2;
		if (b->high[middle] > value)
			behind = middle;
		else
			first = middle + 1;
	}
	return first;
}

double
shape_share(const struct quantile_buckets *b, double log_value)
{
	double value = exp(log_value);
	size_t i = bucket_above(b, value);
	double within = 0;

	if (i == b->n)
		return 1;
	double before = i ? b->upto[i - 1] : 0;
	if (value > b->low[i])
		within = b->low[i] > 0
			     ? (log_value - log(b->low[i])) / (log(b->high[i]) - log(b->low[i]))
			     : value / b->high[i];
	within = fmax(0, fmin(within, 1));
	return (before + within * (b->upto[i] - before)) / quantile_total(b);
}

/* Level i of the grid. */
static double
level_of(size_t i)
{
	double reach = log(9999), logit = reach * (2.0 * (double)i / (SHAPE_POINTS - 1) - 1);

	return 1 / (1 + exp(-logit));
}

void
shape_curves(const struct quantile_buckets *runs, size_t n, double x[SHAPE_POINTS], double *curve)
{
	double *log_median = mem_alloc(n, sizeof(*log_median));

	for (size_t j = 0; j < n; j++)
		log_median[j] = shape_log_quantile(&runs[j], 0.5);
	for (size_t i = 0; i < SHAPE_POINTS; i++) {
		double level = level_of(i);
		x[i] = 0;
		for (size_t j = 0; j < n; j++)
			x[i] += (shape_log_quantile(&runs[j], level) - log_median[j]) / (double)n;
		for (size_t j = 0; j < n; j++)
			curve[j * SHAPE_POINTS + i] = shape_share(&runs[j], log_median[j] + x[i]);
	}
	free(log_median);
}

double
shape_energy(const double *x, const double *difference, size_t n)
{
	double sum = 0;

	for (size_t i = 1; i < n; i++) {
		double a = difference[i - 1], b = difference[i];
		sum += (x[i] - x[i - 1]) * (a * a + a * b + b * b) / 3;
	}
	return 2 * sum;
}
