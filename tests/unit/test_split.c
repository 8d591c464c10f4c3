/* The test of curves by splitting them otherwise. */
#include "analyze/statistics/split.h"

#include "collect/engine/xorshift.h"
#include "tests/unit/check.h"

enum { POINTS = 4 };
static const double x[POINTS] = {0, 1, 3, 4};
static const double curves[][POINTS] = {
    {0, .2, .7, 1},  {0, .25, .72, 1},    {.05, .2, .65, .98}, {0, .22, .71, 1}, {.1, .5, .9, 1},
    {0, .45, .8, 1}, {.02, .21, .7, .99}, {.1, .4, .85, 1},    {0, .3, .75, 1},
};

/* All splits by itertools.combinations, with numpy 1.24. */
Test(split, p_is_the_share_of_all_splits)
{
	static const struct {
		size_t a, b;
		double energy, p, p_min;
	} rows[] = {
	    {4, 5, 0.0955425, 7.0 / 126, 1.0 / 126},
	    {5, 4, 0.0152265, 62.0 / 126, 1.0 / 126},
	    {4, 4, 0.1204416666666668, 6.0 / 70, 2.0 / 70},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct split_test t = split_test(x, POINTS, curves[0], rows[i].a, rows[i].b);
		check_close(t.energy, rows[i].energy, 1e-12, "energy");
		check_close(t.p, rows[i].p, 1e-15, "p");
		check_close(t.p_min, rows[i].p_min, 1e-15, "smallest p");
	}
}

Test(split, few_runs_cannot_decide)
{
	static const struct {
		size_t a, b;
		double p_min;
	} rows[] = {{1, 1, 1},        {1, 2, 1.0 / 3},  {2, 2, 1.0 / 3}, {3, 3, 0.1},
		    {3, 4, 1.0 / 35}, {4, 3, 1.0 / 35}, {1, 8, 1.0 / 9}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct split_test t = split_test(x, POINTS, curves[0], rows[i].a, rows[i].b);
		check_close(t.p_min, rows[i].p_min, 1e-15, "smallest p");
		cr_expect(t.p >= t.p_min && t.p <= 1, "p %g", t.p);
	}
	check_nan(split_test(x, POINTS, curves[0], 0, 3).p, "no run on a side");
	check_nan(split_test(x, POINTS, curves[0], 3, 0).p, "no run on a side");
	check_nan(split_test(x, POINTS, curves[0], 0, 0).p, "no run");
}

static double
noise(uint64_t *state)
{
	double sum = 0;

	for (int i = 0; i < 12; i++)
		sum += xorshift_unit(state);
	return sum - 6;
}

/* n curves of 4 points around a line; the first half bent by effect. */
static double *
random_curves(size_t n, double effect, uint64_t *state)
{
	double *curve = calloc(n * POINTS, sizeof(*curve));

	for (size_t j = 0; j < n; j++) {
		double bend = 0.01 * noise(state) + (j < n / 2 ? effect : 0);
		curve[j * POINTS + 1] = 0.25 + bend;
		curve[j * POINTS + 2] = 0.75 + 0.5 * bend + 0.01 * noise(state);
		curve[j * POINTS + 3] = 1;
	}
	return curve;
}

/* Equal curves must not be told apart by rounding. */
Test(split, copies_do_not_differ)
{
	for (size_t n = 2; n < 12; n++) {
		double *curve = calloc(2 * n * POINTS, sizeof(*curve));
		for (size_t j = 0; j < 2 * n; j++)
			memcpy(curve + j * POINTS, curves[2], sizeof(curves[2]));
		check_close(split_test(x, POINTS, curve, n, n).p, 1, 0, "p");
		free(curve);
	}
}

Test(split, swapping_the_sides_changes_nothing)
{
	uint64_t state = xorshift_seed(7);

	for (size_t n = 4; n < 9; n++) {
		double *curve = random_curves(2 * n, 0.01, &state);
		double *swapped = calloc(2 * n * POINTS, sizeof(*swapped));
		size_t half = n * POINTS * sizeof(*curve);
		memcpy(swapped, curve + n * POINTS, half);
		memcpy(swapped + n * POINTS, curve, half);
		struct split_test a = split_test(x, POINTS, curve, n, n);
		struct split_test b = split_test(x, POINTS, swapped, n, n);
		check_close(a.energy, b.energy, 1e-10, "energy");
		if (n < 8) /* beyond, splits are drawn */
			check_close(a.p, b.p, 1e-15, "p");
		free(curve);
		free(swapped);
	}
}

/* Of equals, at most one in twenty has p <= 0.05: 400 tries each give 20 +- 4.4. Drawn splits are
 * as honest as all. */
Test(split, alarms_are_as_rare_as_said)
{
	static const size_t runs[] = {5, 10};
	uint64_t state = xorshift_seed(3);

	for (size_t i = 0; i < 2; i++) {
		int alarms = 0;
		for (int trial = 0; trial < 400; trial++) {
			double *curve = random_curves(2 * runs[i], 0, &state);
			alarms += split_test(x, POINTS, curve, runs[i], runs[i]).p <= 0.05;
			free(curve);
		}
		cr_expect(alarms >= 8 && alarms <= 33, "%zu runs: %d alarms", runs[i], alarms);
	}
}

Test(split, a_bend_is_seen)
{
	uint64_t state = xorshift_seed(5);
	double *few = random_curves(10, 0.1, &state), *many = random_curves(40, 0.1, &state);
	double *equals = random_curves(40, 0, &state);

	check_close(split_test(x, POINTS, few, 5, 5).p, 2.0 / 252, 1e-12, "5 runs a side");
	check_close(split_test(x, POINTS, many, 20, 20).p, 1.0 / 2000, 1e-12, "20 runs a side");
	check_close(split_test(x, POINTS, many, 20, 20).p_min, 1.0 / 2000, 1e-12, "smallest");
	/* Where the drawing ends early, p is a share of few draws. */
	double p = split_test(x, POINTS, equals, 20, 20).p;
	check_close(20 / p, nearbyint(20 / p), 1e-9, "draws until 20 hits");
	free(few);
	free(many);
	free(equals);
}

Test(split, thousands_of_runs_are_bounded, .timeout = 20)
{
	uint64_t state = xorshift_seed(9);
	double *curve = random_curves(20000, 0.001, &state);

	check_close(split_test(x, POINTS, curve, 10000, 10000).p, 1.0 / 2000, 1e-12, "p");
	/* One run against all: as many splits as runs. */
	struct split_test one = split_test(x, POINTS, curve, 1, 19999);
	cr_expect(one.p > 0 && one.p <= 1);
	free(curve);
}
