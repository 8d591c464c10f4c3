/* Axes and their ticks, on any double. */
#include "render/chart/scale.h"

#include <float.h>

#include "tests/unit/check.h"

Test(scale, maps_and_limits)
{
	struct scale scale = {-10, 30, 100, 500};

	check_close(scale_at(&scale, -10), 100, 0, "low");
	check_close(scale_at(&scale, 30), 500, 0, "high");
	check_close(scale_at(&scale, 0), 200, 1e-15, "inside");
	check_close(scale_at(&scale, -1e300), 100, 0, "far below");
	check_close(scale_at(&scale, INFINITY), 500, 0, "infinitely above");
	check_close(scale_at(&scale, NAN), 100, 0, "NaN");
	struct scale turned = {0, 1, 300, 100};
	check_close(scale_at(&turned, 0.25), 250, 1e-15, "turned round");
	struct scale point = {5, 5, 1, 2};
	check_close(scale_at(&point, 5), 1, 0, "no extent");
}

Test(scale, ticks_are_1_2_5_and_inside)
{
	static const struct {
		double low, high;
		size_t at_most;
		double first, step;
		size_t n;
	} cases[] = {
	    {-8.4, 6.3, 8, -8, 2, 8},
	    {0, 100, 5, 0, 50, 3},
	    {0.9, 2.1, 1, 2, 2, 1},
	    {0, 0.23, 5, 0, 0.05, 5},
	    {-3, -1, 3, -3, 1, 3},
	    {1e6, 1.1e6, 4, 1e6, 5e4, 3},
	    {-0.0004, 0.0004, 5, -4e-4, 2e-4, 5},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char name[64];
		struct ticks ticks = ticks_for(cases[i].low, cases[i].high, cases[i].at_most);

		snprintf(name, sizeof(name), "%g to %g", cases[i].low, cases[i].high);
		check_int(ticks.n, cases[i].n);
		check_close(ticks.step, cases[i].step, 1e-12, name);
		check_close(ticks_at(&ticks, 0), cases[i].first, 1e-9, name);
	}
}

Test(scale, no_ticks_where_there_is_no_range)
{
	static const struct {
		double low, high;
		size_t at_most;
	} cases[] = {{1, 1, 5},     {2, 1, 5},        {0, 1, 0},
		     {NAN, 1, 5},   {0, INFINITY, 5}, {-DBL_MAX, DBL_MAX, 5},
		     {0, 5e-324, 5}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_int(ticks_for(cases[i].low, cases[i].high, cases[i].at_most).n, 0);
	/* 1e17 and its neighbour: no whole multiple tells them apart. */
	check_int(ticks_for(1e17, 1e17 + 64, 5).n, 0);
}

Test(scale, zero_is_exact_and_decimals_tell_ticks_apart)
{
	struct ticks ticks = ticks_for(-0.3, 0.3, 7);

	check_int(ticks.n, 7);
	check_close(ticks_at(&ticks, 3), 0, 0, "zero");
	cr_expect(signbit(ticks_at(&ticks, 3)) == 0, "no negative zero");
	check_int(ticks_decimals(&ticks), 1);
	ticks = ticks_for(0, 0.05, 6);
	check_int(ticks_decimals(&ticks), 2);
	ticks = ticks_for(0, 500, 6);
	check_int(ticks_decimals(&ticks), 0);
}

/* xorshift64 (Marsaglia 2003): random bit patterns reach every exponent. */
static double
any_double(unsigned long long *state)
{
	double value;

	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	memcpy(&value, state, sizeof(value));
	return value;
}

Test(scale, holds_for_any_double)
{
	unsigned long long state = 88172645463325252ULL;

	for (int i = 0; i < 200000; i++) {
		double low = any_double(&state), high = any_double(&state);
		double value = any_double(&state);
		size_t at_most = state % 12;
		struct scale scale = {low, high, 40, 920};
		double at = scale_at(&scale, value);
		struct ticks ticks = ticks_for(low, high, at_most);

		cr_assert(at >= 40 && at <= 920, "%a on [%a, %a] stands at %a", value, low, high,
			  at);
		cr_assert(ticks.n <= at_most, "[%a, %a]: %zu ticks of %zu", low, high, ticks.n,
			  at_most);
		for (size_t t = 0; t < ticks.n; t++) {
			double tick = ticks_at(&ticks, t);
			double slack = ticks.step * 1e-9;

			cr_assert(tick >= low - slack && tick <= high + slack,
				  "tick %a is not in [%a, %a]", tick, low, high);
		}
	}
}
