/* Jitter within runs, between them, and against history. Values from R 4.2.2 as said beside them,
 * of the numbers that stand here. */
#include "analyze/compare/steadiness.h"

#include <float.h>

#include "analyze/compare/row.h"
#include "analyze/grade/grade.h"
#include "analyze/sample/derive.h"
#include "analyze/sample/side.h"
#include "tests/unit/check.h"

enum { RUNS_MAX = 10 };

/* One side of a cell, from numbers. */
struct bench {
	struct group group;
	struct run run[RUNS_MAX];
	struct derived derived[RUNS_MAX];
	const struct derived *one[RUNS_MAX]; /* points there, for the one metric */
	struct jitter jitter[RUNS_MAX];
	struct side side;
	const int *session;
};

/* n runs with these values, without samples. */
static struct bench *
bench_new(const double *value, size_t n)
{
	struct bench *bench = calloc(1, sizeof(*bench));

	list_init(&bench->group.runs, &ut_ptr_icd);
	for (size_t r = 0; r < n; r++) {
		struct run *run = &bench->run[r];
		bench->derived[r] =
		    (struct derived){.value = value[r], .unit = view_of("iops"), .floor = 1.0 / 12};
		bench->one[r] = &bench->derived[r];
		run->derived = &bench->one[r];
		list_push(&bench->group.runs, &run);
	}
	bench->side = side_of(&bench->group, 0);
	return bench;
}

/* Gives run r intervals, so many that their sampling is no matter, whose CV is cv, and step_cv by
 * steps. */
static void
give_jitter(struct bench *bench, size_t r, double cv, double step_cv)
{
	bench->jitter[r] = (struct jitter){
	    .n = 1e9, .log_cv = {log(cv), log(step_cv)}, .third = {1, 1, 1}, .drift_p = 1};
	bench->derived[r].jitter = &bench->jitter[r];
}

/* Lets the run rise by half, with a p that leaves no doubt. */
static void
let_drift(struct bench *bench, size_t r)
{
	bench->jitter[r].third[1] = 1.25;
	bench->jitter[r].third[2] = 1.5;
	bench->jitter[r].drift = 0.5;
	bench->jitter[r].drift_p = 1e-6;
}

static void
bench_free(struct bench *bench)
{
	side_free(&bench->side);
	list_done(&bench->group.runs);
	free(bench);
}

static const struct metric iops = {.name = (char[]){"read.iops"}, .source = METRIC_RATE};
static const struct metric p99 = {.name = (char[]){"read.lat.p99"}, .source = METRIC_PERCENTILE};

static const double equal[] = {1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000};

static struct row
fill(const struct metric *metric, bool primary, struct bench *base, struct bench *side,
     const struct grade_history *history)
{
	struct row row = row_new();

	row.metric = metric;
	row.primary = primary;
	row.finding.base = view_of("v");
	row.finding.commit = view_of("w");
	steadiness_fill(&row, (struct steadiness_side){&base->group, &base->side, NULL},
			(struct steadiness_side){&side->group, &side->side, side->session}, 0,
			history);
	return row;
}

static struct row
fill_and_free(const struct metric *metric, bool primary, struct bench *base, struct bench *side,
	      const struct grade_history *history)
{
	struct row row = fill(metric, primary, base, side, history);

	bench_free(base);
	bench_free(side);
	return row;
}

/* CVs of three runs a side; those by steps are all alike. */
static void
three_cvs(struct bench **base, struct bench **side)
{
	static const double a[] = {0.010, 0.012, 0.011}, b[] = {0.020, 0.024, 0.023};

	*base = bench_new(equal, 3);
	*side = bench_new(equal, 3);
	for (size_t r = 0; r < 3; r++) {
		give_jitter(*base, r, a[r], 0.005 * (1 + 0.01 * (double)r));
		give_jitter(*side, r, b[r], 0.005 * (1 + 0.01 * (double)r));
	}
}

