/* Binomial quantiles. Expected: by their definition, Rmath's qbinom, and R at some places. */
#include "analyze/statistics/binomial.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "collect/engine/xorshift.h"
#include "tests/unit/check.h"

/* Whether k is the quantile by its definition. What a few roundings decide may go either way. */
static bool
is_quantile(double k, double p, double n, double q)
{
	return k >= 0 && k <= n && pbinom(k, n, q, true, false) >= p * (1 - 1e-12) &&
	       !(k > 0 && pbinom(k - 1, n, q, true, false) >= p * (1 + 1e-12));
}

/* Whether nothing but rounding decides between two ks. */
static bool
is_tie(double a, double b, double p, double n, double q)
{
	return fabs(pbinom(fmin(a, b), n, q, true, false) - p) <= 1e-12 * p;
}

/* That it is the quantile, and as qbinom has it where that is one, too. */
static void
check_quantile(double p, double n, double q)
{
	double rmath = qbinom(p, n, q, true, false), got = binomial_quantile(p, n, q);
	bool same = got == rmath || !is_quantile(rmath, p, n, q) || is_tie(got, rmath, p, n, q);

	cr_expect(is_quantile(got, p, n, q), "p %.17g of n %.0f, q %.17g: %.0f", p, n, q, got);
	cr_expect(same, "p %.17g of n %.0f, q %.17g: %.0f, not %.0f", p, n, q, got, rmath);
}

/* R 4.2.2: qbinom(c(0.025, 0.975), n, q). */
Test(binomial, is_that_of_r)
{
	static const struct {
		double n, q, low, high;
	} rows[] = {
	    {1, 0.5, -0, 1},
	    {1, 0.99, 1, 1},
	    {1, 0.9999, 1, 1},
	    {20, 0.5, 6, 14},
	    {20, 0.99, 19, 20},
	    {20, 0.9999, 20, 20},
	    {1000, 0.5, 469, 531},
	    {1000, 0.99, 983, 996},
	    {1000, 0.9999, 999, 1000},
	    {12345, 0.5, 6064, 6281},
	    {12345, 0.99, 12199, 12243},
	    {12345, 0.9999, 12341, 12345},
	    {500000, 0.5, 249307, 250693},
	    {500000, 0.99, 494862, 495137},
	    {500000, 0.9999, 499936, 499963},
	    {123456789, 0.5, 61717506, 61739283},
	    {123456789, 0.99, 122220054, 122224387},
	    {123456789, 0.9999, 123444225, 123444661},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		check_close(binomial_quantile(0.025, rows[i].n, rows[i].q), rows[i].low, 0, "low");
		check_close(binomial_quantile(0.975, rows[i].n, rows[i].q), rows[i].high, 0,
			    "high");
	}
}

static const double p[] = {0.001, 0.01, 0.025, 0.5 - 0.475, 0.1, 0.5, 0.9, 0.975, 0.99, 0.999};
static const double q[] = {1e-9, 0.0001, 0.001, 0.01, 0.05,  0.1,    0.2,     0.25,    0.5,
			   0.75, 0.9,    0.95,  0.99, 0.999, 0.9999, 0.99999, 1 - 1e-9};

/* R 4.2.2: the least k with pbinom(k, n, q) >= p, which is not what its qbinom gives. */
Test(binomial, is_right_where_qbinom_of_r_is_not)
{
	check_close(binomial_quantile(0.01, 6336, 0.99), 6254, 0, "6336");
	check_close(binomial_quantile(0.1, 12811, 0.999), 12794, 0, "12811");
	check_close(binomial_quantile(0.025, 14575, 0.999), 14553, 0, "14575");
	check_close(binomial_quantile(0.025, 492698, 0.9999), 492635, 0, "492698");
	check_close(binomial_quantile(0.025, 2941050, 0.99999), 2941010, 0, "2941050");
}

/* Every n up to where the expansion sets in for the quantiles that latencies have, and beyond. */
Test(binomial, holds_for_every_small_n)
{
	for (size_t i = 0; i < sizeof(q) / sizeof(q[0]); i++) {
		for (int n = 1; n <= 600; n++) {
			for (size_t j = 0; j < sizeof(p) / sizeof(p[0]); j++)
				check_quantile(p[j], n, q[i]);
		}
	}
}

/* Around n q (1 - q) = 10, where the expansion is worst, and at random ones above. */
Test(binomial, holds_for_large_n)
{
	uint64_t state = xorshift_seed(1);

	for (size_t i = 0; i < sizeof(q) / sizeof(q[0]); i++) {
		double first = ceil(10 / (q[i] * (1 - q[i])));
		for (int draw = 0; draw < 1000; draw++) {
			double share = (double)xorshift_below(&state, 1000000) / 1e6;
			double low = first - 10 + floor(share * first);
			double high = floor(exp(share * log(1e12 / first)) * first);
			check_quantile(p[draw % 10], fmax(low, 1), q[i]);
			check_quantile(p[draw % 10], fmax(high, 1), q[i]);
		}
	}
}

/* P is p but for a hair: here the expansion may not decide. */
Test(binomial, holds_where_a_hair_decides)
{
	for (int trials = 40; trials < 10000000; trials += trials / 3 * 2) {
		double n = trials;
		double k = qbinom(0.1, n, 0.4, true, false);
		double at = pbinom(k, n, 0.4, true, false);
		for (int hair = -2; hair <= 2; hair++)
			check_quantile(at * (1 + hair * 1e-9), n, 0.4);
		check_quantile(at, n, 0.4);
		check_quantile(1 - at, n, 0.6);
	}
}

/* Rmath's qbinom has put the lower end above the upper one at such counts. By the normal
 * distribution, n q -+ 1.96 sqrt(n q (1 - q)), whose skewness moves it by less than 1 there. */
Test(binomial, ends_stay_in_order_for_huge_n)
{
	check_close(binomial_quantile(0.025, 2000000000003016, 0.9999), 1999799999126536, 1e-15,
		    "low");
	check_close(binomial_quantile(0.975, 2000000000003016, 0.9999), 1999800000879494, 1e-15,
		    "high");
	for (double n = 1e13; n < 1e300; n *= 997) {
		double low = binomial_quantile(0.025, n, 0.9999);
		double high = binomial_quantile(0.975, n, 0.9999);
		cr_expect(low <= n * 0.9999 && n * 0.9999 <= high && high <= n, "%g: %g %g", n, low,
			  high);
	}
}
