/* The latency histogram: buckets without gap or overlap, exact sums. */
#include "collect/engine/hist.h"

#include "collect/base/mem.h"
#include "tests/unit/check.h"

static struct hist *
new_hist(void)
{
	struct hist *hist = mem_alloc(1, sizeof(*hist));

	hist_init(hist);
	return hist;
}

Test(hist, small_values_have_buckets_of_their_own)
{
	for (uint64_t ns = 0; ns < 128; ns++) {
		check_int(hist_bucket(ns), ns);
		check_close(hist_low(ns), (double)ns, 0, "low");
		check_close(hist_high(ns), (double)ns + 1, 0, "high");
	}
}

Test(hist, buckets_cover_64_bits_without_gap)
{
	check_close(hist_low(0), 0, 0, "the first bucket");
	for (size_t i = 0; i + 1 < HIST_BUCKETS; i++)
		cr_assert(hist_high(i) == hist_low(i + 1), "gap or overlap behind bucket %zu", i);
	check_close(hist_high(HIST_BUCKETS - 1), ldexp(1, 64), 0, "the last bucket's end");
	check_int(hist_bucket(UINT64_MAX), HIST_BUCKETS - 1);
}

Test(hist, each_boundary_falls_into_its_bucket)
{
	for (size_t i = 0; i < HIST_BUCKETS; i++) {
		/* Boundaries have at most 7 leading bits, so doubles hold them exactly; the last
		 * value of a bucket is the integer before the next one's first. */
		uint64_t low = (uint64_t)hist_low(i);
		uint64_t last = i + 1 < HIST_BUCKETS ? (uint64_t)hist_low(i + 1) - 1 : UINT64_MAX;
		cr_assert(hist_bucket(low) == i, "bucket %zu lacks its low end", i);
		cr_assert(hist_bucket(last) == i, "bucket %zu lacks its last value", i);
	}
}

Test(hist, buckets_are_narrow)
{
	for (size_t i = 128; i < HIST_BUCKETS; i++) {
		double width = hist_high(i) - hist_low(i);
		cr_assert(width * 64 <= hist_low(i), "bucket %zu is wider than 1/64", i);
	}
}

/* Bins that fio 3.33 printed (json+) for runs of its null engine and of 4k random reads: each is
 * the middle of a bucket of fio's, or the value itself below 128. */
Test(hist, buckets_are_those_of_fio)
{
	static const uint64_t bins[] = {20,    71,    127,   131,    241,     290,     342,
					510,   724,   1816,  2024,   2128,    8640,    14784,
					22912, 57088, 63232, 485376, 4079616, 4489216, 4685824};

	for (size_t i = 0; i < countof(bins); i++) {
		size_t bucket = hist_bucket(bins[i]);
		double middle = floor((hist_low(bucket) + hist_high(bucket)) / 2);
		cr_expect(middle == (double)bins[i], "%llu is in a bucket around %.17g",
			  (unsigned long long)bins[i], middle);
	}
}

Test(hist, empty)
{
	struct hist *hist = new_hist();

	check_nan(hist_mean(hist), "mean of nothing");
	check_nan(hist_stdev(hist), "stdev of nothing");
	check_int(hist->n, 0);
	cr_expect(hist->min_ns == UINT64_MAX);
	check_int(hist->max_ns, 0);
	free(hist);
}

Test(hist, one_value_and_two)
{
	struct hist *hist = new_hist();

	hist_add(hist, 1000);
	check_close(hist_mean(hist), 1000, 0, "mean of one");
	check_close(hist_stdev(hist), 0, 0, "stdev of one");
	hist_add(hist, 3000);
	check_close(hist_mean(hist), 2000, 0, "mean of two");
	check_close(hist_stdev(hist), 1000, 0, "stdev of two, denominator n");
	check_int(hist->n, 2);
	check_int(hist->min_ns, 1000);
	check_int(hist->max_ns, 3000);
	check_int(hist->count[hist_bucket(1000)], 1);
	check_int(hist->count[hist_bucket(3000)], 1);
	free(hist);
}

/* 1 .. n: mean (n + 1) / 2, variance (n^2 - 1) / 12; shifted far out, where sums of doubles would
 * have cancelled. */
