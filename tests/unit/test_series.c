/* Series against published values, against R, and against what simulated series must give. */
#include "analyze/statistics/series.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "analyze/statistics/moments.h"
#include "collect/base/mem.h"
#include "collect/engine/xorshift.h"
#include "tests/unit/check.h"
#include "tests/unit/nist.h"

/* From R 4.2.2 by the formulas as series.h states them (the sum of sign(x[j] - x[i]) over i < j,
 * cor over lm's residuals of rank(x), pt); S, variance and z of the first also by cor.test(method =
 * "kendall", exact = FALSE, continuity = TRUE): z = 2.703381341337 before rho and t. */
Test(series, trend_as_in_r)
{
	static const double tied[] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9};
	static const double warming[] = {10,   10.4, 10.9, 11.2, 11.1, 11.4, 11.9, 12.3, 12.1,
					 12.6, 12.2, 12.1, 12.6, 12.9, 13.3, 13.5, 13.2, 13.4};
	struct series_trend trend = series_trend(tied, 15);

	check_close(trend.s, 55, 0, "S with ties");
	check_close(trend.variance, 399, 1e-15, "variance with ties");
	check_close((trend.s - 1) / sqrt(trend.variance), 2.703381341337, 1e-12, "z");
	check_close(trend.rho, 0, 0, "neighbours that differ much are taken for independent");
	check_close(trend.p, 0.0180770307935863, 1e-12, "p with ties");
	trend = series_trend(warming, 18);
	check_close(trend.s, 131, 0, "S");
	check_close(trend.variance, 695, 1e-15, "variance");
	check_close(trend.rho, 0.0941451606059854, 1e-11, "rho");
	check_close(trend.p, 0.000546756430342154, 1e-11, "p");
	check_close(series_drift(warming, 18), 0.213846153846154, 1e-13, "drift");
	check_close(series_neumann_sd(warming, 18), 0.250880801319249, 1e-13, "von Neumann");
}

/* S by its definition. */
static double
s_of_all_pairs(const double *x, size_t n)
{
	double s = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1; j < n; j++)
			s += (x[j] > x[i]) - (x[j] < x[i]);
	return s;
}

Test(series, trend_counts_all_pairs)
{
	uint64_t state = xorshift_seed(2);
	double x[40], back[40];

	for (int trial = 0; trial < 100; trial++) {
		size_t n = SERIES_TREND_MIN + xorshift_below(&state, 31);
		for (size_t i = 0; i < n; i++)
			x[i] = (double)xorshift_below(&state, 3 + (uint64_t)trial);
		for (size_t i = 0; i < n; i++)
			back[i] = x[n - 1 - i];
		struct series_trend trend = series_trend(x, n);
		check_close(trend.s, s_of_all_pairs(x, n), 0, "S");
		check_close(series_trend(back, n).s, -trend.s, 0, "S backwards");
		check_close(series_trend(back, n).p, trend.p, 1e-9, "p backwards");
	}
}

/* n samples of an AR(1) series with standard deviation 1 and a drift over the whole of it. */
static void
draw_series(uint64_t *state, double *x, size_t n, double rho, double drift)
{
	double level = qnorm(xorshift_unit(state), 0, 1, 1, 0);

	for (size_t i = 0; i < n; i++) {
		x[i] = level + drift * (double)i / (double)(n - 1);
		level = rho * level + sqrt(1 - rho * rho) * qnorm(xorshift_unit(state), 0, 1, 1, 0);
	}
}

/* The share of series that are said to have a trend at 5 %. */
static double
share_with_trend(size_t n, double rho, double drift)
{
	enum { TRIALS = 3000 };
	uint64_t state = xorshift_seed(n);
	double x[120], found = 0;

	for (int i = 0; i < TRIALS; i++) {
		draw_series(&state, x, n, rho, drift);
		found += series_trend(x, n).p <= 0.05;
	}
	return found / TRIALS;
}

