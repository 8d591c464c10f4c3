/* How standard errors are had. Expected values: R 4.2.2, where not said otherwise; the data are our
 * own. */
#include "analyze/grade/grade.h"

#include "analyze/grade/block.h"
#include "analyze/grade/session.h"
#include "collect/base/mem.h"
#include "tests/unit/check.h"

static const double a5[] = {4.61, 4.59, 4.63, 4.60, 4.64}, b5[] = {4.58, 4.55, 4.60, 4.57, 4.62};
static const int number[] = {0, 1, 2, 3, 4, 5, 6, 7};

static struct grade_side
side(const double *x, size_t n)
{
	return (struct grade_side){.x = x, .n = n};
}

static void
check_test(struct grade_result result, enum grade grade, double t, double df, double p, double low,
	   double high, const char *name)
{
	check_text(grade_name[result.grade], grade_name[grade]);
	check_close(result.difference.t, t, 1e-11, name);
	check_close(result.difference.df, df, 1e-11, name);
	check_close(result.difference.p, p, 1e-10, name);
	check_close(result.difference.low, low, 1e-10, name);
	check_close(result.difference.high, high, 1e-9, name);
}

/* t.test(b, a). */
Test(grade, alone_is_welch)
{
	struct grade_side a = side(a5, 5), b = side(b5, 5);

	check_test(grade_test(&a, &b, NULL, NULL, false), GRADE_WELCH, -1.96959649289585581,
		   7.49846753970464874, 0.08680655696231528, -0.06553716131542323,
		   0.00553716131542273, "welch");
}

/* s2 = (6 * 4e-4 + 8 * pooled) / 14; t, p and the interval by pt and qt at 14 df. */
Test(grade, like_cells_moderate_the_pooled_variance)
{
	const struct prior prior = {4e-4, 6, 100};
	struct grade_side a = side(a5, 5), b = side(b5, 5);
	double variance, df;

	check_test(grade_test(&a, &b, &prior, NULL, false), GRADE_MODERATED, -2.115285280566641557,
		   14, 0.052816627406542048, -0.060418403242658056, 0.000418403242657555,
		   "moderated");
	grade_pooled(&a, &b, &variance, &df);
	check_close(df, 8, 0, "df of the cell");
	check_close(variance, 0.00058, 1e-12, "by hand: (4 * 0.00043 + 4 * 0.00073) / 8");
}

/* s2 = (30 * 5e-4 + 8 * pooled) / 38 at 38 df; for single runs 5e-4 at 30 df. */
Test(grade, history_is_pooled_with_both_sides)
{
	const struct grade_history history = {.variance = 5e-4, .df = 30};
	const struct prior prior = {4e-4, 6, 100};
	struct grade_side a = side(a5, 5), b = side(b5, 5), one = side(a5, 1), other = side(b5, 1);

	check_test(grade_test(&a, &b, &prior, &history, false), GRADE_HISTORY,
		   -2.086470821458676461, 38, 0.043698809264613787, -0.059107440321116866,
		   -0.000892559678883631, "history");
	check_test(grade_test(&one, &other, &prior, &history, false), GRADE_HISTORY,
		   -0.9486832980505218, 30, 0.3503618289955855, -0.0945823256453863,
		   0.0345823256453858, "single runs");
}

