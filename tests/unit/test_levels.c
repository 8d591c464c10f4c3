/* Two levels: what is to be found, what is not, and how often chance looks like it. */
#include "analyze/statistics/levels.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "collect/base/mem.h"
#include "collect/engine/xorshift.h"
#include "tests/unit/check.h"

Test(levels, finds_both_groups)
{
	static const double x[] = {5.1, 1.1, 5.0, 1.0, 4.9};
	struct levels levels = levels_of(x, 5);

	cr_assert(levels.two);
	check_int(levels.n_low, 2);
	check_int(levels.n_high, 3);
	check_close(levels.low, 1.05, 1e-15, "low");
	check_close(levels.high, 5, 1e-15, "high");
	check_close(levels.split, 3, 1e-15, "split");
}

Test(levels, moves_and_scales_with_the_values)
{
	static const double x[] = {-3, -3.1, -2.9, 9, 9.1, 9.05, 8.9, 9.12};
	double y[countof(x)];

	for (size_t i = 0; i < countof(x); i++)
		y[i] = 1000 - 7 * x[i];
	struct levels before = levels_of(x, countof(x)), after = levels_of(y, countof(y));
	cr_assert(before.two && after.two);
	check_int(after.n_low, before.n_high);
	check_close(after.low, 1000 - 7 * before.high, 1e-12, "low");
	check_close(after.high, 1000 - 7 * before.low, 1e-12, "high");
}

Test(levels, of_what_has_one_level)
{
	static const struct {
		const char *name;
		size_t n;
		double x[8];
	} rows[] = {{"none", 0, {0}},
		    {"4 values", 4, {1, 1.1, 9, 9.1}},
		    {"equal", 8, {3, 3, 3, 3, 3, 3, 3, 3}},
		    {"even steps", 8, {1, 2, 3, 4, 5, 6, 7, 8}},
		    {"one outlier", 6, {1, 1.1, 1.2, 1.3, 1.4, 50}},
		    {"three levels", 6, {1, 1.1, 5, 5.1, 9, 9.1}},
		    {"beyond squares", 6, {-1e308, -1e308, -1e308, 1e308, 1e308, 1e308}}};

	for (size_t i = 0; i < countof(rows); i++)
		cr_expect(levels_of(rows[i].x, rows[i].n).two == false, "%s", rows[i].name);
}

Test(levels, of_ties_and_tiny_values)
{
	static const double tied[] = {2, 7, 2, 7, 2},
			    tiny[] = {1e-150, 1e-150, 3e-150, 3e-150, 1e-150};

	cr_expect(levels_of(tied, 5).two);
	cr_expect(levels_of(tiny, 5).two);
	check_close(levels_of(tied, 5).low, 2, 0, "low");
}

/* The share of samples said to be on two levels; a share of the values lies apart by so many sd. */
static double
share_on_two(size_t n, double upper, double apart)
{
	enum { TRIALS = 10000 };
	uint64_t state = xorshift_seed(n);
	double x[70], found = 0;

	for (int i = 0; i < TRIALS; i++) {
		for (size_t j = 0; j < n; j++)
			x[j] = qnorm(xorshift_unit(&state), 0, 1, 1, 0) +
			       ((double)j < upper * (double)n ? apart : 0);
		found += levels_of(x, n).two;
	}
	return found / TRIALS;
}

Test(levels, chance_looks_like_it_in_one_of_25)
{
	static const size_t n[] = {5, 6, 7, 10, 11, 13, 17, 20, 25, 40, 50, 70};

	for (size_t i = 0; i < countof(n); i++) {
		double share = share_on_two(n[i], 0, 0);
		cr_expect(share >= 0.033 && share <= 0.05, "n %zu: %g", n[i], share);
	}
	cr_expect(share_on_two(5, 0.4, 10) >= 0.8, "2 of 5, 10 sd apart");
	cr_expect(share_on_two(10, 0.3, 6) >= 0.7, "3 of 10, 6 sd apart");
	cr_expect(share_on_two(20, 0.3, 6) >= 0.9, "6 of 20, 6 sd apart");
}

Test(levels, share_grows_with_n)
{
	for (size_t n = LEVELS_MIN; n < 300; n++)
		cr_expect(levels_share_max(n) <= levels_share_max(n + 1), "%zu", n);
	check_close(levels_share_max(1000000), levels_share_max(200), 0, "far beyond");
}
