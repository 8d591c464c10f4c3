/* Robust estimators against pragmastat's vectors, and what must hold for any data. */
#include "analyze/statistics/robust.h"

#include "collect/base/mem.h"
#include "tests/unit/check.h"
#include "tests/unit/pragmastat.h"
#include "tests/unit/pragmastat_bounds.h"

/* Its bounds are found by bisection, to some 1e-14. */
static const double error = 1e-12;

Test(robust, reproduces_pragmastat_of_one_sample)
{
	for (size_t i = 0; i < countof(pragmastat_center); i++) {
		const struct pragmastat_vector *v = &pragmastat_center[i];
		check_close(robust_center(v->x, v->n_x), v->want, error, v->name);
	}
	for (size_t i = 0; i < countof(pragmastat_spread); i++) {
		const struct pragmastat_vector *v = &pragmastat_spread[i];
		check_close(robust_spread(v->x, v->n_x), v->want, error, v->name);
	}
}

Test(robust, reproduces_pragmastat_of_two_samples)
{
	for (size_t i = 0; i < countof(pragmastat_shift); i++) {
		const struct pragmastat_vector *v = &pragmastat_shift[i];
		check_close(robust_shift(v->y, v->n_y, v->x, v->n_x), v->want, error, v->name);
	}
	for (size_t i = 0; i < countof(pragmastat_ratio); i++) {
		const struct pragmastat_vector *v = &pragmastat_ratio[i];
		check_close(robust_ratio(v->y, v->n_y, v->x, v->n_x), v->want, error, v->name);
	}
	for (size_t i = 0; i < countof(pragmastat_disparity); i++) {
		const struct pragmastat_vector *v = &pragmastat_disparity[i];
		check_close(robust_disparity(v->y, v->n_y, v->x, v->n_x), v->want, error, v->name);
	}
}

static void
check_bounds(struct robust_bounds got, const struct pragmastat_vector *want)
{
	check_close(got.low, want->low, error, want->name);
	check_close(got.high, want->high, error, want->name);
}

Test(robust, reproduces_pragmastat_bounds)
{
	for (size_t i = 0; i < countof(pragmastat_center_bounds); i++) {
		const struct pragmastat_vector *v = &pragmastat_center_bounds[i];
		check_bounds(robust_center_bounds(v->x, v->n_x, v->misrate), v);
	}
	for (size_t i = 0; i < countof(pragmastat_shift_bounds); i++) {
		const struct pragmastat_vector *v = &pragmastat_shift_bounds[i];
		check_bounds(robust_shift_bounds(v->y, v->n_y, v->x, v->n_x, v->misrate), v);
	}
	for (size_t i = 0; i < countof(pragmastat_ratio_bounds); i++) {
		const struct pragmastat_vector *v = &pragmastat_ratio_bounds[i];
		check_bounds(robust_ratio_bounds(v->y, v->n_y, v->x, v->n_x, v->misrate), v);
	}
}

Test(robust, of_none_one_and_equal_values)
{
	static const double x[] = {7, 7, 7};

	check_nan(robust_center(x, 0), "center of none");
	check_nan(robust_spread(x, 0), "spread of none");
	check_nan(robust_shift(x, 0, x, 3), "shift from none");
	check_nan(robust_ratio(x, 3, x, 0), "ratio of none");
	check_nan(robust_disparity(x, 0, x, 0), "disparity of none");
	check_nan(robust_disparity(x, 3, x, 3), "disparity without spread");
	check_close(robust_center(x, 1), 7, 0, "center of one");
	check_close(robust_spread(x, 1), 0, 0, "spread of one");
	check_close(robust_spread(x, 3), 0, 0, "spread of equal ones");
	check_close(robust_ratio(x, 3, x, 3), 1, 0, "ratio of equal ones");
}

Test(robust, ratio_asks_for_values_above_0)
{
	static const double plain[] = {1, 2, 3, 4}, zero[] = {1, 0, 3, 4}, below[] = {1, -2, 3, 4};

	check_nan(robust_ratio(plain, 4, zero, 4), "zero");
	check_nan(robust_ratio(below, 4, plain, 4), "below");
	check_nan(robust_ratio_bounds(plain, 4, zero, 4, 0.2).low, "bounds");
}

/* The outermost pairs miss with 2 / C(6, 3) = 0.1 and 2^(1 - 4) = 0.125. */
Test(robust, no_bounds_below_what_the_outermost_pairs_give)
{
	static const double x[] = {1, 2, 4, 8}, y[] = {3, 5, 9};

	check_nan(robust_shift_bounds(x, 3, y, 3, 0.0999).low, "shift below");
	check_close(robust_shift_bounds(x, 3, y, 3, 0.1).low, -1, 0, "shift at the limit: low");
	check_close(robust_shift_bounds(x, 3, y, 3, 0.1).high, 8, 0, "shift at the limit: high");
	check_nan(robust_center_bounds(x, 4, 0.1249).low, "center below");
	check_close(robust_center_bounds(x, 4, 0.125).low, 1, 0, "center at the limit: low");
	check_close(robust_center_bounds(x, 4, 0.125).high, 8, 0, "center at the limit: high");
	check_nan(robust_center_bounds(x, 1, 1).low, "center of one");
	check_nan(robust_shift_bounds(x, 0, y, 3, 1).low, "shift from none");
	check_nan(robust_shift_bounds(x, 4, y, 3, NAN).low, "no misrate");
}

Test(robust, extremes_stay_finite_where_the_answer_is)
{
	static const double wild[] = {-1e308, 1e308}, tiny[] = {5e-324, 5e-324, 1e-320};

	check_close(robust_center(wild, 2), 0, 0, "center");
	cr_expect(isinf(robust_spread(wild, 2)) != 0, "a spread of 2e308 is no double");
	/* Between 5e-324, which 3 of 6 averages are, and (5e-324 + 1e-320) / 2. */
	check_close(robust_center(tiny, 3), 2.5e-321, 2e-3, "center of denormal numbers");
	check_close(robust_ratio(tiny, 3, tiny, 3), 1, 0, "ratio of denormal numbers");
}
