/* Quantiles from buckets. */
#include "analyze/statistics/quantile.h"

#include "collect/engine/hist.h"
#include "tests/unit/check.h"
#include "tests/unit/nist.h"

/* Buckets from rows of low, high, count. */
static struct quantile_buckets
buckets(const double (*rows)[3], size_t n)
{
	struct quantile_buckets b;
	double upto = 0;

	quantile_init(&b, n);
	for (size_t i = 0; i < n; i++) {
		b.low[i] = rows[i][0];
		b.high[i] = rows[i][1];
		b.upto[i] = upto += rows[i][2];
	}
	return b;
}

Test(quantile, of_narrow_buckets_is_exact)
{
	static const double rows[][3] = {{10, 11, 50}, {20, 21, 49}, {30, 31, 1}};
	struct quantile_buckets b = buckets(rows, 3);

	check_close(quantile_at(&b, 0.01), 10, 0, "p1");
	check_close(quantile_at(&b, 0.5), 10, 0, "p50: the 50th of 100");
	check_close(quantile_at(&b, 0.51), 20, 0, "p51");
	check_close(quantile_at(&b, 0.99), 20, 0, "p99: the 99th of 100");
	check_close(quantile_at(&b, 0.999), 30, 0, "p99.9");
	check_close(quantile_total(&b), 100, 0, "total");
	check_close(quantile_beyond(&b, 0.99), 1, 1e-12, "beyond p99");
	quantile_free(&b);
}

/* Rank 25 of 100 in [1024, 1040) lies a quarter of the logarithm above its low. */
Test(quantile, is_interpolated_on_the_logarithm)
{
	static const double rows[][3] = {{1024, 1040, 100}}, from_zero[][3] = {{0, 1000, 10}};
	struct quantile_buckets b = buckets(rows, 1), zero = buckets(from_zero, 1);

	check_close(quantile_at(&b, 0.25), 1024 * pow(1040.0 / 1024, 0.25), 1e-15, "p25");
	check_close(quantile_at(&b, 0.9999), 1024 * pow(1040.0 / 1024, 0.9999), 1e-15, "p99.99");
	b.min = 1030;
	b.max = 1031;
	check_close(quantile_at(&b, 0.01), 1030, 0, "not below min");
	check_close(quantile_at(&b, 0.99), 1031, 0, "not above max");
	check_close(quantile_at(&zero, 0.5), 500, 0, "a bucket from 0 has no logarithm");
	quantile_free(&b);
	quantile_free(&zero);
}

Test(quantile, of_nothing_is_absent)
{
	static const double rows[][3] = {{5, 6, 0}, {9, 10, 0}}, one[][3] = {{5, 6, 0}, {9, 10, 1}};
	static const double two[][3] = {{5, 6, 1}, {9, 10, 1}};
	struct quantile_buckets none = buckets(rows, 0), zeros = buckets(rows, 2),
				single = buckets(one, 2), pair = buckets(two, 2);

	check_nan(quantile_at(&none, 0.5), "no bucket");
	check_nan(quantile_variance(&none, 0.5), "variance of no bucket");
	check_nan(quantile_at(&zeros, 0.5), "empty buckets");
	check_nan(quantile_variance(&zeros, 0.5), "variance of empty buckets");
	check_close(quantile_at(&single, 0.0001), 9, 0, "the low end of one value");
	check_close(quantile_at(&single, 0.5), 9, 0, "one value");
	check_close(quantile_at(&pair, 0.5), 5, 0, "the first of two");
	check_close(quantile_at(&pair, 0.51), 9, 0, "the second of two");
	check_close(quantile_beyond(&pair, 0.5), 1, 0, "beyond the first of two");
	check_close(quantile_variance(&single, 0.5), 0, 0, "variance of one value");
	quantile_free(&none);
	quantile_free(&zeros);
	quantile_free(&single);
	quantile_free(&pair);
}

/* All values 1000 .. 10999, once each, in the house's buckets: the true quantile is 1000 + 10000 q.
 * The interpolated one is within a bucket's width of it, and it rises with q. */
Test(quantile, follows_the_true_one_within_a_bucket)
{
	struct hist hist;
	struct quantile_buckets b;
	double last = 0, upto = 0;

	hist_init(&hist);
	for (unsigned ns = 1000; ns < 11000; ns++)
		hist_add(&hist, ns);
	quantile_init(&b, HIST_BUCKETS);
	for (size_t i = 0; i < HIST_BUCKETS; i++) {
		b.low[i] = hist_low(i);
		b.high[i] = hist_high(i);
		b.upto[i] = upto += (double)hist.count[i];
	}
	for (int i = 1; i < 100; i++) {
		double q = i / 100.0;
		double value = quantile_at(&b, q);
		check_close(value, 1000 + 10000 * q, 1.0 / 64, "quantile");
		cr_expect(value >= last, "quantiles fall from %g to %g", last, value);
		last = value;
	}
	quantile_free(&b);
}

/* Ranks by qbinom(c(.025, .975), N, q) of R 4.2.2: for N = 1000 and q = 0.5 they are 469 and 531,
 * so the interval goes from the 469th to the 532nd value. */
Test(quantile, variance_comes_from_binomial_ranks)
{
	struct quantile_buckets b;
	double z = 1.95996398454005;

	quantile_init(&b, 1000);
	for (size_t i = 0; i < 1000; i++) {
		b.low[i] = 1000 + (double)i;
		b.high[i] = b.low[i] + 1;
		b.upto[i] = (double)i + 1;
	}
	double width = log(1531.0 / 1468.0) / (2 * z);
	check_close(quantile_variance(&b, 0.5), width * width, 1e-12, "median of 1000");
	/* At p99.9 of 1000 values the upper rank lies beyond the data and is clamped. */
	cr_expect(isfinite(quantile_variance(&b, 0.999)) != 0);
	cr_expect(quantile_variance(&b, 0.999) > 0);
	quantile_free(&b);
}