Test(hist, moments_are_exact)
{
	static const uint64_t shifts[] = {0, 1000000, 1000000000};
	const uint64_t n = 100000;

	for (size_t s = 0; s < countof(shifts); s++) {
		struct hist *hist = new_hist();
		for (uint64_t i = 1; i <= n; i++)
			hist_add(hist, shifts[s] + i);
		double sd = sqrt(((double)n * (double)n - 1) / 12);
		check_close(hist_mean(hist), (double)shifts[s] + ((double)n + 1) / 2, 1e-15,
			    "mean");
		check_close(hist_stdev(hist), sd, 1e-9, "stdev");
		free(hist);
	}
}

Test(hist, extremes_do_not_overflow)
{
	struct hist *hist = new_hist();

	for (int i = 0; i < 3; i++)
		hist_add(hist, UINT64_MAX / 2);
	check_close(hist_mean(hist), ldexp(1, 63), 1e-15, "mean of three huge values");
	hist_add(hist, 0);
	check_int(hist->min_ns, 0);
	free(hist);
}

static bool
equal(const struct hist *a, const struct hist *b)
{
	return a->n == b->n && a->min_ns == b->min_ns && a->max_ns == b->max_ns &&
	       a->sum_ns == b->sum_ns && a->sum_squares == b->sum_squares &&
	       memcmp(a->count, b->count, sizeof(a->count)) == 0;
}

Test(hist, merging_is_adding)
{
	struct hist *a = new_hist(), *b = new_hist(), *both = new_hist();

	for (uint64_t i = 0; i < 1000; i++) {
		uint64_t ns = i * i * 37 + 5;
		hist_add(i % 3 ? a : b, ns);
		hist_add(both, ns);
	}
	hist_merge(a, b);
	cr_expect(equal(a, both), "merged halves differ from the whole");
	hist_init(b);
	hist_merge(a, b);
	cr_expect(equal(a, both), "merging an empty one changes something");
	hist_merge(b, a);
	cr_expect(equal(b, both), "merging into an empty one is no copy");
	free(a);
	free(b);
	free(both);
}

/* Ranks by hand: of n values the one of rank ceil(0.99 n). */
Test(hist, quantiles_are_values_of_their_rank)
{
	struct hist *hist = new_hist();

	hist_add(hist, 7);
	check_int(hist_quantile(hist, 0), 7);
	check_int(hist_quantile(hist, 0.99), 7);
	check_int(hist_quantile(hist, 1), 7);
	hist_add(hist, 3);
	check_int(hist_quantile(hist, 0), 3);
	check_int(hist_quantile(hist, 0.5), 3);
	check_int(hist_quantile(hist, 0.51), 7);
	check_int(hist_quantile(hist, 1), 7);
	for (uint64_t i = 0; i < 98; i++)
		hist_add(hist, 5);
	check_int(hist_quantile(hist, 0.01), 3);
	check_int(hist_quantile(hist, 0.99), 5);
	check_int(hist_quantile(hist, 0.991), 7);
	hist_add(hist, UINT64_MAX);
	check_int(hist_quantile(hist, 1), HIST_BUCKETS - 1);
	free(hist);
}

/* As in fio: the value itself below 128, else the middle: 4096 .. 4160 and 2^63 * 127/64 .. 2^64.
 */
Test(hist, a_bucket_stands_for_its_middle)
{
	check_close(hist_middle(0), 0, 0, "0");
	check_close(hist_middle(127), 127, 0, "127");
	check_close(hist_middle(hist_bucket(128)), 129, 0, "128");
	check_close(hist_middle(hist_bucket(4100)), 4128, 0, "4100");
	check_close(hist_middle(HIST_BUCKETS - 1), ldexp(255, 56), 0, "the last");
}

Test(hist, moving_adds_up_and_leaves_nothing)
{
	struct hist *whole = new_hist(), *part = new_hist(), *want = new_hist(),
		    *empty = new_hist();
	static const uint64_t values[] = {0, 1, 500, 1000000, 999, UINT64_MAX, 127, 128};

	hist_move(whole, part);
	check_int(whole->n, 0);
	for (size_t i = 0; i < countof(values); i++) {
		hist_add(want, values[i]);
		hist_add(part, values[i]);
		if (i % 3 == 0)
			hist_move(whole, part);
	}
	hist_move(whole, part);
	cr_expect(memcmp(whole, want, sizeof(*want)) == 0);
	cr_expect(memcmp(part, empty, sizeof(*empty)) == 0);
	free(whole);
	free(part);
	free(want);
	free(empty);
}
