/* Null distributions against R, against each other and against the limits of the exact counts. */
#include "analyze/statistics/wilcoxon.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "collect/base/mem.h"
#include "tests/unit/check.h"

/* R 4.2.2: pwilcox(u, n_a, n_b). */
Test(wilcoxon, cumulative_as_in_r)
{
	static const struct {
		double u;
		size_t n_a, n_b;
		double want;
	} rows[] = {{0, 7, 8, 0.000155400155400155},
		    {5, 7, 8, 0.00295260295260295},
		    {12, 7, 8, 0.0360528360528361},
		    {30, 7, 8, 0.610567210567211},
		    {49, 7, 8, 0.995337995337995},
		    {1000, 50, 60, 0.00124482956437601},
		    {-1, 7, 8, 0},
		    {56, 7, 8, 1},
		    {12.5, 7, 8, 0.0360528360528361}};

	for (size_t i = 0; i < countof(rows); i++)
		check_close(wilcoxon_u_cumulative(rows[i].u, rows[i].n_a, rows[i].n_b),
			    rows[i].want, 3e-14, "u");
}

/* R 4.2.2: qwilcox and qsignrank. */
Test(wilcoxon, quantiles_as_in_r)
{
	check_int(wilcoxon_u_quantile(0.025, 10, 5), 9);
	check_int(wilcoxon_u_quantile(0.005, 10, 5), 5);
	check_int(wilcoxon_u_quantile(0.25, 10, 5), 19);
	check_int(wilcoxon_u_quantile(0.5, 10, 5), 25);
	check_int(wilcoxon_u_quantile(0.025, 40, 45), 678);
	check_int(wilcoxon_u_quantile(0.005, 40, 45), 609);
	check_int(wilcoxon_t_quantile(0.025, 5), 0);
	check_int(wilcoxon_t_quantile(0.05, 10), 11);
	check_int(wilcoxon_t_quantile(0.3, 20), 91);
	check_int(wilcoxon_t_quantile(0.005, 100), 1780);
}

/* The smallest two-sided p of n against n, 2 / C(2 n, n), as R and golang/perf's tests have it. */
Test(wilcoxon, the_outermost_order_is_one_of_all)
{
	static const double smallest[] = {1,
					  0.333333333333333,
					  0.1,
					  0.0285714285714286,
					  0.00793650793650794,
					  0.00216450216450216,
					  0.000582750582750583,
					  0.000155400155400155,
					  4.11353352529823e-05,
					  1.0825088224469e-05};

	for (size_t n = 1; n <= countof(smallest); n++)
		check_close(2 * wilcoxon_u_cumulative(0, n, n), smallest[n - 1], 1e-14, "n");
}

/* Where counting ends, the normal distribution goes on without a jump. */
Test(wilcoxon, large_samples_are_approximated)
{
	cr_expect(wilcoxon_u_exact(215, 215));
	cr_expect(wilcoxon_u_exact(216, 216) == false);
	cr_expect(wilcoxon_u_exact(3, 1000000));
	check_close(wilcoxon_u_cumulative(20500, 215, 215), wilcoxon_u_cumulative(20706, 216, 216),
		    0.1, "near 0.02 on both sides");
	check_close((double)wilcoxon_u_quantile(0.025, 215, 215) * 216 * 216 / (215 * 215.0),
		    (double)wilcoxon_u_quantile(0.025, 216, 216), 1e-3, "quantile of U");
	check_close((double)wilcoxon_t_quantile(0.025, 300) / qsignrank(0.025, 300, 1, 0), 1, 1e-15,
		    "quantile of T, counted");
	check_close((double)wilcoxon_t_quantile(0.025, 301), qsignrank(0.025, 301, 1, 0), 2e-4,
		    "quantile of T, approximated");
}

/* A p that a distribution meets exactly is met: P(U <= 1) = 2/20 for 3 against 3, P(T <= 1) = 2/32
 * for 5. */
Test(wilcoxon, exact_levels)
{
	check_int(wilcoxon_u_quantile(0.1, 3, 3), 1);
	check_int(wilcoxon_u_quantile(0.1 + 1e-9, 3, 3), 2);
	check_int(wilcoxon_t_quantile(0.0625, 5), 1);
	check_int(wilcoxon_u_quantile(1e-300, 5, 5), 0);
	check_int(wilcoxon_u_quantile(0.5, 1, 1), 0);
}