/* t.test(b, a, paired = TRUE). */
Test(grade, blocks_are_a_paired_test)
{
	struct grade_side a = side(a5, 5), b = side(b5, 5);

	a.block = b.block = number;
	struct grade_result result = grade_test(&a, &b, NULL, NULL, true);
	check_test(result, GRADE_BLOCKS, -9.486832980504885882, 4, 0.000688909364939682,
		   -0.038779890330850927, -0.021220109669148866, "paired");
	check_int(result.blocks, 5);
	check_close(result.difference.sd, sqrt(5e-5 / 2), 1e-9,
		    "of one run, so that two differ so");
	/* Only whole blocks count, in whatever order they stand. */
	const double x[] = {b5[3], 9, b5[0], b5[4], b5[2], b5[1]};
	const int of_x[] = {3, 7, 0, 4, 2, 1};
	struct grade_side y = {.x = x, .block = of_x, .n = 6};
	check_test(grade_test(&a, &y, NULL, NULL, true), GRADE_BLOCKS, -9.486832980504885882, 4,
		   0.000688909364939682, -0.038779890330850927, -0.021220109669148866,
		   "whole ones");
	/* Two blocks are too few, and unknown ones are none. */
	b.n = 2;
	check_int(grade_test(&a, &b, NULL, NULL, true).grade, GRADE_WELCH);
	b.block = NULL;
	check_int(grade_test(&a, &b, NULL, NULL, true).grade, GRADE_WELCH);
}

/* The balanced nested design is the t-test of the sessions' means: t.test(tapply(y, g, mean),
 * tapply(x, g, mean), var.equal = TRUE). */
Test(grade, sessions_of_their_own_are_what_is_compared)
{
	static const double x[] = {10.1, 10.3, 9.6, 9.7, 10.9, 10.8};
	static const double y[] = {10.6, 10.5, 11.2, 11.5, 10.4, 10.3};
	static const int of_x[] = {0, 0, 1, 1, 2, 2}, of_y[] = {3, 3, 4, 4, 5, 5};
	struct grade_side a = {.x = x, .session = of_x, .n = 6};
	struct grade_side b = {.x = y, .session = of_y, .n = 6};
	struct grade_result result = grade_test(&a, &b, NULL, NULL, false);

	check_test(result, GRADE_WELCH, 1.117888591260660, 4, 0.326219494407016, -0.766553010947024,
		   1.799886344280360, "nested");
	check_close(result.sessions[0], 3, 0, "sessions");
	cr_expect(result.session_caveat == false);
	/* summary(aov(v ~ c + Error(s))): mean squares 0.640833 and 0.0141667, two runs a session.
	 */
	check_close(result.session_variance, (2.563333333333 / 4 - 0.085 / 6) / 2, 1e-11,
		    "component");
	/* The same sessions on both sides: the difference is free of them. */
	b.session = of_x;
	result = grade_test(&a, &b, NULL, NULL, false);
	check_close(result.session_variance, 0, 0, "shared");
	cr_expect(result.more_sessions == false);
	check_close(result.difference.se, sqrt(0.085 / 6 / 3), 1e-11, "within sessions");
}

/* anova(lm(v ~ c + s)) gives the mean squares; the rest by the formulas of doc/statistics.md, in
 * R. */
Test(grade, sessions_need_not_be_balanced)
{
	static const double x[] = {10.1, 10.3, 10.2, 9.6, 9.7},
			    y[] = {10.6, 10.5, 11.2, 11.5, 10.4};
	static const int of_x[] = {0, 0, 0, 1, 1}, of_y[] = {2, 2, 3, 3, 4};
	struct grade_side a = {.x = x, .session = of_x, .n = 5};
	struct grade_side b = {.x = y, .session = of_y, .n = 5};
	struct session_parts parts = session_parts_of(&a, &b);

	check_close(parts.between, 0.415, 1e-11, "between");
	check_close(parts.between_df, 3, 0, "its df");
	check_close(parts.pooled, 0.015, 1e-11, "within");
	check_close(parts.pooled_df, 5, 0, "its df");
	check_close(parts.runs, 1.8666666666666665, 1e-14, "n~");
	check_close(parts.weight, 0.88, 1e-14, "weight");
	struct grade_result result = grade_test(&a, &b, NULL, NULL, false);
	check_close(result.session_variance, 0.2142857142857145, 1e-11, "component");
	check_test(result, GRADE_WELCH, 1.949660160906242, 2.967177872895833, 0.147337169242764,
		   -0.552610770118594, 2.272610770118593, "nested");
}

/* One session against six, which are nearly the same: the mean squares between and within are
 * 3.48e-6 and 3.33e-4, V = 3.33e-4 / 3. */