/* t.test(log(b), log(a)) and exp of its means and interval. */
Test(steadiness, within_runs_is_welchs_test_of_log_cvs)
{
	struct bench *base, *side;

	three_cvs(&base, &side);
	struct row row = fill_and_free(&iops, false, base, side, NULL);
	const struct finding_compare *f = &row.finding;
	check_close(f->jitter_base, 0.010969613104865239, 1e-13, "base");
	check_close(f->jitter, 0.022266725630419034, 1e-13, "commit");
	check_close(f->jitter_ratio, 2.029855147812214433, 1e-13, "ratio");
	check_close(f->jitter_low, 1.642575506397645047, 1e-12, "low");
	check_close(f->jitter_high, 2.508445977096090740, 1e-12, "high");
	check_close(f->jitter_p, 0.000753319517327674, 1e-11, "p");
	check_close(row.jitter.p, f->jitter_p, 0, "one test alone");
	check_text(row.jitter.by, "within");
	check_text(row.note, "");
	row.jitter_p_holm = row.jitter.p;
	steadiness_decide(&row);
	check_int(f->jitter_verdict, JITTER_MORE);
	cr_expect(view_is(f->jitter_by, "within"));
	row.jitter_p_holm = 0.06;
	steadiness_decide(&row);
	check_int(f->jitter_verdict, JITTER_UNDECIDED);
	cr_expect(view_is(f->jitter_by, ""));
	row_free(&row);
}

/* One run that drifts lets all six be measured by their steps, which are alike. */
Test(steadiness, a_drift_is_taken_out_of_both_sides)
{
	struct bench *base, *side;

	three_cvs(&base, &side);
	let_drift(side, 1);
	struct row row = fill_and_free(&iops, false, base, side, NULL);
	check_close(row.finding.jitter_ratio, 1, 1e-13, "ratio");
	check_close(row.finding.jitter_p, 1, 1e-9, "p");
	check_text(row.note, "jitter: drift taken out");
	row.jitter_p_holm = 1;
	steadiness_decide(&row);
	check_int(row.finding.jitter_verdict, JITTER_SAME);
	cr_expect(view_is(row.finding.jitter_by, "within"));
	row_free(&row);
}

/* Where the order of a run's samples is not known, its drift cannot be taken out, nor the others'.
 */
Test(steadiness, like_is_compared_with_like)
{
	struct bench *base, *side;

	three_cvs(&base, &side);
	let_drift(side, 1);
	base->jitter[2].log_cv[JITTER_BY_STEP] = NAN;
	struct row row = fill_and_free(&iops, false, base, side, NULL);
	check_close(row.finding.jitter_ratio, 2.029855147812214433, 1e-13, "ratio");
	check_text(row.note, "");
	row_free(&row);
}

Test(steadiness, few_runs_or_samples_are_unknown)
{
	struct bench *base, *side;

	three_cvs(&base, &side);
	base->jitter[0].log_cv[JITTER_BY_MEAN] = base->jitter[0].log_cv[JITTER_BY_STEP] = NAN;
	struct row row = fill_and_free(&iops, true, base, side, NULL);
	cr_expect(row.finding.jitter_ratio > 1.8);
	check_nan(row.finding.jitter_p, "p");
	check_nan(row.jitter.p, "test");
	check_int(row.finding.jitter_verdict, JITTER_UNKNOWN);
	steadiness_decide(&row);
	check_int(row.finding.jitter_verdict, JITTER_UNKNOWN);
	row_free(&row);
	row = fill_and_free(&iops, true, bench_new(equal, 3), bench_new(equal, 3), NULL);
	check_int(row.finding.jitter_verdict, JITTER_NONE);
	check_nan(row.finding.jitter_ratio, "no samples");
	row_free(&row);
	row = fill_and_free(&iops, true, bench_new(equal, 0), bench_new(equal, 1), NULL);
	check_int(row.finding.jitter_verdict, JITTER_NONE);
	check_nan(row.finding.spread, "no spread");
	row_free(&row);
}

/* var.test(log(y), log(x)) and the roots of its ratio and interval. */
Test(steadiness, spread_between_few_runs_is_the_f_test_and_decides_nothing)
{
	static const double x[] = {1000, 1010, 990, 1005, 998}, y[] = {1000, 1040, 960, 1010, 985};
	struct row row = fill_and_free(&p99, true, bench_new(x, 5), bench_new(y, 5), NULL);
	const struct finding_compare *f = &row.finding;

	check_close(f->spread_base, 0.00753718546217686, 1e-12, "base");
	check_close(f->spread, 0.02967734311628265, 1e-12, "commit");
	check_close(f->spread_ratio, 3.93745692808139669, 1e-12, "ratio");
	check_close(f->spread_low, 1.27050904132583464, 1e-11, "low");
	check_close(f->spread_high, 12.20264205622457254, 1e-11, "high");
	check_close(f->spread_p, 0.02113917182964364, 1e-10, "p");
	check_nan(row.jitter.p, "no test");
	steadiness_decide(&row);
	check_int(f->jitter_verdict, JITTER_NONE);
	row_free(&row);
}

