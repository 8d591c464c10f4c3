/* The arithmetic of fio's log-linear buckets. */
#include "collect/fio/bucket.h"

#include <math.h>

const struct fio_scheme fio_scheme_ns = {FIO_BUCKETS_NS, 1}, fio_scheme_us = {FIO_BUCKETS_US, 1000};

enum { PER_GROUP = 64, EXACT = 2 * PER_GROUP };

/* The bucket's lower edge in units; exact in a double, as buckets are at most 2^64 wide. */
static double
low_units(size_t bucket)
{
	if (bucket < EXACT)
		return (double)bucket;
	return ldexp((double)(PER_GROUP + bucket % PER_GROUP), (int)(bucket / PER_GROUP) - 1);
}

double
fio_bucket_low(const struct fio_scheme *scheme, size_t bucket)
{
	return low_units(bucket) * scheme->unit_ns;
}

double
fio_bucket_high(const struct fio_scheme *scheme, size_t bucket)
{
	return low_units(bucket + 1) * scheme->unit_ns;
}

double
fio_bucket_value(size_t bucket)
{
	if (bucket < EXACT)
		return (double)bucket;
	return trunc((low_units(bucket) + low_units(bucket + 1)) / 2);
}

size_t
fio_bucket_of(const struct fio_scheme *scheme, double units)
{
	int exponent;

	if (!(units >= 1))
		return 0;
	if (units < EXACT)
		return (size_t)units;
	/* units = fraction * 2^exponent with the fraction from 1/2 on, so the highest bit set is
	 * exponent - 1, and the six below it choose the bucket of its group. */
	double fraction = frexp(units, &exponent);
	if (!isfinite(units) || exponent > 64)
		return scheme->n - 1;
	size_t group = (size_t)exponent - 7;
	size_t bucket = (group + 1) * PER_GROUP + (size_t)(fraction * EXACT) - PER_GROUP;
	return bucket < scheme->n ? bucket : scheme->n - 1;
}

double
fio_scheme_ceiling(const struct fio_scheme *scheme)
{
	return fio_bucket_high(scheme, scheme->n - 1);
}

double
fio_percentile_of(const struct fio_scheme *scheme, const struct fio_bin *bin, size_t n,
		  double percent)
{
	double all = 0, upto = 0;

	for (size_t i = 0; i < n; i++)
		all += bin[i].count;
	for (size_t i = 0; i < n; i++) {
		upto += bin[i].count;
		if (upto >= percent / 100 * all)
			return fio_bucket_value(
				   fio_bucket_of(scheme, bin[i].low / scheme->unit_ns)) *
			       scheme->unit_ns;
	}
	return NAN;
}