Test(grade, one_session_against_several_still_tells)
{
	static const int same[] = {6, 6, 6, 6, 6, 6};
	double x[6], y[6];
	struct grade_side a = {.x = x, .session = same, .n = 6};
	struct grade_side b = {.x = y, .session = number, .n = 6};

	for (int i = 0; i < 6; i++) {
		x[i] = log(100000 + 1000 * i);
		y[i] = log(10000 + 10 * i);
	}
	struct grade_result result = grade_test(&a, &b, NULL, NULL, false);
	check_test(result, GRADE_WELCH, -220.5597144484728, 2, 2.055579260494725e-05,
		   -2.369992305058266, -2.279294568582318, "one against six");
	cr_expect(result.more_sessions);
	check_close(result.session_variance, 0, 0, "between");
}

/* Two sessions against six of one run: a part of the variance within is taken off, but the mean
 * square between sessions is far above it, so that Satterthwaite's df stand. */
Test(grade, few_sessions_against_many)
{
	static const double x[] = {10.1, 10.3, 10.2, 9.6, 9.7, 9.8},
			    y[] = {10.6, 10.4, 11.2, 11.5, 10.4, 10.9};
	static const int of_x[] = {6, 6, 6, 7, 7, 7};
	struct grade_side a = {.x = x, .session = of_x, .n = 6};
	struct grade_side b = {.x = y, .session = number, .n = 6};
	struct grade_result result = grade_test(&a, &b, NULL, NULL, false);

	check_test(result, GRADE_WELCH, 2.61588886293741, 5.826562263634462, 0.04090728005840624,
		   0.05106137202207983, 1.715605294644589, "two against six");
	check_close(result.session_variance, (0.2313888888888887 - 0.01) / (4.0 / 3), 1e-11,
		    "between");
	cr_expect(result.more_sessions);
}

Test(session, df_do_not_go_to_nothing)
{
	/* 1 / ((-0.9 / 1.3)^2 / 9 + (2.2 / 1.3)^2 / 9), and no less than 2, or 1 of 1. */
	check_close(session_df_least(-0.9, 9, 1.1, 9), 2.69203539823009, 1e-13, "1 v 10");
	check_close(session_df_least(-2.0 / 3, 2, 4.0 / 3, 2), 2, 0, "1 v 3");
	check_close(session_df_least(-0.1, 1, 0.6, 1), 1, 0, "1 v 2");
	check_close(session_df_least(0, 4, 1, 4), 0, 0, "nothing is taken off");
	check_close(session_df_least(0.5, 4, 0.5, 4), 0, 0, "nothing is taken off");
	cr_expect(session_df_least(-1e300, 1, 1.1e300, 9) >= 2);
	cr_expect(session_df_least(-1e308, 1, 1.1e308, 9) >= 2, "beyond what numbers hold");
}

/* V = pooled * 2 / 5 + 2 * 3e-4, df by Satterthwaite from 38 and 7. */
Test(grade, history_knows_what_one_session_each_cannot)
{
	static const int first[] = {0, 0, 0, 0, 0}, second[] = {1, 1, 1, 1, 1};
	const struct grade_history history = {.variance = 5e-4,
					      .df = 30,
					      .session_variance = 3e-4,
					      .session_df = 7},
				   blind = {.variance = 5e-4, .df = 30};
	struct grade_side a = {a5, first, NULL, 5, 0}, b = {b5, second, NULL, 5, 0};
	struct grade_result result = grade_test(&a, &b, NULL, &history, false);

	check_test(result, GRADE_HISTORY, -1.0562222436471249, 12.3840784548975886,
		   0.3110365323699930, -0.0916728684230621, 0.0316728684230616, "sessions");
	cr_expect(result.session_caveat == false);
	cr_expect(result.more_sessions);
	cr_expect(grade_test(&a, &b, NULL, NULL, false).more_sessions == false);
	cr_expect(grade_test(&a, &b, NULL, &blind, false).session_caveat == true);
	cr_expect(grade_test(&a, &b, NULL, NULL, false).session_caveat == true);
	b.session = first;
	cr_expect(grade_test(&a, &b, NULL, NULL, false).session_caveat == false);
	/* A session for each run is in the runs' own spread. */
	a.session = number;
	b.session = (const int[]){5, 6, 7, 8, 9};
	result = grade_test(&a, &b, NULL, NULL, false);
	check_close(result.difference.p, 0.08680655696231528, 1e-10, "welch");
	cr_expect(result.session_caveat == false);
	check_int(grade_test(&a, &b, NULL, &blind, false).grade, GRADE_WELCH);
	check_int(grade_test(&a, &b, NULL, &history, false).grade, GRADE_HISTORY);
}

