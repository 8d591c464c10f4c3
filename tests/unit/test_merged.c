/* Sums of histograms and their quantiles. */
#include "analyze/statistics/merged.h"

#include "tests/unit/check.h"

enum { ROWS = 3 };

/* Buckets from ROWS rows of low, high, count. */
static struct quantile_buckets
buckets(const double (*rows)[3])
{
	struct quantile_buckets b;
	double upto = 0;

	quantile_init(&b, ROWS);
	for (size_t i = 0; i < ROWS; i++) {
		b.low[i] = rows[i][0];
		b.high[i] = rows[i][1];
		b.upto[i] = upto += rows[i][2];
	}
	return b;
}

static const double runs[][ROWS][3] = {
    {{128, 130, 10}, {130, 132, 30}, {132, 134, 60}},
    {{130, 132, 50}, {134, 136, 50}, {140, 142, 0}},
    {{128, 130, 5}, {132, 134, 80}, {136, 138, 15}},
};

static void
free_all(struct quantile_buckets *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		quantile_free(&b[i]);
}

Test(merged, buckets_of_one_scheme_add)
{
	static const double want[][3] = {{128, 130, 15},  {130, 132, 95},  {132, 134, 235},
					 {134, 136, 285}, {136, 138, 300}, {140, 142, 300}};
	struct quantile_buckets b[ROWS], sum;

	for (size_t i = 0; i < ROWS; i++)
		b[i] = buckets(runs[i]);
	b[0].min = 129;
	b[1].min = 128.5;
	b[2].min = 131;
	b[0].max = b[1].max = 137;
	cr_assert(merged_of(b, ROWS, &sum) == true);
	check_int(sum.n, 6);
	for (size_t i = 0; i < sum.n; i++) {
		check_close(sum.low[i], want[i][0], 0, "low");
		check_close(sum.high[i], want[i][1], 0, "high");
		check_close(sum.upto[i], want[i][2], 0, "count up to it");
	}
	check_close(sum.min, 128.5, 0, "min");
	check_nan(sum.max, "a run does not know its max");
	quantile_free(&sum);
	free_all(b, ROWS);
}

Test(merged, other_buckets_are_refused)
{
	static const double other[][ROWS][3] = {
	    {{128, 131, 1}, {140, 141, 1}, {150, 151, 1}}, /* another end */
	    {{131, 132, 1}, {140, 141, 1}, {150, 151, 1}}, /* another beginning */
	    {{100, 110, 1}, {120, 200, 1}, {200, 201, 1}}, /* around all */
	    {{100, 110, 1}, {110, 128, 1}, {133, 133.5, 1}},
	};

	for (size_t i = 0; i < sizeof(other) / sizeof(other[0]); i++) {
		for (int swapped = 0; swapped < 2; swapped++) {
			struct quantile_buckets b[] = {buckets(runs[0]), buckets(other[i])}, sum;
			struct quantile_buckets pair[] = {b[swapped], b[!swapped]};
			cr_expect(merged_of(pair, 2, &sum) == false, "case %zu", i);
			check_int(sum.n, 0);
			quantile_free(&sum);
			free_all(b, 2);
		}
	}
}

Test(merged, of_nothing_and_of_one)
{
	struct quantile_buckets one = buckets(runs[0]), sum;

	cr_expect(merged_of(NULL, 0, &sum) == true);
	check_int(sum.n, 0);
	check_nan(merged_quantile(&sum, NULL, 0, 0.5, 0, 0.95).value, "no run");
	quantile_free(&sum);
	cr_expect(merged_of(&one, 1, &sum) == true);
	check_close(sum.upto[2], 100, 0, "one run");
	struct merged_quantile m = merged_quantile(&sum, &one, 1, 0.5, 0, 0.95);
	check_close(m.value, quantile_at(&one, 0.5), 0, "the run's own");
	check_nan(m.low, "no interval of one run");
	check_nan(m.high, "no interval of one run");
	quantile_free(&sum);
	quantile_free(&one);
}

/* By numpy 1.24 and scipy 1.10 (t.ppf), the sums without each run built one by one. */
Test(merged, intervals_are_the_jackknife_s)
{
	static const struct {
		double q, value, low, high;
	} rows[] = {
	    {0.1, 130.37267780193298, 129.4717991790592, 131.27982483459405},
	    {0.5, 132.78212938755115, 130.8265810534957, 134.76690854959304},
	    {0.9, 135.39688577113873, 130.7151891284132, 140.2462621119977},
	    {0.99, 137.59766078874898, 132.46809172170902, 142.92586243569215},
	};
	struct quantile_buckets b[ROWS], sum;

	for (size_t i = 0; i < ROWS; i++)
		b[i] = buckets(runs[i]);
	cr_assert(merged_of(b, ROWS, &sum) == true);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct merged_quantile m = merged_quantile(&sum, b, ROWS, rows[i].q, 1e-9, 0.95);
		check_close(m.value, rows[i].value, 1e-13, "value");
		check_close(m.low, rows[i].low, 1e-11, "low");
		check_close(m.high, rows[i].high, 1e-11, "high");
	}
	quantile_free(&sum);
	free_all(b, ROWS);
}

/* Three equal runs have no variance, but for the floor: t at 2 degrees of freedom is 4.3027 (R's
 * qt(.975, 2)). */
Test(merged, the_floor_holds_where_runs_agree)
{
	struct quantile_buckets b[] = {buckets(runs[0]), buckets(runs[0]), buckets(runs[0])}, sum;

	cr_assert(merged_of(b, 3, &sum) == true);
	struct merged_quantile m = merged_quantile(&sum, b, 3, 0.5, 1e-4, 0.95);
	check_close(m.value, quantile_at(&b[0], 0.5), 1e-15, "value");
	check_close(log(m.high / m.value), 4.30265272974946 * 0.01, 1e-12, "half width");
	check_close(log(m.value / m.low), 4.30265272974946 * 0.01, 1e-12, "half width");
	quantile_free(&sum);
	free_all(b, 3);
}

/* Where only one run has I/Os, nothing is left without it. */
Test(merged, no_interval_rests_on_one_run)
{
	static const double empty[ROWS][3] = {{128, 130, 0}, {130, 132, 0}, {132, 134, 0}};
	struct quantile_buckets b[] = {buckets(runs[0]), buckets(empty)}, sum;

	cr_assert(merged_of(b, 2, &sum) == true);
	struct merged_quantile m = merged_quantile(&sum, b, 2, 0.5, 1e-4, 0.95);
	check_close(m.value, quantile_at(&b[0], 0.5), 0, "value");
	check_nan(m.low, "low");
	quantile_free(&sum);
	free_all(b, 2);
}

Test(merged, thousands_of_runs_are_quick, .timeout = 10)
{
	enum { RUNS = 3000 };
	struct quantile_buckets *b = calloc(RUNS, sizeof(*b)), sum;

	for (size_t i = 0; i < RUNS; i++) {
		double rows[ROWS][3];
		for (size_t k = 0; k < ROWS; k++) {
			rows[k][0] = 1000.0 * (double)k + (double)(2 * i);
			rows[k][1] = rows[k][0] + 2;
			rows[k][2] = 1e300;
		}
		b[i] = buckets(rows);
	}
	/* Each run's buckets lie among the others' or beyond them. */
	bool aligned = merged_of(b, RUNS, &sum);
	cr_expect(aligned == true);
	struct merged_quantile m = merged_quantile(&sum, b, RUNS, 0.5, 0, 0.95);
	cr_expect(m.value > 2000 && m.value < 6000, "value %g", m.value);
	quantile_free(&sum);
	free_all(b, RUNS);
	free(b);
}
