/* Welch's test against R 4.2.2's t.test, and what must hold for any data. */
#include "analyze/statistics/welch.h"

#include "tests/unit/check.h"

#define SIDE(x) ((struct welch_side){moments_of(x, sizeof(x) / sizeof((x)[0])), 0})

static const double sleep_1[] = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2};
static const double sleep_2[] = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

/* t is R's with the sign turned: R takes the first minus the second. The expected numbers were
 * printed by R 4.2.2, t.test(x, y), whose data sets these are: sleep, the example of ministat(1)
 * and small ones. */
Test(welch, reproduces_r)
{
	static const double small_1[] = {2, 1, 3, 4}, small_2[] = {6, 5, 7, 9};
	static const double iguana[] = {50, 200, 150, 400, 750, 400, 150};
	static const double chameleon[] = {150, 400, 720, 500, 930};
	static const double permeability_1[] = {0.8,  0.83, 1.89, 1.04, 1.45,
						1.38, 1.91, 1.64, 0.73, 1.46};
	static const double permeability_2[] = {1.15, 0.88, 0.9, 0.74, 1.21};
	const struct {
		const char *name;
		struct welch_side a, b;
		double t, df, p, low, high;
	} tests[] = {
	    {"sleep", SIDE(sleep_1), SIDE(sleep_2), 1.86081346748685, 17.7764735161785,
	     0.0793941401873582, -0.20548323071171, 3.36548323071171},
	    {"small", SIDE(small_1), SIDE(small_2), 3.97034461522377, 5.58461538461538,
	     0.00851286313137817, NAN, NAN},
	    {"ministat", SIDE(iguana), SIDE(chameleon), 1.48883953099072, 7.42542832124251,
	     0.177721841543405, -136.793175816864, 616.793175816864},
	    {"permeability", SIDE(permeability_1), SIDE(permeability_2), -2.04138309221007,
	     12.9705384432575, 0.0621013437810785, -0.693724996335104, 0.019724996335104},
	};

	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
		struct difference w = welch_test(tests[i].a, tests[i].b, 0.95);
		check_close(w.t, tests[i].t, 1e-13, tests[i].name);
		check_close(w.df, tests[i].df, 1e-13, tests[i].name);
		check_close(w.p, tests[i].p, 1e-12, tests[i].name);
		if (!isnan(tests[i].low)) {
			check_close(w.low, tests[i].low, 1e-11, tests[i].name);
			check_close(w.high, tests[i].high, 1e-11, tests[i].name);
		}
	}
}

Test(welch, swapping_the_sides_negates)
{
	struct difference w = welch_test(SIDE(sleep_1), SIDE(sleep_2), 0.95);
	struct difference back = welch_test(SIDE(sleep_2), SIDE(sleep_1), 0.95);

	check_close(back.difference, -w.difference, 0, "difference");
	check_close(back.t, -w.t, 0, "t");
	check_close(back.p, w.p, 0, "p");
	check_close(back.df, w.df, 1e-15, "df");
	check_close(back.low, -w.high, 1e-15, "low");
	check_close(back.high, -w.low, 1e-15, "high");
	check_close(back.sd, w.sd, 0, "sd");
}

Test(welch, follows_shift_and_scale)
{
	double a[10], b[10];
	struct difference w = welch_test(SIDE(sleep_1), SIDE(sleep_2), 0.95);

	for (size_t i = 0; i < 10; i++) {
		a[i] = 4 * sleep_1[i] + 16;
		b[i] = 4 * sleep_2[i] + 16;
	}
	struct difference moved = welch_test(SIDE(a), SIDE(b), 0.95);
	check_close(moved.p, w.p, 1e-13, "p");
	check_close(moved.df, w.df, 1e-13, "df");
	check_close(moved.difference, 4 * w.difference, 1e-14, "difference");
	check_close(moved.low, 4 * w.low, 1e-13, "low");
}

Test(welch, needs_two_values_a_side_and_some_variance)
{
	static const double flat[] = {7, 7, 7};
	struct welch_side two = {moments_of(sleep_1, 2), 0}, one = {moments_of(sleep_2, 1), 0},
			  none = {moments_of(sleep_2, 0), 0};

	check_nan(welch_test(two, one, 0.95).p, "one value");
	check_nan(welch_test(two, none, 0.95).p, "no value");
	check_nan(welch_test(none, none, 0.95).difference, "nothing");
	check_close(welch_test(two, one, 0.95).difference, 1.9 - (0.7 - 1.6) / 2, 1e-15, "one");
	check_nan(welch_test(SIDE(flat), SIDE(flat), 0.95).p, "no variance and no floor");
	cr_expect(isfinite(welch_test(two, two, 0.95).p) != 0);
	cr_expect(isfinite(welch_test(SIDE(flat), two, 0.95).p) != 0);
}

/* Values that all fell on one step of the clock are known to that step, not exactly. */
Test(welch, a_floor_keeps_p_above_zero)
{
	static const double low[] = {7, 7, 7}, high[] = {8, 8, 8, 8};
	struct welch_side a = SIDE(low), b = SIDE(high);

	a.floor = b.floor = 1.0 / 12;
	struct difference w = welch_test(a, b, 0.95);
	check_close(w.df, 5, 0, "df of two constant sides");
	check_close(w.se, sqrt((1.0 / 3 + 1.0 / 4) / 12), 1e-15, "se");
	cr_expect(w.p > 0);
	check_close(welch_test(a, a, 0.95).p, 1, 0, "p of no difference");
	/* A floor below the observed variance changes nothing. */
	struct welch_side x = SIDE(sleep_1), y = SIDE(sleep_2);
	double p = welch_test(x, y, 0.95).p;
	x.floor = y.floor = 0.5;
	check_close(welch_test(x, y, 0.95).p, p, 0, "p under a small floor");
	x.floor = 50;
	cr_expect(welch_test(x, y, 0.95).p > p);
}

/* t.test(sleep$extra[1:10])$conf.int by the same qt: 0.75 +- qt(.975, 9) * 1.78900965775916 /
 * sqrt(10). */
Test(welch, interval_of_one_side)
{
	double low, high;

	welch_interval(SIDE(sleep_1), 0.95, &low, &high);
	check_close(low, 0.75 - 2.2621571627982 * 1.78900965775916 / sqrt(10), 1e-11, "low");
	check_close(high, 0.75 + 2.2621571627982 * 1.78900965775916 / sqrt(10), 1e-11, "high");
	welch_interval((struct welch_side){moments_of(sleep_1, 1), 0}, 0.95, &low, &high);
	check_nan(low, "one value");
	check_nan(high, "one value");
}
