/* Moments against NIST's certified values, and what must hold for any data. */
#include "analyze/statistics/moments.h"

#include "tests/unit/check.h"
#include "tests/unit/nist.h"

enum { NUMACC_N = 1001 };

/* NumAcc2, 3 and 4: one value at base + 0.2, then 500 pairs of base + 0.1 and base + 0.3. The
 * decimal numbers are rounded once, as reading the file would round them. */
static const double *
numacc(double base)
{
	static double x[NUMACC_N];

	x[0] = base + 0.2;
	for (size_t i = 1; i < NUMACC_N; i++)
		x[i] = base + (i % 2 ? 0.1 : 0.3);
	return x;
}

/* Certified mean, standard deviation (n - 1) and lag-1 autocorrelation of NIST StRD, and the
 * relative error that we allow: the sets from NumAcc3 on are not exact in binary, so that even
 * exact arithmetic on the numbers as read differs from the certified value there. */
Test(moments, reproduce_nist_strd)
{
	static const struct {
		const char *name;
		const double *x;
		size_t n;
		double base; /* of a generated set */
		double mean, sd, lag1;
		double mean_error, sd_error, lag1_error;
	} sets[] = {
	    {"Lew", nist_lew, 200, 0, -177.435, 277.332168044316, -0.307304800605679, 1e-15, 3e-15,
	     3e-15},
	    {"Lottery", nist_lottery, 218, 0, 518.958715596330, 291.699727470969,
	     -0.120948622967393, 1e-15, 3e-15, 5e-15},
	    {"Mavro", nist_mavro, 50, 0, 2.001856, 0.000429123454003053, 0.937989183438248, 1e-15,
	     2e-13, 2e-13},
	    {"Michelso", nist_michelso, 100, 0, 299.8524, 0.0790105478190518, 0.535199668621283,
	     1e-15, 2e-13, 2e-13},
	    {"NumAcc1", nist_numacc1, 3, 0, 10000002, 1, -0.5, 0, 0, 0},
	    {"NumAcc2", NULL, NUMACC_N, 1, 1.2, 0.1, -0.999, 1e-15, 2e-15, 2e-15},
	    {"NumAcc3", NULL, NUMACC_N, 1e6, 1000000.2, 0.1, -0.999, 1e-15, 1e-9, 1e-9},
	    {"NumAcc4", NULL, NUMACC_N, 1e7, 10000000.2, 0.1, -0.999, 1e-15, 1e-8, 1e-8},
	};

	for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
		const double *x = sets[i].x ? sets[i].x : numacc(sets[i].base);
		struct moments m = moments_of(x, sets[i].n);

		check_int(m.n, sets[i].n);
		check_close(m.mean, sets[i].mean, sets[i].mean_error, sets[i].name);
		check_close(moments_sd(m), sets[i].sd, sets[i].sd_error, sets[i].name);
		check_close(moments_lag1(x, sets[i].n), sets[i].lag1, sets[i].lag1_error,
			    sets[i].name);
	}
	check_int(sizeof(nist_lew) / sizeof(nist_lew[0]), 200);
	check_int(sizeof(nist_lottery) / sizeof(nist_lottery[0]), 218);
	check_int(sizeof(nist_mavro) / sizeof(nist_mavro[0]), 50);
	check_int(sizeof(nist_michelso) / sizeof(nist_michelso[0]), 100);
}

Test(moments, of_none_one_and_two_values)
{
	static const double x[] = {3, 5};
	struct moments none = moments_of(x, 0), one = moments_of(x, 1), two = moments_of(x, 2);

	check_nan(none.mean, "mean of none");
	check_nan(none.variance, "variance of none");
	check_nan(none.min, "min of none");
	check_close(one.mean, 3, 0, "mean of one");
	check_nan(one.variance, "variance of one");
	check_close(two.mean, 4, 0, "mean of two");
	check_close(two.variance, 2, 0, "variance of two");
	check_close(two.min, 3, 0, "min");
	check_close(two.max, 5, 0, "max");
	check_nan(moments_lag1(x, 0), "lag 1 of none");
	check_nan(moments_lag1(x, 1), "lag 1 of one");
	check_close(moments_lag1(x, 2), -0.5, 0, "lag 1 of two");
}

/* 0.1 three times has a rounded mean that is not 0.1 unless care is taken. */
Test(moments, of_equal_values_have_no_spread)
{
	static const double x[] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, zeros[] = {0, 0, 0};

	for (size_t n = 2; n <= 7; n++) {
		struct moments m = moments_of(x, n);
		check_close(m.mean, 0.1, 0, "mean");
		check_close(m.variance, 0, 0, "variance");
	}
	check_close(moments_of(zeros, 3).mean, 0, 0, "mean of zeros");
	check_close(moments_of(zeros, 3).variance, 0, 0, "variance of zeros");
	check_nan(moments_lag1(zeros, 3), "lag 1 of zeros");
}

Test(moments, follow_shift_scale_and_permutation)
{
	double shifted[100], scaled[100], reversed[100];
	struct moments m = moments_of(nist_michelso, 100);

	for (size_t i = 0; i < 100; i++) {
		shifted[i] = nist_michelso[i] + 1024;
		scaled[i] = nist_michelso[i] * -8;
		reversed[i] = nist_michelso[99 - i];
	}
	check_close(moments_of(shifted, 100).mean, m.mean + 1024, 1e-15, "shifted mean");
	check_close(moments_of(shifted, 100).variance, m.variance, 1e-11, "shifted variance");
	check_close(moments_of(scaled, 100).mean, m.mean * -8, 0, "scaled mean");
	check_close(moments_of(scaled, 100).variance, m.variance * 64, 0, "scaled variance");
	check_close(moments_of(scaled, 100).min, m.max * -8, 0, "scaled min");
	check_close(moments_of(reversed, 100).mean, m.mean, 1e-16, "permuted mean");
	check_close(moments_of(reversed, 100).variance, m.variance, 1e-15, "permuted variance");
	check_close(moments_lag1(reversed, 100), moments_lag1(nist_michelso, 100), 1e-12,
		    "reversed lag 1");
	check_close(moments_lag1(scaled, 100), moments_lag1(nist_michelso, 100), 1e-14,
		    "scaled lag 1");
}

Test(moments, pooled_are_those_of_the_whole)
{
	struct moments whole = moments_of(nist_lew, 200);
	static const size_t cuts[] = {0, 1, 2, 77, 199, 200};

	for (size_t i = 0; i < sizeof(cuts) / sizeof(cuts[0]); i++) {
		struct moments m = moments_pool(moments_of(nist_lew, cuts[i]),
						moments_of(nist_lew + cuts[i], 200 - cuts[i]));
		check_close(m.n, 200, 0, "n");
		check_close(m.mean, whole.mean, 1e-14, "mean");
		check_close(m.variance, whole.variance, 1e-14, "variance");
		check_close(m.min, whole.min, 0, "min");
		check_close(m.max, whole.max, 0, "max");
	}
}

Test(moments, pooled_with_none_are_those_of_the_other)
{
	struct moments none = moments_of(nist_lew, 0), one = moments_of(nist_lew, 1);
	struct moments two = moments_pool(one, moments_of(nist_lew + 1, 1));

	check_close(moments_pool(none, none).n, 0, 0, "n of none");
	check_nan(moments_pool(none, none).mean, "mean of none");
	check_close(moments_pool(none, one).mean, nist_lew[0], 0, "mean of one");
	check_nan(moments_pool(one, none).variance, "variance of one");
	check_close(two.variance, moments_of(nist_lew, 2).variance, 1e-15, "variance of two ones");
}