/* anova(lm(abs(l - median of the side) ~ side)) of the logarithms l: F = 7.4496584352147739. */
Test(steadiness, between_ten_runs_brown_and_forsythe_decide)
{
	static const double x[] = {1000, 1003, 997, 1006, 994, 1009, 991, 1002, 998, 1000};
	static const double y[] = {1000, 1013, 987, 1026, 974, 1039, 961, 1007, 993, 1000};
	struct row row = fill_and_free(&iops, false, bench_new(x, 10), bench_new(y, 10), NULL);

	check_close(row.finding.spread_p, 0.0137634497120848, 1e-10, "p");
	check_close(row.finding.spread_ratio, 4.312021690078711167, 1e-12, "ratio");
	check_close(row.finding.spread_low, 2.149039344232728244, 1e-11, "low");
	row.jitter_p_holm = row.jitter.p;
	steadiness_decide(&row);
	check_int(row.finding.jitter_verdict, JITTER_MORE);
	cr_expect(view_is(row.finding.jitter_by, "between"));
	row_free(&row);
	/* The same the other way round, and with one run less. */
	row = fill_and_free(&iops, false, bench_new(y, 10), bench_new(x, 10), NULL);
	row.jitter_p_holm = row.jitter.p;
	steadiness_decide(&row);
	check_int(row.finding.jitter_verdict, JITTER_STEADIER);
	row_free(&row);
	row = fill_and_free(&iops, false, bench_new(x, 10), bench_new(y, 9), NULL);
	check_nan(row.jitter.p, "nine runs");
	row_free(&row);
}

static const double calm[] = {1000, 1010, 990}, wild[] = {1000, 1060, 950};
static const struct grade_history earlier = {.variance = 1e-4, .df = 20, .session_variance = NAN};

/* With z = log(wild), R = var(z) / 1e-4, 2 * (1 - pf(R, 2, 20)), sqrt(R / qf(.975, 2, 20)) and
 * sqrt(R / qf(.025, 2, 20)). */
Test(steadiness, history_is_an_f_test_against_a_pooled_variance)
{
	struct row row =
	    fill_and_free(&p99, true, bench_new(calm, 3), bench_new(wild, 3), &earlier);

	check_close(row.jitter.ratio, 5.48180990827313, 1e-12, "ratio");
	check_close(row.jitter.low, 2.59534695178559, 1e-11, "low");
	check_close(row.jitter.high, 34.4299171804755, 1e-11, "high");
	check_close(row.jitter.p, 1.88355705699195e-06, 1e-9, "p");
	row.jitter_p_holm = row.jitter.p;
	steadiness_decide(&row);
	check_int(row.finding.jitter_verdict, JITTER_MORE);
	cr_expect(view_is(row.finding.jitter_by, "history"));
	row_free(&row);
}

/* With an excess of 3: df 2 / (2/2 + 3/3) = 1 and 2 / (2/20 + 3/20) = 8: 2 * (1 -
 * pf(5.48180990827313^2, 1, 8)). */
Test(steadiness, heavy_tails_of_history_are_allowed_for)
{
	struct grade_history heavy = earlier;

	heavy.excess = 3;
	struct row row = fill_and_free(&p99, true, bench_new(calm, 3), bench_new(wild, 3), &heavy);
	check_close(row.jitter.ratio, 5.48180990827313, 1e-12, "ratio");
	check_close(row.jitter.p, 0.001172403635052, 1e-9, "p");
	row_free(&row);
}

/* Runs of two sessions that lie far apart are compared within them: squares of (log(1060) -
 * log(950)) / 2 and (log(530) - log(475)) / 2, twice each, over 2. */
Test(steadiness, history_is_taken_within_sessions)
{
	static const double apart[] = {1060, 530, 950, 475};
	static const int session[] = {0, 1, 0, 1}, alone[] = {2, 1, 0, 1};
	struct bench *side = bench_new(apart, 4);

	side->session = session;
	struct row row = fill_and_free(&p99, true, bench_new(calm, 3), side, &earlier);
	check_close(row.jitter.ratio, log(1060.0 / 950) / sqrt(2) / 0.01, 1e-12, "ratio");
	cr_expect(row.finding.spread > 0.3, "the spread that is told is that of all runs");
	row_free(&row);
	side = bench_new(apart, 4);
	side->session = alone;
	row = fill_and_free(&p99, true, bench_new(calm, 3), side, &earlier);
	check_nan(row.jitter.p, "one pair of runs in a session");
	row_free(&row);
}

/* A base that is as wild as the commit says that it is today that differs. So does one beyond it;
 * two runs say nothing; nor does a history of few runs; nor is every metric worth a test. */
