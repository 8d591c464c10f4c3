/* Fieller's interval against its definition solved in R 4.2.2 and against Kalibera and Jones's
 * interval of a ratio of means. */
#include "analyze/statistics/fieller.h"

#include "analyze/statistics/moments.h"
#include "tests/unit/check.h"

#define N(x) (sizeof(x) / sizeof((x)[0]))

static const struct fieller_input plain = {12, 10, 0.8, 0.5, 0.3, 9};

/* The roots that uniroot finds of (12 - 10 r)^2 / (.8 - 2 * .3 r + .5 r^2) - qt(.975, 9)^2, and the
 * quadratic equation in num^2, den^2 and num * den. */
Test(fieller, solves_its_definition)
{
	struct fieller f = fieller_interval(plain, 0.95);

	check_close(f.ratio, 1.2, 0, "ratio");
	check_close(f.low, 1.010177795685404, 1e-14, "low");
	check_close(f.high, 1.421332583476164, 1e-14, "high");
	f = fieller_interval((struct fieller_input){-3, 10, 0.8, 0.5, 0.3, 9}, 0.95);
	check_close(f.low, -0.55684671955690201, 1e-14, "low of a negative one");
	check_close(f.high, -0.09041884918544918, 1e-13, "high of a negative one");
	f = fieller_interval((struct fieller_input){0, 10, 0.8, 0.5, 0, INFINITY}, 0.95);
	check_close(f.low, -0.1770127180760933, 1e-14, "low of 0");
	check_close(f.high, 0.1770127180760933, 1e-14, "high of 0");
}

static struct fieller
of_means(const double *x, const double *y, size_t n)
{
	struct moments a = moments_of(x, n), b = moments_of(y, n);
	struct fieller_input in = {b.mean,           a.mean, b.variance / b.n,
				   a.variance / a.n, 0,      (double)(n - 1)};
	return fieller_interval(in, 0.95);
}

/* Kalibera and Jones 2013, "Rigorous benchmarking in reasonable time", 8: with half-widths h of
 * both means, (ab -+ sqrt((ab)^2 - (a^2 - h_a^2)(b^2 - h_b^2))) / (a^2 - h_a^2); computed with
 * scipy 1.10.1's quantiles of t. */
Test(fieller, reproduces_kalibera_and_jones)
{
	static const double a3[] = {101.2, 99.8, 100.5}, b3[] = {97.1, 96.4, 98};
	static const double a5[] = {251840, 253010, 249920, 252300, 250770};
	static const double b5[] = {246900, 248100, 245350, 247700, 244980};
	static const double a6[] = {1.52, 1.49, 1.55, 1.5, 1.53, 1.51};
	static const double b6[] = {1.5, 1.75, 1.31, 1.62, 1.4, 1.58};
	const struct {
		const char *name;
		struct fieller got;
		double ratio, low, high;
	} tests[] = {
	    {"3 and 3", of_means(a3, b3, 3), 0.966832504145937, 0.941176184039322,
	     0.993067888253843},
	    {"5 and 5", of_means(a5, b5, 5), 0.980275710742225, 0.971229788204403,
	     0.989393777859526},
	    {"6 and 6", of_means(a6, b6, 6), 1.00659340659341, 0.896313598321996, 1.11732311822555},
	};

	for (size_t i = 0; i < N(tests); i++) {
		check_close(tests[i].got.ratio, tests[i].ratio, 1e-14, tests[i].name);
		/* Rmath's quantile of t has about ten digits. */
		check_close(tests[i].got.low, tests[i].low, 1e-10, tests[i].name);
		check_close(tests[i].got.high, tests[i].high, 1e-10, tests[i].name);
	}
}

Test(fieller, swapping_num_and_den_inverts)
{
	struct fieller_input swapped = {10, 12, 0.5, 0.8, 0.3, 9};
	struct fieller f = fieller_interval(plain, 0.95), back = fieller_interval(swapped, 0.95);

	check_close(back.low, 1 / f.high, 1e-14, "low");
	check_close(back.high, 1 / f.low, 1e-14, "high");
}

Test(fieller, has_no_bounds_where_den_may_be_0)
{
	/* t^2 * 0.5 / den^2 with t = 2.2621571627982: den 1.5 is within reach of 0, 1.7 is not. */
	struct fieller_input near = {1, 1.5, 0.1, 0.5, 0, 9}, off = {1, 1.7, 0.1, 0.5, 0, 9};
	struct fieller f = fieller_interval(near, 0.95);

	check_nan(f.low, "low");
	check_nan(f.high, "high");
	check_close(f.ratio, 1 / 1.5, 1e-15, "ratio");
	cr_expect(f.g > 1);
	f = fieller_interval(off, 0.95);
	cr_expect(f.low < f.ratio && f.ratio < f.high);
}

Test(fieller, of_estimates_without_error)
{
	struct fieller f = fieller_interval((struct fieller_input){3, 4, 0, 0, 0, 5}, 0.95);

	check_close(f.low, 0.75, 0, "low");
	check_close(f.high, 0.75, 0, "high");
	/* The same estimate twice: its ratio to itself is 1, whatever its error. */
	f = fieller_interval((struct fieller_input){7, 7, 0.3, 0.3, 0.3, 5}, 0.95);
	check_close(f.low, 1, 1e-8, "low of itself");
	check_close(f.high, 1, 1e-8, "high of itself");
}

Test(fieller, says_nothing_where_nothing_is_known)
{
	const struct {
		const char *name;
		struct fieller_input in;
	} tests[] = {
	    {"den 0", {1, 0, 1, 1, 0, 5}},
	    {"nothing", {NAN, NAN, NAN, NAN, NAN, NAN}},
	    {"no df", {1, 9, 1, 1, 0, 0}},
	    {"no variance", {1, 9, NAN, 1, 0, 5}},
	    {"negative variance", {1, 9, 1, -1, 0, 5}},
	    {"endless variance", {1, 9, INFINITY, 1, 0, 5}},
	    {"no covariance", {1, 9, 1, 1, NAN, 5}},
	    {"overflow", {1e308, 1e-308, 1, 1, 0, 5}},
	    {"small", {1, 5e-324, 1, 1, 0, 5}},
	};

	for (size_t i = 0; i < N(tests); i++) {
		check_nan(fieller_interval(tests[i].in, 0.95).low, tests[i].name);
		check_nan(fieller_interval(tests[i].in, 0.95).high, tests[i].name);
	}
	struct fieller f =
	    fieller_interval((struct fieller_input){1e308, 1e308, 1e300, 1e300, 0, 5}, 0.95);
	check_close(f.low, 1, 1e-3, "large");
}