/* Without allowing for autocorrelation it would be 0.3 at rho 0.6. */
Test(series, trend_is_seldom_found_where_there_is_none)
{
	static const struct {
		size_t n;
		double rho, most;
	} rows[] = {{30, 0, 0.05},    {60, 0, 0.05},   {30, 0.3, 0.065},
		    {60, 0.3, 0.065}, {30, 0.6, 0.07}, {60, 0.6, 0.07}};

	for (size_t i = 0; i < countof(rows); i++) {
		double share = share_with_trend(rows[i].n, rows[i].rho, 0);
		cr_expect(share <= rows[i].most, "n %zu, rho %g: %g", rows[i].n, rows[i].rho,
			  share);
	}
	cr_expect(share_with_trend(60, 0.6, 3) >= 0.7, "a drift of 3 sd in 60 samples");
	cr_expect(share_with_trend(30, 0, 3) >= 0.9, "a drift of 3 sd in 30 samples");
}

/* Computed in Python by the formulas (NIST StRD's data). */
Test(series, effective_sizes_of_nist_data)
{
	double tau = series_tau(nist_michelso, 100);

	check_close(series_effective(nist_michelso, 100), 30.2762136339025, 1e-12, "Michelso");
	check_close(tau, 5.28754870360978, 1e-12, "Michelso, tau");
	check_close(100 / tau, 18.9123553475225, 1e-12, "Michelso, Geyer");
	check_close(series_effective(nist_lew, 200), 377.454557718535, 1e-12, "Lew");
	check_close(series_tau(nist_lew, 200), 0.454068317099596, 1e-12, "Lew, tau");
}

/* Neighbours of a drifting series differ by its noise alone. */
Test(series, neumann_sd_passes_over_a_drift)
{
	uint64_t state = xorshift_seed(9);
	double x[5000];

	draw_series(&state, x, countof(x), 0, 100);
	check_close(series_neumann_sd(x, countof(x)), 1, 0.04, "von Neumann");
	cr_expect(moments_sd(moments_of(x, countof(x))) > 25, "the usual sd");
}

Test(series, of_few_and_equal_samples)
{
	double x[30];

	for (size_t i = 0; i < countof(x); i++)
		x[i] = 1e6;
	check_nan(series_trend(x, SERIES_TREND_MIN - 1).p, "trend of 9");
	check_close(series_trend(x, 30).p, 1, 0, "trend of equal samples");
	check_close(series_drift(x, 30), 0, 0, "drift of equal samples");
	check_nan(series_drift(x, 2), "drift of 2");
	check_nan(series_drift(x, 0), "drift of none");
	check_nan(series_effective(x, 30), "effective size of equal samples");
	check_nan(series_effective(x, 1), "effective size of one");
	check_nan(series_tau(x, 30), "tau of equal samples");
	check_nan(series_tau(x, 0), "tau of none");
	check_close(series_neumann_sd(x, 30), 0, 0, "von Neumann of equal samples");
	check_nan(series_neumann_sd(x, 1), "von Neumann of one");
	for (size_t i = 0; i < countof(x); i++)
		x[i] = (double)i;
	cr_expect(series_trend(x, 30).p < 1e-6, "a straight line is a trend");
	check_nan(series_drift((const double[]){0, 1, 2}, 3), "drift from 0");
}

/* Millions of pairs, and values at the ends of what a double holds. */
Test(series, extremes)
{
	enum { N = 200000 };
	double *x = mem_alloc(N, sizeof(*x));

	for (size_t i = 0; i < N; i++)
		x[i] = i % 2 ? 1e308 : -1e308;
	struct series_trend trend = series_trend(x, N);
	cr_expect(trend.p >= 0 && trend.p <= 1, "p %g", trend.p);
	check_nan(series_neumann_sd(x, N), "steps beyond a double");
	for (size_t i = 0; i < N; i++)
		x[i] = 5e-324 * (double)i;
	check_close(series_trend(x, N).s, (double)N * (N - 1) / 2, 0, "S of a long line");
	cr_expect(series_tau(x, N) > 90, "tau of a long line: all 50 lags count");
	check_close(series_neumann_sd((const double[]){0, 1e308}, 2), 1e308 / sqrt(2), 1e-14,
		    "von Neumann of large steps");
	free(x);
}
