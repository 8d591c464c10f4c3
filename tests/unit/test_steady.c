/* The rule of steadiness: slopes and distances with known values, windows, ramps, late looks. */
#include "collect/engine/steady.h"

#include "collect/base/mem.h"
#include "tests/unit/check.h"

static const uint64_t second = 1000000000;

/* Anscombe 1973, "Graphs in statistical analysis", American Statistician 27: the sets of his
 * quartet that have x = 4 .. 14, sorted by it. He gives 0.5 as the slope of each line; the digits
 * beyond are those of R's lm. */
Test(steady, slopes_of_anscombe)
{
	static const double x[] = {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
	static const struct {
		double y[11], slope;
	} sets[] = {
	    {{4.26, 5.68, 7.24, 4.82, 6.95, 8.81, 8.04, 8.33, 10.84, 7.58, 9.96}, 0.5000909},
	    {{3.10, 4.74, 6.13, 7.26, 8.14, 8.77, 9.14, 9.26, 9.13, 8.74, 8.10}, 0.5000000},
	    {{5.39, 5.73, 6.08, 6.42, 6.77, 7.11, 7.46, 7.81, 8.15, 12.74, 8.84}, 0.4997273},
	};

	for (size_t i = 0; i < countof(sets); i++)
		check_close(steady_slope(x, sets[i].y, 11), sets[i].slope, 2e-7, "slope");
}

Test(steady, of_few_values)
{
	static const double x[] = {1, 2, 1}, y[] = {10, 13, 4}, same[] = {2, 2};

	check_nan(steady_slope(x, y, 0), "slope of none");
	check_nan(steady_slope(x, y, 1), "slope of one");
	check_close(steady_slope(x, y, 2), 3, 1e-15, "slope of two");
	check_nan(steady_slope(same, y, 2), "all at one x");
	check_nan(steady_deviation(y, 0), "deviation of none");
	check_close(steady_deviation(y, 1), 0, 0, "deviation of one");
	check_close(steady_deviation(y, 2), 1.5, 1e-15, "deviation of two");
	check_close(steady_deviation(y, 3), 5, 1e-15, "mean 9");
}

/* Adds the values a second apart until one is steady; returns how many that took, 0 = never. */
static size_t
steady_after(const struct job_steadystate *rule, const double *rate, size_t n, double *criterion)
{
	struct steady steady;
	size_t after = 0;

	steady_init(&steady, rule);
	for (size_t i = 0; i < n && !after; i++)
		after = steady_add(&steady, rate[i], 1) ? i + 1 : 0;
	*criterion = steady.criterion;
	steady_free(&steady);
	return after;
}

/* Slopes by Python's statistics.linear_regression. */
Test(steady, rules)
{
	static const double flat[] = {98, 102, 100, 101, 99},
			    rising[] = {70000, 70100, 69950, 70210, 70190,
					70300, 70280, 70420, 70410, 70500},
			    zeros[] = {0, 0, 0, 0, 0}, settling[] = {50, 80, 95, 100, 101, 99, 100};
	static const struct {
		const char *name;
		struct job_steadystate rule;
		const double *rate;
		size_t n, after;
		double criterion;
	} rows[] = {
	    {"within 2.1", {JOB_STEADY_IOPS, false, 2.1, false, 5 * second, 0}, flat, 5, 5, 2},
	    {"not below 2", {JOB_STEADY_IOPS, false, 2, false, 5 * second, 0}, flat, 5, 0, 2},
	    {"2 % of 100", {JOB_STEADY_BW, false, 2.1, true, 5 * second, 0}, flat, 5, 5, 2},
	    {"window not full", {JOB_STEADY_IOPS, false, 9, false, 6 * second, 0}, flat, 5, 0, NAN},
	    {"part of a second rounds up",
	     {JOB_STEADY_IOPS, false, 9, false, 4 * second + 1, 0},
	     flat,
	     5,
	     5,
	     2},
	    {"slope",
	     {JOB_STEADY_IOPS, true, 57, false, 10 * second, 0},
	     rising,
	     10,
	     10,
	     56.60606060606061},
	    {"slope too steep",
	     {JOB_STEADY_IOPS, true, 56, false, 10 * second, 0},
	     rising,
	     10,
	     0,
	     56.60606060606061},
	    {"slope in percent",
	     {JOB_STEADY_IOPS, true, 0.1, true, 10 * second, 0},
	     rising,
	     10,
	     10,
	     0.08059408366942965},
	    {"the window rolls",
	     {JOB_STEADY_IOPS, false, 3, false, 3 * second, 0},
	     settling,
	     7,
	     6,
	     1},
	    {"at the ramp's end all is over",
	     {JOB_STEADY_IOPS, false, 9, false, 3 * second, 3 * second},
	     settling,
	     5,
	     0,
	     NAN},
	    {"after the ramp",
	     {JOB_STEADY_IOPS, false, 9, false, 3 * second, 3 * second},
	     settling,
	     7,
	     6,
	     1},
	    {"nothing is done at all",
	     {JOB_STEADY_IOPS, false, 9, true, 5 * second, 0},
	     zeros,
	     5,
	     0,
	     NAN},
	    {"a duration of 0 is two looks",
	     {JOB_STEADY_IOPS, false, 100, true, 0, 0},
	     flat,
	     5,
	     2,
	     2},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		double criterion;
		size_t after = steady_after(&rows[i].rule, rows[i].rate, rows[i].n, &criterion);
		cr_expect(after == rows[i].after, "%s: after %zu, want %zu", rows[i].name, after,
			  rows[i].after);
		if (isnan(rows[i].criterion))
			check_nan(criterion, rows[i].name);
		else
			check_close(criterion, rows[i].criterion, 1e-9, rows[i].name);
	}
}

/* Looks that come late stand at their own place on the line: the slope by Python's
 * statistics.linear_regression. */
Test(steady, late_looks_count_by_their_time)
{
	static const double rate[] = {1000, 1010, 990, 1005, 1002},
			    seconds[] = {1, 1, 1.2, 0.6, 1.8};
	const struct job_steadystate rule = {JOB_STEADY_IOPS, true, 1e-9, false, 5 * second, 0};
	struct steady steady;

	steady_init(&steady, &rule);
	for (size_t i = 0; i < 5; i++)
		cr_expect(steady_add(&steady, rate[i], seconds[i]) == false);
	check_close(steady.criterion, 0.1864844903988184, 1e-9, "middles at 0.5 1.5 2.6 3.5 4.7");
	/* No time and no number change nothing. */
	cr_expect(steady_add(&steady, 1, 0) == false);
	cr_expect(steady_add(&steady, 1, NAN) == false);
	check_int(steady.n, 5);
	steady_free(&steady);
}

/* A duration of centuries does not ask for their memory. */
Test(steady, windows_have_a_limit)
{
	const struct job_steadystate rule = {JOB_STEADY_IOPS, false,      1,
					     false,           UINT64_MAX, UINT64_MAX};
	struct steady steady;

	steady_init(&steady, &rule);
	cr_expect(steady.window <= 1 << 20);
	cr_expect(steady_add(&steady, 1, 1e300) == false);
	steady_free(&steady);
}
