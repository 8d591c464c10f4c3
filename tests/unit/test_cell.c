/* One metric on two sides. */
#include "analyze/compare/cell.h"

#include "analyze/grade/grade.h"
#include "analyze/sample/side.h"
#include "tests/unit/check.h"

enum { N_MAX = 8 };

static double no_floor[N_MAX];

static struct side
side(const double *value, size_t n)
{
	struct side s = {
	    .n = n, .value = (double *)(size_t)value, .floor = no_floor, .positive = true};

	for (size_t i = 0; i < n; i++)
		s.positive = s.positive && value[i] > 0;
	return s;
}

/* By the sides' own variances alone. */
static struct cell
judge(const struct side *a, const struct side *b, double theta)
{
	struct grade_side at[2] = {{.n = a->n}, {.n = b->n}};
	bool geometric = cell_geometric(a, b);
	double *x = side_scaled(a, geometric, &at[0].floor);
	double *y = side_scaled(b, geometric, &at[1].floor);

	at[0].x = x;
	at[1].x = y;
	struct grade_result result = grade_test(&at[0], &at[1], NULL, NULL, false);
	free(x);
	free(y);
	return cell_of(a, b, &result.difference, theta);
}

/* Two data sets of run means, and R 4.2.2's t.test on their logarithms: exp of the estimate and of
 * its interval, less 1. */
Test(cell, changes_are_those_of_r)
{
	static const double a3[] = {101.2, 99.8, 100.5}, b3[] = {97.1, 96.4, 98};
	static const double a5[] = {251840, 253010, 249920, 252300, 250770};
	static const double b5[] = {246900, 248100, 245350, 247700, 244980};
	const struct {
		const char *name;
		struct side a, b;
		double ratio, low, high, p;
	} rows[] = {
	    {"3 runs", side(a3, 3), side(b3, 3), 0.966826193665124, 0.950051808930411,
	     0.983896751703843, 0.00611321959648508},
	    {"5 runs", side(a5, 5), side(b5, 5), 0.980272597795801, 0.972728522406755,
	     0.987875181876805, 0.000362296836848388},
	};

	for (size_t i = 0; i < 2; i++) {
		struct cell cell = judge(&rows[i].a, &rows[i].b, 0.02);
		cr_expect(cell.geometric == true);
		check_close(cell.change, rows[i].ratio - 1, 1e-11, rows[i].name);
		check_close(cell.low, rows[i].low - 1, 1e-11, rows[i].name);
		check_close(cell.high, rows[i].high - 1, 1e-11, rows[i].name);
		check_close(cell.p, rows[i].p, 1e-9, rows[i].name);
		check_close(cell.value / cell.base_value, rows[i].ratio, 1e-13, rows[i].name);
	}
}

Test(cell, of_a_copy_has_no_change)
{
	static const double a[] = {251840, 253010, 249920, 252300, 250770};
	struct side s = side(a, 5);
	struct cell cell = judge(&s, &s, 0.02);

	check_close(cell.change, 0, 0, "change");
	check_close(cell.p, 1, 0, "p");
	check_close(cell.value, cell.base_value, 0, "value");
	cr_expect(cell.equal == false);
}

Test(cell, of_one_run_has_a_change_and_no_interval)
{
	static const double a[] = {100.1}, b[] = {90.09, 90.09};
	struct side one = side(a, 1), other = side(b, 1), two = side(b, 2);
	struct cell cell = judge(&one, &other, 0.02);

	check_close(cell.change, -0.1, 1e-14, "change");
	check_close(cell.base_value, 100.1, 0, "the value itself");
	check_nan(cell.p, "p");
	check_nan(cell.low, "low");
	check_nan(judge(&one, &two, 0.02).p, "one side");
	check_nan(judge(&two, &one, 0.02).p, "the other side");
}

Test(cell, with_zeros_takes_differences)
{
	static const double none[] = {0, 0, 0}, some[] = {3, 5, 4}, mixed[] = {0, 1, 2};
	struct side zero = side(none, 3), few = side(some, 3), mix = side(mixed, 3);
	struct cell cell = judge(&zero, &few, 0);

	cr_expect(cell.geometric == false);
	check_nan(cell.change, "a change from 0");
	check_close(cell.difference, 4, 0, "difference");
	cr_expect(cell.difference_low > 0);
	cell = judge(&mix, &few, 0.02);
	check_close(cell.change, 3, 1e-15, "a change from a mean of 1");
	check_close(cell.low, cell.difference_low, 1e-15, "as a fraction of 1");
	cell = judge(&zero, &zero, 0);
	check_close(cell.change, 0, 0, "nothing differs");
	cr_expect(cell.equal == true);
}

/* Runs that all fell on one value are known to the measurement's own variance only. */
Test(cell, floors_keep_p_above_zero)
{
	static const double a[] = {1000, 1000, 1000}, b[] = {1016, 1016, 1016};
	static double floors[N_MAX] = {20, 20, 20};
	struct side base = side(a, 3), new = side(b, 3);

	check_nan(judge(&base, &new, 0.02).p, "no floor, no test");
	base.floor = new.floor = floors;
	struct cell cell = judge(&base, &new, 0.02);
	cr_expect(cell.p > 1e-6 && cell.p < 0.05, "p is %g", cell.p);
	cr_expect(cell.low < cell.change && cell.change < cell.high);
}

/* theta in sds: log1p(0.02) over the pooled sd of the logarithms; as R's sd says for a5 and b5. */
Test(cell, knows_how_large_theta_is)
{
	static const double a[] = {M_E, M_E * M_E}, b[] = {M_E, M_E * M_E};
	struct side s = side(a, 2), t = side(b, 2);

	check_close(judge(&s, &t, 0.02).theta_sds, log1p(0.02) / sqrt(0.5), 1e-14, "theta");
}