/* One run a session before and now, as nightlies are: s2 = (30 * 5e-4 + 4 var(a)) / 34, V = s2 (1/5
 * + 1); t, p and the interval by R 4.2.2's pt and qt at 34 df. */
Test(grade, history_of_one_run_a_session)
{
	const struct grade_history history = {.variance = 5e-4, .df = 30, .total = true};
	static const double night[] = {4.50};
	static const int its[] = {5}, same[] = {4};
	struct grade_side a = {a5, number, NULL, 5, 0}, b = {night, its, NULL, 1, 0};
	struct grade_result result = grade_test(&a, &b, NULL, &history, false);

	check_test(result, GRADE_HISTORY, -4.692837869853085, 34, 4.2822064838085e-05,
		   -0.1633679689107759, -0.06463203108922383, "a night");
	cr_expect(grade_one_run_a_session(&a, &b) == true);
	a.n = 1;
	cr_expect(grade_test(&a, &b, NULL, &history, false).session_caveat == false);
	check_int(grade_test(&a, &b, NULL, &history, false).grade, GRADE_HISTORY);
	/* Within a session runs vary less than that. */
	a.n = 5;
	b.session = same;
	check_int(grade_test(&a, &b, NULL, &history, false).grade, GRADE_NONE);
	cr_expect(grade_one_run_a_session(&a, &b) == false);
	a.session = b.session = NULL;
	check_int(grade_test(&a, &b, NULL, &history, false).grade, GRADE_NONE);
}

/* var.test of 1 .. 5 and ten times that: p = 0.00058. */
Test(grade, what_varies_otherwise_is_not_pooled)
{
	static const double even[] = {1, 2, 3, 4, 5}, wide[] = {10, 20, 30, 40, 50};
	const struct grade_history history = {.variance = 2.5, .df = 30},
				   few = {.variance = 2.5, .df = 9};
	const struct prior prior = {2.5, 6, 100}, none = {NAN, NAN, NAN};
	struct grade_side a = side(even, 5), b = side(wide, 5);

	check_int(grade_test(&a, &b, &prior, NULL, false).grade, GRADE_WELCH);
	check_int(grade_test(&a, &b, &prior, &history, false).grade, GRADE_WELCH);
	check_int(grade_test(&a, &a, &prior, &few, false).grade, GRADE_MODERATED);
	check_int(grade_test(&a, &a, &none, &few, false).grade, GRADE_WELCH);
}

Test(grade, floors_hold_in_every_grade)
{
	static const double same[] = {5, 5, 5, 5};
	const struct grade_history history = {.variance = 1e-9, .df = 30};
	const struct prior prior = {1e-9, 6, 100};
	struct grade_side a = {same, NULL, number, 4, 0.08}, b = a;
	const struct grade_result results[] = {
	    grade_test(&a, &b, NULL, NULL, false), grade_test(&a, &b, &prior, NULL, false),
	    grade_test(&a, &b, NULL, &history, false), grade_test(&a, &b, NULL, NULL, true)};
	static const enum grade want[] = {GRADE_WELCH, GRADE_MODERATED, GRADE_HISTORY,
					  GRADE_BLOCKS};

	for (size_t i = 0; i < countof(want); i++) {
		check_int(results[i].grade, want[i]);
		check_close(results[i].difference.se, sqrt(0.08 * 2 / 4), 1e-14,
			    grade_name[want[i]]);
		check_close(results[i].difference.p, 1, 0, grade_name[want[i]]);
	}
}

