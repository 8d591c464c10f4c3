/* Corrections for many tests, against R 4.2.2's p.adjust. */
#include "analyze/statistics/adjust.h"

#include "tests/unit/check.h"

enum { N = 15 };

static const double p[N] = {0.0001, 0.004, 0.019,  0.095,  0.201,  0.278, 0.298, 0.344,
			    0.459,  0.324, 0.4262, 0.5719, 0.6528, 0.759, 1};
static const double holm[N] = {0.0015, 0.056, 0.247, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
static const double bh[N] = {0.0015,
			     0.03,
			     0.095,
			     0.35625,
			     0.573333333333333,
			     0.573333333333333,
			     0.573333333333333,
			     0.573333333333333,
			     0.625909090909091,
			     0.573333333333333,
			     0.625909090909091,
			     0.714875,
			     0.753230769230769,
			     0.813214285714286,
			     1};

Test(adjust, reproduces_r)
{
	double out[N];

	adjust_holm(p, N, out);
	for (size_t i = 0; i < N; i++)
		check_close(out[i], holm[i], 1e-14, "holm");
	adjust_bh(p, N, out);
	for (size_t i = 0; i < N; i++)
		check_close(out[i], bh[i], 1e-14, "bh");
}

Test(adjust, does_not_depend_on_the_order_and_works_in_place)
{
	double turned[N];

	for (size_t i = 0; i < N; i++)
		turned[i] = p[N - 1 - i];
	adjust_holm(turned, N, turned);
	for (size_t i = 0; i < N; i++)
		check_close(turned[N - 1 - i], holm[i], 1e-14, "holm");
}

Test(adjust, of_none_one_and_ties)
{
	double one[] = {0.03}, ties[] = {0.02, 0.02, 0.02}, zeros[] = {0, 1, 0}, out[3];

	adjust_holm(NULL, 0, NULL);
	adjust_bh(NULL, 0, NULL);
	adjust_holm(one, 1, out);
	check_close(out[0], 0.03, 0, "holm of one");
	adjust_bh(one, 1, out);
	check_close(out[0], 0.03, 0, "bh of one");
	adjust_holm(ties, 3, out);
	check_close(out[0], 0.06, 1e-15, "holm of ties");
	check_close(out[2], 0.06, 1e-15, "holm of ties");
	adjust_bh(ties, 3, out);
	check_close(out[0], 0.02, 1e-15, "bh of ties");
	/* A p of 0 stays 0 however many there are, and one of 1 stays 1. */
	for (int holm_or_bh = 0; holm_or_bh < 2; holm_or_bh++) {
		(holm_or_bh ? adjust_bh : adjust_holm)(zeros, 3, out);
		check_close(out[0], 0, 0, "of zero");
		check_close(out[1], 1, 0, "of one");
		check_close(out[2], 0, 0, "of the other zero");
	}
}
