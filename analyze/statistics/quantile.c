/* Quantiles from buckets, by cumulative counts and binary search. */
#include "analyze/statistics/quantile.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/binomial.h"
#include "collect/base/mem.h"

void
quantile_init(struct quantile_buckets *b, size_t n)
{
	b->n = n;
	b->low = mem_alloc(n, sizeof(*b->low));
	b->high = mem_alloc(n, sizeof(*b->high));
	b->upto = mem_alloc(n, sizeof(*b->upto));
	b->min = b->max = NAN;
}

void
quantile_free(struct quantile_buckets *b)
{
	free(b->low);
	free(b->high);
	free(b->upto);
	memset(b, 0, sizeof(*b));
}

double
quantile_total(const struct quantile_buckets *b)
{
	return b->n ? b->upto[b->n - 1] : 0;
}

size_t
quantile_bucket(const struct quantile_buckets *b, double rank)
{
	size_t first = 0, behind = b->n - 1;

	while (first < behind) {
		size_t middle = first + (behind - first) / 2;
		if (b->upto[middle] >= rank)
			behind = middle;
		else
			first = middle + 1;
	}
	return first;
}

/* The value of a rank, 0 < rank <= total. */
static double
value_at(const struct quantile_buckets *b, double rank)
{
	size_t i = quantile_bucket(b, rank);
	double before = i ? b->upto[i - 1] : 0;
	double share = (rank - before) / (b->upto[i] - before);
	double low = b->low[i], high = b->high[i];
	double value = low;

	if (high - low > 1)
		value =
		    low > 0 ? fmin(low * pow(high / low, share), high) : low + (high - low) * share;
	/* fmin and fmax pass over a limit that is NaN. */
	return fmax(fmin(value, b->max), b->min);
}

double
quantile_at(const struct quantile_buckets *b, double q)
{
	double total = quantile_total(b);

	return total > 0 ? value_at(b, q * total) : NAN;
}

double
quantile_variance(const struct quantile_buckets *b, double q)
{
	double total = nearbyint(quantile_total(b));

	if (!(total >= 1))
		return NAN;
	double l = fmax(binomial_quantile(0.025, total, q), 1);
	double u = fmin(binomial_quantile(0.975, total, q) + 1, total);
	double low = value_at(b, fmin(l, quantile_total(b)));
	double high = value_at(b, fmin(u, quantile_total(b)));
	if (!(low > 0))
		return 0;
	double sd = log(high / low) / (2 * qnorm(0.975, 0, 1, true, false));
	return sd * sd;
}

void
quantile_interval(const struct quantile_buckets *b, double q, double confidence, double *low,
		  double *high)
{
	double total = nearbyint(quantile_total(b));

	*low = *high = NAN;
	if (!(total >= 1) || !isfinite(total))
		return;
	double l = binomial_quantile(0.5 - confidence / 2, total, q);
	double u = binomial_quantile(0.5 + confidence / 2, total, q) + 1;
	if (l >= 1)
		*low = fmax(b->low[quantile_bucket(b, l)], b->min);
	if (u > total)
		return;
	size_t last = quantile_bucket(b, u);
	bool exact = b->high[last] - b->low[last] <= 1;
	*high = fmin(exact ? b->low[last] : b->high[last], b->max);
}

double
quantile_beyond(const struct quantile_buckets *b, double q)
{
	return quantile_total(b) * (1 - q);
}
