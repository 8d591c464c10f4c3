/* The rules from numbers to words. */
#include "analyze/compare/verdict.h"

#include "tests/unit/check.h"

Test(verdict, follows_the_rules)
{
	static const struct {
		double change, low, high, theta;
		enum better better;
		enum verdict verdict;
	} rows[] = {
	    /* The interval excludes 0 and the change matters: it depends on what is better. */
	    {-0.06, -0.08, -0.04, 0.02, BETTER_HIGHER, VERDICT_REGRESSED},
	    {-0.06, -0.08, -0.04, 0.02, BETTER_LOWER, VERDICT_IMPROVED},
	    {0.06, 0.04, 0.08, 0.02, BETTER_HIGHER, VERDICT_IMPROVED},
	    {0.06, 0.04, 0.08, 0.02, BETTER_LOWER, VERDICT_REGRESSED},
	    {0.06, 0.04, 0.08, 0.02, BETTER_NEITHER, VERDICT_SHIFTED},
	    {0.02, 0.001, 0.04, 0.02, BETTER_LOWER, VERDICT_REGRESSED},
	    /* Real, but too small to matter, though perhaps not quite. */
	    {0.015, 0.005, 0.025, 0.02, BETTER_LOWER, VERDICT_SHIFTED},
	    {-0.015, -0.025, -0.005, 0.02, BETTER_LOWER, VERDICT_SHIFTED},
	    /* Shown to be too small, with 0 in the interval or not. */
	    {0.001, -0.01, 0.012, 0.02, BETTER_LOWER, VERDICT_SAME},
	    {0.01, 0.005, 0.015, 0.02, BETTER_LOWER, VERDICT_SAME},
	    {0, -0.019, 0.019, 0.02, BETTER_NEITHER, VERDICT_SAME},
	    /* The interval holds 0 and something that matters. */
	    {0.001, -0.01, 0.02, 0.02, BETTER_LOWER, VERDICT_UNDECIDED},
	    {-0.06, -0.13, 0.01, 0.02, BETTER_HIGHER, VERDICT_UNDECIDED},
	    {-0.06, -0.13, 0, 0.02, BETTER_HIGHER, VERDICT_UNDECIDED},
	    {0, -0.5, 0.5, 0.02, BETTER_HIGHER, VERDICT_UNDECIDED},
	    /* Any change of an error count matters. */
	    {0.5, 0.1, 0.9, 0, BETTER_LOWER, VERDICT_REGRESSED},
	    {0.5, -0.1, 0.9, 0, BETTER_LOWER, VERDICT_UNDECIDED},
	    {0.5, NAN, NAN, 0.02, BETTER_LOWER, VERDICT_NONE},
	    {NAN, -1, 1, 0.02, BETTER_LOWER, VERDICT_NONE},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		enum verdict got = verdict_of(rows[i].change, rows[i].low, rows[i].high,
					      rows[i].theta, rows[i].better);
		cr_expect(got == rows[i].verdict, "row %zu: got %s, want %s", i, verdict_name[got],
			  verdict_name[rows[i].verdict]);
	}
}

/* Turning a change and its interval around turns the direction and nothing else. */
Test(verdict, is_symmetric)
{
	for (int i = 0; i < 21 * 21; i++) {
		int column = i % 21 - 10, line = i / 21;
		double change = column / 100.0, reach = line / 100.0;
		enum verdict up =
		    verdict_of(change, change - reach, change + reach, 0.03, BETTER_HIGHER);
		enum verdict down =
		    verdict_of(-change, -change - reach, -change + reach, 0.03, BETTER_LOWER);
		check_int(up, down);
	}
}

/* 17 runs see one standard deviation, says power.t.test(d = 1, power = .8): 16.71. */
Test(verdict, runs_needed)
{
	check_close(verdict_runs_needed(1, 0.05, 5), 17, 0, "one sd");
	check_close(verdict_runs_needed(1, 0.05, 17), 18, 0, "those there are did not suffice");
	check_close(verdict_runs_needed(5, 0.05, 2), 3, 0, "five sds");
	cr_expect(verdict_runs_needed(1, 0.01, 5) > 17);
	/* power.t.test(d = .1, power = .8): 1570.7. */
	cr_expect(isinf(verdict_runs_needed(0.1, 0.05, 5)));
	cr_expect(isinf(verdict_runs_needed(1, 0.05, 1000)));
	check_nan(verdict_runs_needed(0, 0.05, 5), "no threshold");
	check_nan(verdict_runs_needed(NAN, 0.05, 5), "no spread");
}

Test(verdict, jitter)
{
	static const struct {
		double ratio, low, high, p;
		enum jitter_verdict verdict;
	} rows[] = {
	    {2, 1.5, 2.6, 0.001, JITTER_MORE},     {0.5, 0.4, 0.7, 0.001, JITTER_STEADIER},
	    {2, 1.5, 2.6, 0.06, JITTER_UNDECIDED}, /* p after the correction */
	    {1.2, 1.1, 1.24, 0.001, JITTER_SAME},  {1.2, 1.1, 1.3, 0.001, JITTER_UNDECIDED},
	    {1, 0.81, 1.24, 1, JITTER_SAME},       {1, 0.79, 1.24, 1, JITTER_UNDECIDED},
	    {1.25, 1.01, 1.5, 0.05, JITTER_MORE},  {0.8, 0.7, 0.9, 0.05, JITTER_STEADIER},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		enum jitter_verdict got =
		    verdict_jitter(rows[i].ratio, rows[i].low, rows[i].high, rows[i].p);
		cr_expect(got == rows[i].verdict, "row %zu: got %s", i, jitter_verdict_name[got]);
	}
}
