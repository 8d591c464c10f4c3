/* Variance components against the worked examples that softdevteam/libkalibera asserts
 * (python/tests/test_data.py), recomputed in full precision; ratio intervals against the formula
 * written down in R 4.2.2. */
#include "analyze/statistics/kalibera.h"

#include "collect/base/mem.h"
#include "tests/unit/check.h"

static void
fill(struct moments *out, const double *x, size_t groups, size_t each)
{
	for (size_t i = 0; i < groups; i++)
		out[i] = moments_of(x + i * each, each);
}

Test(kalibera, three_levels)
{
	static const double x[] = {9, 5, 8, 3, 10, 6, 7, 11, 1, 12, 2, 4};
	static const size_t executions[] = {2, 2, 2}, builds[] = {3};
	static const size_t *const count[] = {executions, builds};
	struct moments parent[6];

	fill(parent, x, 6, 2);
	struct kalibera k = kalibera_of(parent, count, 3);
	check_close(k.mean, 6.5, 1e-15, "mean");
	check_close(k.s2[0], 16.5, 1e-15, "S_1^2");
	check_close(k.s2[1], 2.5833333333333335, 1e-15, "S_2^2");
	check_close(k.s2[2], 3.5625, 1e-15, "S_3^2");
	check_close(k.t2[0], 16.5, 1e-15, "T_1^2");
	check_close(k.t2[1], -5.666666666666667, 1e-15, "T_2^2, as it came out");
	check_close(k.t2[2], 2.270833333333333, 1e-15, "T_3^2");
	check_close(k.r[0], 2, 0, "r_1");
	check_close(k.r[1], 2, 0, "r_2");
	check_close(k.r[2], 3, 0, "r_3");
}

Test(kalibera, two_levels)
{
	static const double x[] = {9, 5, 8, 3, 10, 6, 7, 11, 1, 12, 2, 4};
	static const size_t runs[] = {3};
	static const size_t *const count[] = {runs};
	struct moments parent[3];

	fill(parent, x, 3, 4);
	struct kalibera k = kalibera_of(parent, count, 2);
	check_close(k.mean, 6.5, 1e-15, "mean");
	check_close(k.s2[0], 12.722222222222221, 1e-15, "S_1^2");
	check_close(k.s2[1], 3.5625, 1e-15, "S_2^2");
	check_close(k.t2[1], 0.38194444444444464, 1e-14, "T_2^2");
}

/* Costs of a build, an execution, an iteration: 100, 20, 3. */
Test(kalibera, optimum)
{
	static const double x[] = {3, 4, 3, 1.2, 3.1, 3, 0.2, 1, 1.5, 1, 2, 3};
	static const size_t executions[] = {2, 2}, builds[] = {2};
	static const size_t *const count[] = {executions, builds};
	struct moments parent[4];

	fill(parent, x, 4, 3);
	struct kalibera k = kalibera_of(parent, count, 3);
	check_close(k.t2[0], 0.7266666666666666, 1e-14, "T_1^2");
	check_close(k.t2[1], 0.2627777777777779, 1e-14, "T_2^2");
	check_close(k.t2[2], 0.7747222222222215, 1e-14, "T_3^2");
	check_close(kalibera_optimum(k.t2[0], k.t2[1], 3, 20), 4.2937, 1e-5, "r_1");
	check_close(kalibera_optimum(k.t2[1], k.t2[2], 20, 100), 1.3023, 1e-4, "r_2");
	/* 1 % between runs, 10 % of a second, 20 s of overhead. */
	check_close(kalibera_optimum(0.01, 0.0001, 1, 20), sqrt(2000), 1e-14, "seconds");
}

Test(kalibera, optimum_has_its_limits)
{
	cr_expect(isinf(kalibera_optimum(1, 0, 1, 20)) != 0);
	cr_expect(isinf(kalibera_optimum(1, -5.7, 1, 20)) != 0);
	check_close(kalibera_optimum(1, 1e9, 1, 20), 1, 0, "never below one");
	check_close(kalibera_optimum(0, 1, 1, 20), 1, 0, "no spread within");
	check_nan(kalibera_optimum(1, NAN, 1, 20), "nothing above");
	check_nan(kalibera_optimum(NAN, 1, 1, 20), "nothing within");
	check_nan(kalibera_optimum(-1, 1, 1, 20), "negative");
	check_nan(kalibera_optimum(1, 1, 0, 20), "no cost");
	cr_expect(isfinite(kalibera_optimum(1e300, 1e-300, 1, 1)) != 0);
}

