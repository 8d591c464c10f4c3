/* fio's buckets against the integer arithmetic of its stat.c (plat_val_to_idx, plat_idx_to_val),
 * written down here once more, and against values that fio printed. */
#include "collect/fio/bucket.h"

#include <stdint.h>

#include "collect/base/mem.h"
#include "tests/unit/check.h"

static size_t
fio_index(uint64_t value, size_t n)
{
	if (value < 128)
		return (size_t)value;
	unsigned error_bits = 63U - (unsigned)__builtin_clzll(value) - 6;
	size_t index = (size_t)((error_bits + 1) << 6) + ((value >> error_bits) & 63);
	return index < n ? index : n - 1;
}

static uint64_t
fio_value(size_t index)
{
	if (index < 128)
		return index;
	unsigned error_bits = (unsigned)(index >> 6) - 1;
	double within = (double)(index & 63) + 0.5;
	return (1ULL << (error_bits + 6)) + (uint64_t)(within * (double)(1ULL << error_bits));
}

Test(bucket, every_bucket_is_fios)
{
	for (size_t i = 0; i < FIO_BUCKETS_NS; i++) {
		double low = fio_bucket_low(&fio_scheme_ns, i);
		double high = fio_bucket_high(&fio_scheme_ns, i);
		cr_expect(fio_bucket_value(i) == (double)fio_value(i), "value of bucket %zu", i);
		check_int(fio_index((uint64_t)low, FIO_BUCKETS_NS), i);
		check_int(fio_index((uint64_t)high - 1, FIO_BUCKETS_NS), i);
		check_int(fio_bucket_of(&fio_scheme_ns, low), i);
		check_int(fio_bucket_of(&fio_scheme_ns, high - 1), i);
		check_int(fio_bucket_of(&fio_scheme_ns, fio_bucket_value(i)), i);
	}
}

Test(bucket, microseconds_are_the_same_a_thousandfold)
{
	cr_expect(fio_bucket_low(&fio_scheme_us, 200) ==
		  1000 * fio_bucket_low(&fio_scheme_ns, 200));
	check_int(fio_bucket_of(&fio_scheme_us, 1e9), FIO_BUCKETS_US - 1);
	cr_expect(fio_scheme_ceiling(&fio_scheme_us) == 16777216e3); /* 2^24 us */
}

Test(bucket, what_is_too_large_is_in_the_last)
{
	/* 2^34 ns, and what fio 3 prints for all above (fio issue 1668). */
	cr_expect(fio_scheme_ceiling(&fio_scheme_ns) == 17179869184.0);
	cr_expect(fio_bucket_value(FIO_BUCKETS_NS - 1) == 17112760320.0);
	check_int(fio_bucket_of(&fio_scheme_ns, 1e18), FIO_BUCKETS_NS - 1);
	check_int(fio_bucket_of(&fio_scheme_ns, 1e308), FIO_BUCKETS_NS - 1);
	check_int(fio_bucket_of(&fio_scheme_ns, INFINITY), FIO_BUCKETS_NS - 1);
	check_int(fio_bucket_of(&fio_scheme_ns, NAN), 0);
	check_int(fio_bucket_of(&fio_scheme_ns, -5), 0);
	check_int(fio_bucket_of(&fio_scheme_ns, 0.5), 0);
}

static struct fio_bin
bin(double value, double count)
{
	size_t at = fio_bucket_of(&fio_scheme_ns, value);

	return (struct fio_bin){fio_bucket_low(&fio_scheme_ns, at),
				fio_bucket_high(&fio_scheme_ns, at), count};
}

Test(bucket, percentiles_of_none_one_and_two)
{
	const struct fio_bin two[] = {bin(100, 1), bin(83456, 1)};

	check_nan(fio_percentile_of(&fio_scheme_ns, NULL, 0, 50), "none");
	cr_expect(fio_percentile_of(&fio_scheme_ns, two, 1, 1) == 100);
	cr_expect(fio_percentile_of(&fio_scheme_ns, two, 1, 100) == 100);
	cr_expect(fio_percentile_of(&fio_scheme_ns, two, 2, 50) == 100);
	/* fio prints 83456 for 83200 to 83711: e = 10, the middle of a bucket of 1024 from 82944.
	 */
	cr_expect(fio_percentile_of(&fio_scheme_ns, two, 2, 51) == 83456);
}

/* A json+ document of fio 3.33, a job of 16 I/Os: its bins, and the percentiles that it printed. */
Test(bucket, percentiles_are_those_that_fio_printed)
{
	const struct fio_bin bins[] = {bin(34048, 2),  bin(36096, 1),  bin(38144, 1), bin(39168, 1),
				       bin(50944, 1),  bin(51456, 1),  bin(52992, 1), bin(69120, 1),
				       bin(71168, 1),  bin(72192, 1),  bin(74240, 1), bin(90624, 1),
				       bin(110080, 1), bin(136192, 1), bin(222208, 1)};

	cr_expect(fio_percentile_of(&fio_scheme_ns, bins, countof(bins), 50) == 52992);
	cr_expect(fio_percentile_of(&fio_scheme_ns, bins, countof(bins), 99) == 222208);
}