/* Ten times the values, a tenth of the variance: the ranks' distance grows with the root of N. */
Test(quantile, variance_falls_with_the_number_of_values)
{
	double last = INFINITY;

	for (int i = 0; i < 5; i++) {
		double n = 1e4 * pow(100, i);
		const double rows[][3] = {{1024, 1040, 0.5 * n}, {1040, 1056, 0.5 * n}};
		struct quantile_buckets b = buckets(rows, 2);
		double variance = quantile_variance(&b, 0.99);

		cr_expect(variance > 0 && variance < last / 50, "n = %g: %g after %g", n, variance,
			  last);
		last = variance;
		quantile_free(&b);
	}
}

Test(quantile, of_a_scaled_distribution_is_scaled)
{
	static const double rows[][3] = {{1024, 1040, 70}, {2048, 2080, 20}, {4096, 4160, 10}};
	static const double twice[][3] = {{2048, 2080, 70}, {4096, 4160, 20}, {8192, 8320, 10}};
	struct quantile_buckets b = buckets(rows, 3), c = buckets(twice, 3);

	for (int i = 1; i < 20; i++) {
		double q = i / 20.0;
		check_close(quantile_at(&c, q), 2 * quantile_at(&b, q), 1e-14, "quantile");
		check_close(quantile_variance(&c, q), quantile_variance(&b, q), 1e-12, "variance");
	}
	quantile_free(&b);
	quantile_free(&c);
}

static int
number_order(const void *a, const void *b)
{
	const double *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

/* NIST's Lew, 200 whole numbers, moved above 0. Ranks by scipy 1.10.1 (binom.ppf): 86 and 115, 171
 * and 189, 184 and 197. */
Test(quantile, interval_is_that_of_order_statistics)
{
	static const struct {
		double q, low, high;
	} rows[] = {{0.5, -244, -80}, {0.9, 162, 198}, {0.95, 193, 204}};
	enum { N = sizeof(nist_lew) / sizeof(nist_lew[0]) };
	double x[N], low, high;
	struct quantile_buckets b;
	size_t n = 0;

	memcpy(x, nist_lew, sizeof(x));
	qsort(x, N, sizeof(x[0]), number_order);
	quantile_init(&b, N);
	for (size_t i = 0; i < N; i++) {
		if (i == 0 || x[i] != x[i - 1]) {
			b.low[n] = x[i] + 1000;
			b.high[n] = x[i] + 1001;
			n++;
		}
		b.upto[n - 1] = (double)i + 1;
	}
	b.n = n;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		quantile_interval(&b, rows[i].q, 0.95, &low, &high);
		check_close(low - 1000, rows[i].low, 1e-12, "low");
		check_close(high - 1000, rows[i].high, 1e-12, "high");
	}
	quantile_free(&b);
}

/* From so many values on the upper rank is one of them: the smallest N with q^N <= 0.025, that is
 * ln 0.025 / ln q. */
Test(quantile, interval_is_open_where_no_value_bounds_it)
{
	static const struct {
		double q, n;
	} rows[] = {{0.9, 36},     {0.95, 72},      {0.99, 368},
		    {0.999, 3688}, {0.9999, 36887}, {0.99999, 368887}};
	double low, high;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		for (int less = 0; less < 2; less++) {
			const double all[][3] = {{1024, 1040, rows[i].n - less}};
			struct quantile_buckets b = buckets(all, 1);
			quantile_interval(&b, rows[i].q, 0.95, &low, &high);
			check_close(low, 1024, 0, "the bucket's low end");
			cr_expect(isnan(high) == less, "q %g, %g values: %g", rows[i].q,
				  rows[i].n - less, high);
			quantile_interval(&b, 1 - rows[i].q, 0.95, &low, &high);
			cr_expect(isnan(low) == less, "q %g, %g values: %g", 1 - rows[i].q,
				  rows[i].n - less, low);
			check_close(high, 1040, 0, "the bucket's high end");
			quantile_free(&b);
		}
	}
}

Test(quantile, interval_keeps_to_the_limits_and_to_numbers)
{
	static const double rows[][3] = {{1024, 1040, 1000}}, nothing[][3] = {{1, 2, 0}};
	static const double hostile[][3] = {{5e-324, 1, 1e308}, {1, 1e308, 1e308}};
	static const double large[][3] = {{1, 3, 1e300}, {3, 5, 1e300}, {5, 1e308, 3}};
	struct quantile_buckets b = buckets(rows, 1), none = buckets(nothing, 1),
				infinite = buckets(hostile, 2), huge = buckets(large, 3);
	double low, high;

	b.min = 1030;
	b.max = 1033;
	quantile_interval(&b, 0.5, 0.95, &low, &high);
	check_close(low, 1030, 0, "min");
	check_close(high, 1033, 0, "max");
	quantile_interval(&none, 0.5, 0.95, &low, &high);
	check_nan(low, "no values");
	check_nan(high, "no values");
	quantile_interval(&infinite, 0.5, 0.95, &low, &high);
	check_nan(low, "too many values");
	quantile_interval(&huge, 0.25, 0.95, &low, &high);
	check_close(low, 1, 0, "very many values");
	check_close(high, 3, 0, "very many values");
	cr_expect(isfinite(quantile_at(&infinite, 0.5)) != 0, "no infinity");
	quantile_free(&b);
	quantile_free(&none);
	quantile_free(&infinite);
	quantile_free(&huge);
}