Test(grade, too_little_is_no_test)
{
	static const double x[] = {1, 1, 1}, huge[] = {1e308, -1e308, 1e308};
	struct grade_side none = side(x, 0), one = side(x, 1), three = side(x, 3),
			  wild = side(huge, 3);
	const struct grade_side *const sides[] = {&none, &one, &three, &wild};

	for (size_t i = 0; i < countof(sides); i++) {
		for (size_t k = 0; k < countof(sides); k++) {
			struct grade_result r = grade_test(sides[i], sides[k], NULL, NULL, false);
			check_int(r.grade, GRADE_NONE);
			check_nan(r.difference.p, "p");
			check_int(r.blocks, 0);
			check_nan(r.sessions[0], "not known");
		}
	}
	check_close(grade_test(&one, &three, NULL, NULL, false).difference.difference, 0, 0,
		    "known");
}

/* var.test(a + b, b - a)$p.value / 2. */
Test(grade, blocks_correlate_by_sums_and_differences)
{
	struct grade_side a = side(a5, 5), b = side(b5, 5);

	a.block = b.block = number;
	struct block_parts parts = block_parts_of(&a, &b);
	check_close(block_p(block_log_ratio(&parts), 5), 0.00274681977530888 / 2, 1e-9, "p");
	b.block = NULL;
	parts = block_parts_of(&a, &b);
	check_int(parts.n, 0);
	check_nan(block_log_ratio(&parts), "no blocks");
}

Test(grade, blocks_help_only_where_sides_go_together)
{
	static const double apart[] = {4.60, 4.62, 4.57, 4.58, 4.55};
	struct grade_side a = side(a5, 5), b = side(b5, 5), c = side(apart, 5);

	a.block = b.block = c.block = number;
	const struct grade_cell together[] = {{a, b, 0, 8}, {a, b, 1, 8}};
	const struct grade_cell not [] = {{a, c, 0, 8}, {a, c, 1, 8}},
				    mixed[] = {{a, b, 0, 8}, {a, c, 0, 8}};

	cr_expect(grade_blocks_help(together, 2) == true);
	cr_expect(grade_blocks_help(not, 2) == false);
	cr_expect(grade_blocks_help(mixed, 2) == false);
	cr_expect(grade_blocks_help(together, 0) == false);
	const struct grade_cell unknown[] = {{side(a5, 5), side(b5, 5), 0, 8}};
	cr_expect(grade_blocks_help(unknown, 1) == false);
}

/* Swapping the sides turns the sign and nothing else. */
Test(grade, is_the_same_from_the_other_side)
{
	const struct grade_history history = {
	    .variance = 5e-4, .df = 30, .session_variance = 3e-4, .session_df = 7};
	const struct prior prior = {4e-4, 6, 100};
	static const int first[] = {0, 0, 1, 1, 2}, second[] = {2, 3, 3, 4, 4};
	struct grade_side a = {a5, first, number, 5, 0}, b = {b5, second, number, 5, 0};
	const struct grade_history *const histories[] = {NULL, &history};
	const struct prior *const priors[] = {NULL, &prior};

	for (int i = 0; i < 8; i++) {
		const struct grade_history *h = histories[i & 1];
		const struct prior *p = priors[i >> 1 & 1];
		struct difference d = grade_test(&a, &b, p, h, i >> 2).difference;
		struct difference e = grade_test(&b, &a, p, h, i >> 2).difference;
		check_close(d.difference, -e.difference, 1e-13, "difference");
		check_close(d.se, e.se, 1e-12, "se");
		check_close(d.df, e.df, 1e-12, "df");
		check_close(d.low, -e.high, 1e-11, "interval");
	}
}