/* By hand: runs 1 3 | 2 4 6 8 | 5. Means 2, 5, 5: S_2^2 = 3. Within (2 + 20) / (1 + 3). The
 * harmonic mean of 2, 4, 1 is 12 / 7. */
Test(kalibera, runs_of_different_length)
{
	static const double a[] = {1, 3}, b[] = {2, 4, 6, 8}, c[] = {5};
	static const size_t runs[] = {3};
	static const size_t *const count[] = {runs};
	struct moments parent[] = {moments_of(a, 2), moments_of(b, 4), moments_of(c, 1)};
	struct kalibera k = kalibera_of(parent, count, 2);

	check_close(k.mean, 4, 1e-15, "mean");
	check_close(k.s2[0], 5.5, 1e-15, "S_1^2");
	check_close(k.s2[1], 3, 1e-15, "S_2^2");
	check_close(k.r[0], 12.0 / 7, 1e-15, "r_1");
	check_close(k.t2[1], 3 - 5.5 * 7 / 12, 1e-14, "T_2^2");
}

Test(kalibera, too_little_to_tell)
{
	static const double x[] = {1, 2};
	static const size_t one[] = {1}, two[] = {2};
	static const size_t *const single[] = {one}, *const pair[] = {two};
	struct moments run = moments_of(x, 2);
	struct moments shortest[] = {moments_of(x, 1), moments_of(x + 1, 1)};
	struct kalibera k = kalibera_of(&run, single, 2);

	check_close(k.s2[0], 0.5, 1e-15, "S_1^2 of one run");
	check_nan(k.s2[1], "S_2^2 of one run");
	check_nan(k.t2[1], "T_2^2 of one run");
	k = kalibera_of(shortest, pair, 2);
	check_nan(k.s2[0], "S_1^2 of single samples");
	check_close(k.s2[1], 0.5, 1e-15, "S_2^2 of single samples");
	check_nan(k.t2[1], "T_2^2 of single samples");
}

static const double x_ministat[] = {50, 200, 150, 400, 750, 400, 150},
		    y_ministat[] = {150, 400, 720, 500, 930};
static const double x_a3b3[] = {101.2, 99.8, 100.5}, y_a3b3[] = {97.1, 96.4, 98};
static const double x_a5b5[] = {251840, 253010, 249920, 252300, 250770},
		    y_a5b5[] = {246900, 248100, 245350, 247700, 244980};
static const double x_a6b6[] = {1.52, 1.49, 1.55, 1.5, 1.53, 1.51},
		    y_a6b6[] = {1.5, 1.75, 1.31, 1.62, 1.4, 1.58};
static const double x_permeability[] = {0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46},
		    y_permeability[] = {1.15, 0.88, 0.9, 0.74, 1.21};

Test(kalibera, interval_of_a_ratio)
{
#define ROW(name) #name, x_##name, countof(x_##name), y_##name, countof(y_##name)
	static const struct {
		const char *name;
		const double *x;
		size_t n_x;
		const double *y;
		size_t n_y;
		double low, high;
	} rows[] = {
	    {ROW(ministat), 0.507353833200483, 7.2940939834778},
	    {ROW(a3b3), 0.941176184040275, 0.993067888252846},
	    {ROW(a5b5), 0.971229788204403, 0.989393777859526},
	    {ROW(a6b6), 0.896313598363896, 1.11732311818331},
	    {ROW(permeability), 0.518895818487448, 1.05895075033202},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		double low, high;
		kalibera_ratio(moments_of(rows[i].x, rows[i].n_x),
			       moments_of(rows[i].y, rows[i].n_y), 0.95, &low, &high);
		check_close(low, rows[i].low, 1e-12, rows[i].name);
		check_close(high, rows[i].high, 1e-12, rows[i].name);
	}
}

Test(kalibera, ratio_without_an_interval)
{
	static const double around_zero[] = {-1, 1, 2}, some[] = {5, 6, 7},
			    huge[] = {1e308, 1.1e308};
	double low, high;

	kalibera_ratio(moments_of(around_zero, 3), moments_of(some, 3), 0.95, &low, &high);
	check_nan(low, "a may be 0");
	kalibera_ratio(moments_of(some, 1), moments_of(some, 3), 0.95, &low, &high);
	check_nan(low, "one value");
	kalibera_ratio(moments_of(some, 0), moments_of(some, 0), 0.95, &low, &high);
	check_nan(high, "no value");
	kalibera_ratio(moments_of(some, 3), moments_of(huge, 2), 0.95, &low, &high);
	check_nan(low, "beyond what numbers hold");
	kalibera_ratio(moments_of(some, 3), moments_of(some, 3), 0.95, &low, &high);
	check_close(low * high, 1, 1e-12, "of the same sides");
}
