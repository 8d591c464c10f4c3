/* The latency histogram away from the hot path. */
#include "collect/engine/hist.h"

#include <math.h>
#include <string.h>

void
hist_init(struct hist *hist)
{
	memset(hist, 0, sizeof(*hist));
	hist->min_ns = UINT64_MAX;
}

void
hist_merge(struct hist *into, const struct hist *other)
{
	into->n += other->n;
	into->sum_ns += other->sum_ns;
	into->sum_squares += other->sum_squares;
	into->min_ns = other->min_ns < into->min_ns ? other->min_ns : into->min_ns;
	into->max_ns = other->max_ns > into->max_ns ? other->max_ns : into->max_ns;
	for (size_t i = 0; i < HIST_BUCKETS; i++)
		into->count[i] += other->count[i];
}

void
hist_move(struct hist *into, struct hist *from)
{
	if (from->n == 0)
		return;
	size_t last = hist_bucket(from->max_ns);
	for (size_t i = hist_bucket(from->min_ns); i <= last; i++) {
		into->count[i] += from->count[i];
		from->count[i] = 0;
	}
	into->n += from->n;
	into->sum_ns += from->sum_ns;
	into->sum_squares += from->sum_squares;
	into->min_ns = from->min_ns < into->min_ns ? from->min_ns : into->min_ns;
	into->max_ns = from->max_ns > into->max_ns ? from->max_ns : into->max_ns;
	from->n = 0;
	from->sum_ns = 0;
	from->sum_squares = 0;
	from->min_ns = UINT64_MAX;
	from->max_ns = 0;
}

size_t
hist_quantile(const struct hist *hist, double fraction)
{
	double rank = ceil(fraction * (double)hist->n);
	size_t last = hist_bucket(hist->max_ns);
	uint64_t below = 0;

	for (size_t i = hist_bucket(hist->min_ns); i < last; i++) {
		below += hist->count[i];
		if ((double)below >= rank && below)
			return i;
	}
	return last;
}

double
hist_mean(const struct hist *hist)
{
	return hist->n ? (double)hist->sum_ns / (double)hist->n : NAN;
}

double
hist_stdev(const struct hist *hist)
{
	if (hist->n == 0)
		return NAN;
	/* The subtraction cancels digits that the sums have exactly: the 64-bit mantissa of long
	 * double leaves enough of them. */
	long double n = (long double)hist->n;
	long double mean = (long double)hist->sum_ns / n;
	long double variance = (long double)hist->sum_squares / n - mean * mean;
	return variance > 0 ? (double)sqrtl(variance) : 0;
}

double
hist_low(size_t bucket)
{
	if (bucket < 128)
		return (double)bucket;
	int shift = (int)(bucket >> 6) - 1;
	return ldexp(64.0 + (double)(bucket & 63), shift);
}

double
hist_high(size_t bucket)
{
	if (bucket < 128)
		return (double)bucket + 1;
	int shift = (int)(bucket >> 6) - 1;
	return ldexp(65.0 + (double)(bucket & 63), shift);
}

double
hist_middle(size_t bucket)
{
	return bucket < 128 ? (double)bucket : (hist_low(bucket) + hist_high(bucket)) / 2;
}
