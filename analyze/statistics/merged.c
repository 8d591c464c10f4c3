/* Sums of histograms by merging sorted lists; the jackknife by differences of cumulative counts. */
#include "analyze/statistics/merged.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/moments.h"
#include "collect/base/mem.h"

static double
count_of(const struct quantile_buckets *b, size_t i)
{
	return b->upto[i] - (i ? b->upto[i - 1] : 0);
}

static void
append(struct quantile_buckets *to, const struct quantile_buckets *from, size_t i, double count)
{
	double before = to->n ? to->upto[to->n - 1] : 0;

	to->low[to->n] = from->low[i];
	to->high[to->n] = from->high[i];
	to->upto[to->n] = before + count;
	to->n++;
}

static struct quantile_buckets
empty(size_t room)
{
	struct quantile_buckets b;

	quantile_init(&b, room);
	b.n = 0;
	return b;
}

/* a + b; false where their buckets do not align. */
static bool
add(const struct quantile_buckets *a, const struct quantile_buckets *b,
    struct quantile_buckets *out)
{
	size_t i = 0, j = 0;

	*out = empty(a->n + b->n);
	while (i < a->n || j < b->n) {
		bool both = i < a->n && j < b->n && a->low[i] == b->low[j];
		if (both && a->high[i] != b->high[j])
			return false;
		double end = out->n ? out->high[out->n - 1] : -INFINITY;
		bool from_a = j >= b->n || (i < a->n && a->low[i] <= b->low[j]);
		if ((from_a ? a->low[i] : b->low[j]) < end)
			return false;
		double count = both     ? count_of(a, i) + count_of(b, j)
			       : from_a ? count_of(a, i)
					: count_of(b, j);
		append(out, from_a ? a : b, from_a ? i : j, count);
		i += from_a;
		j += both || !from_a;
	}
	out->min = isnan(a->min) || isnan(b->min) ? NAN : fmin(a->min, b->min);
	out->max = isnan(a->max) || isnan(b->max) ? NAN : fmax(a->max, b->max);
	return true;
}

static struct quantile_buckets
copy_of(const struct quantile_buckets *b)
{
	struct quantile_buckets copy = empty(b->n);

	for (size_t i = 0; i < b->n; i++)
		append(&copy, b, i, count_of(b, i));
	copy.min = b->min;
	copy.max = b->max;
	return copy;
}

/* Neighbours are added until one is left, so that the time grows with n log n whatever the buckets
 * are. */
bool
merged_of(const struct quantile_buckets *runs, size_t n, struct quantile_buckets *out)
{
	struct quantile_buckets *part = mem_alloc(n, sizeof(*part));
	bool ok = true;

	for (size_t i = 0; i < n; i++)
		part[i] = copy_of(&runs[i]);
	for (size_t step = 1; step < n && ok; step *= 2) {
		for (size_t i = 0; i + step < n && ok; i += 2 * step) {
			struct quantile_buckets sum;
			ok = add(&part[i], &part[i + step], &sum);
			quantile_free(&part[i]);
			quantile_free(&part[i + step]);
			part[i] = sum;
		}
	}
	if (ok && n) {
		*out = part[0];
		part[0] = (struct quantile_buckets){.n = 0};
	} else {
		*out = empty(0);
	}
	for (size_t i = 0; i < n; i++)
		quantile_free(&part[i]);
	free(part);
	return ok;
}

/* The count of a run's buckets that end at or below high. Aligned buckets start below it only if
 * they end there, too. */
static double
upto_high(const struct quantile_buckets *b, double high)
{
	size_t first = 0, behind = b->n;

	while (first < behind) {
		size_t middle = first + (behind - first) / 2;
		if (b->high[middle] <= high)
			first = middle + 1;
		else
			behind = middle;
	}
	return first ? b->upto[first - 1] : 0;
}

/* Of all but the left-out run: the count up to the end of bucket i, counted from 1; 0 for 0. */
static double
upto_without(const struct quantile_buckets *merged, const struct quantile_buckets *left_out,
	     size_t i)
{
	return i ? merged->upto[i - 1] - upto_high(left_out, merged->high[i - 1]) : 0;
}

/* quantile_at of the sum without one run, which is never built: of thousands of runs that would be
 * thousands of sums. */
static double
quantile_without(const struct quantile_buckets *merged, const struct quantile_buckets *left_out,
		 double q)
{
	double total = upto_without(merged, left_out, merged->n);
	size_t first = 1, behind = merged->n;

	if (!(total > 0))
		return NAN;
	while (first < behind) {
		size_t middle = first + (behind - first) / 2;
		if (upto_without(merged, left_out, middle) >= q * total)
			behind = middle;
		else
			first = middle + 1;
	}
	double before = upto_without(merged, left_out, first - 1);
	double count = upto_without(merged, left_out, first) - before;
	double upto[] = {count};
	struct quantile_buckets one = {
	    1, &merged->low[first - 1], &merged->high[first - 1], upto, merged->min, merged->max};
	return quantile_at(&one, (q * total - before) / count);
}

/* The jackknife's variance of the quantile's logarithm; NaN where some value has none. */
static double
jackknife(const struct quantile_buckets *merged, const struct quantile_buckets *runs, size_t n,
	  double q)
{
	double *theta = mem_alloc(n, sizeof(*theta));
	bool all = true;

	for (size_t j = 0; j < n; j++) {
		theta[j] = log(quantile_without(merged, &runs[j], q));
		all = all && isfinite(theta[j]);
	}
	double variance = all ? moments_of(theta, n).variance : NAN;
	free(theta);
	/* The sum of squares is variance * (n - 1). */
	return variance * ((double)n - 1) * ((double)n - 1) / (double)n;
}

struct merged_quantile
merged_quantile(const struct quantile_buckets *merged, const struct quantile_buckets *runs,
		size_t n, double q, double floor, double confidence)
{
	struct merged_quantile out = {quantile_at(merged, q), NAN, NAN};

	if (n < 2 || !(out.value > 0))
		return out;
	double variance = jackknife(merged, runs, n, q);
	if (!isfinite(variance))
		return out;
	double reach =
	    qt(0.5 + confidence / 2, (double)n - 1, true, false) * sqrt(fmax(variance, floor));
	out.low = out.value * exp(-reach);
	out.high = out.value * exp(reach);
	return out;
}