Test(steadiness, what_history_does_not_say)
{
	static const double wilder[] = {1000, 1070, 940};
	struct grade_history few = earlier;

	few.df = 9;
	const struct {
		const char *name;
		const double *base;
		size_t n;
		const struct grade_history *history;
		bool primary;
		const struct metric *metric;
		bool test;
	} rows[] = {
	    {"as wild", wild, 3, &earlier, true, &p99, false},
	    {"wilder", wilder, 3, &earlier, true, &p99, false},
	    {"two runs", calm, 2, &earlier, true, &p99, false},
	    {"short history", calm, 3, &few, true, &p99, false},
	    {"no history", calm, 3, NULL, true, &p99, false},
	    {"not primary", calm, 3, &earlier, false, &p99, false},
	    {"any rate", calm, 3, &earlier, false, &iops, true},
	    {"primary", calm, 3, &earlier, true, &p99, true},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct row row =
		    fill_and_free(rows[i].metric, rows[i].primary, bench_new(rows[i].base, 3),
				  bench_new(wild, rows[i].n), rows[i].history);
		cr_expect(isnan(row.jitter.p) == !rows[i].test, "%s", rows[i].name);
		cr_expect(row.finding.spread_ratio > 0, "%s", rows[i].name);
		row_free(&row);
	}
	/* One run of the base leaves history alone to speak. */
	struct row row =
	    fill_and_free(&p99, true, bench_new(calm, 1), bench_new(wild, 3), &earlier);
	cr_expect(row.jitter.p < 1e-5);
	row_free(&row);
}

/* Of two tests p is doubled, and the one that can claim something speaks. */
Test(steadiness, the_tests_of_a_cell_are_corrected)
{
	struct bench *base = bench_new(calm, 3), *side = bench_new(wild, 3);

	for (size_t r = 0; r < 3; r++) {
		give_jitter(base, r, 0.01 * (1 + 1e-4 * (double)r), 0.01);
		give_jitter(side, r, 0.011 * (1 + 1e-4 * (double)r), 0.01);
	}
	struct row row = fill_and_free(&iops, true, base, side, &earlier);
	/* Within: ten percent more beyond all doubt, but not enough to matter. */
	cr_expect(row.finding.jitter_p < 1e-7, "%g", row.finding.jitter_p);
	check_text(row.jitter.by, "history");
	check_close(row.jitter.p, 1.88355705699195e-06, 1e-9, "the larger of two p, by Holm");
	row.jitter_p_holm = row.jitter.p;
	steadiness_decide(&row);
	check_int(row.finding.jitter_verdict, JITTER_MORE);
	/* Without that claim, the samples say the same. */
	row.jitter_p_holm = 1;
	steadiness_decide(&row);
	check_int(row.finding.jitter_verdict, JITTER_SAME);
	cr_expect(view_is(row.finding.jitter_by, "within"));
	row_free(&row);
}

/* Equal runs have the spread of their rounding; nothing is 0 or infinite. */
Test(steadiness, equal_runs_have_the_spread_of_their_steps)
{
	struct row row = fill_and_free(&iops, true, bench_new(equal, 3), bench_new(equal, 3),
				       &(struct grade_history){.variance = 0, .df = 20});

	check_close(row.finding.spread, sqrt(1.0 / 12) / 1000, 1e-12, "spread");
	check_close(row.finding.spread_ratio, 1, 1e-12, "ratio");
	check_nan(row.jitter.p, "the base is no better");
	row_free(&row);
	row = fill_and_free(&iops, true, bench_new(equal, 10), bench_new(equal, 10), NULL);
	check_close(row.finding.spread_ratio, 1, 1e-12, "ratio");
	steadiness_decide(&row);
	check_int(row.finding.jitter_verdict, JITTER_NONE);
	row_free(&row);
}

Test(steadiness, zeros_and_the_ends_of_numbers)
{
	static const double zeros[] = {0, 1, 2}, ends[] = {5e-324, 1, 1e308},
			    tiny[] = {5e-324, 5e-324, 1e-320}, large[] = {1e308, 1e300, 1.7e308};
	const double *const values[] = {zeros, ends, tiny, large, calm};

	for (size_t i = 0; i < 25; i++) {
		struct row row = fill_and_free(&iops, true, bench_new(values[i / 5], 3),
					       bench_new(values[i % 5], 3), &earlier);
		cr_expect(isnan(row.jitter.p) || (row.jitter.p >= 0 && row.jitter.p <= 1));
		cr_expect(isnan(row.jitter.ratio) ||
			  (row.jitter.ratio > 0 && row.jitter.ratio <= DBL_MAX));
		if (i / 5 == 0 || i % 5 == 0)
			check_nan(row.finding.spread_ratio, "zeros have no logarithm");
		row_free(&row);
	}
}
