/* Words that charts and texts share. */
#include "render/model/words.h"

#include <stdlib.h>

#include "tests/unit/check.h"

/* What is said of rows with these numbers of runs, base and new; the caller frees it. */
static char *
runs_of(const double (*runs)[2], size_t n)
{
	struct finding_compare f[8];
	struct comparison_row rows[8];
	struct comparison c = {.row = rows, .n_rows = n};

	for (size_t i = 0; i < n; i++) {
		f[i] = (struct finding_compare){.base_runs = runs[i][0], .runs = runs[i][1]};
		rows[i] = (struct comparison_row){.f = &f[i]};
	}
	return words_runs(&c);
}

#define check_runs(want, ...)                                                                      \
	do {                                                                                       \
		static const double runs_[][2] = {__VA_ARGS__};                                    \
		char *text_ = runs_of(runs_, sizeof(runs_) / sizeof(runs_[0]));                    \
		check_text(text_, want);                                                           \
		free(text_);                                                                       \
	} while (0)

Test(words, runs_are_those_of_the_rows)
{
	check_runs("1 + 1 run", {1, 1});
	check_runs("1 + 2 runs", {1, 2});
	check_runs("5 + 5 runs", {5, 5}, {5, 5});
}

/* Both sides' numbers belong together: 3 of one test never meet 6 of another. */
Test(words, runs_of_tests_that_have_several_numbers)
{
	check_runs("3 + 3 or 6 + 6 runs", {3, 3}, {6, 6}, {3, 3});
	check_runs("3 + 5 or 5 + 5 or 5 + 3 runs", {3, 5}, {5, 5}, {5, 3});
	check_runs("2 to 9 runs a side", {3, 3}, {2, 2}, {9, 9}, {4, 4});
	check_runs("2 to 9 + 3 to 8 runs", {3, 3}, {2, 4}, {9, 8}, {4, 4});
	check_runs("2 to 9 + 5 runs", {3, 5}, {2, 5}, {9, 5}, {4, 5});
}

Test(words, runs_of_a_side_that_lacks_a_test_do_not_count)
{
	check_runs("3 + 3 runs", {3, 3}, {0, 7}, {NAN, 2});
	check_runs("0 + 7 runs", {0, 7});
}

#define check_metric(metric, want)                                                                 \
	do {                                                                                       \
		char *text_ = words_of_metric(view_of(metric));                                    \
		check_text(text_, want);                                                           \
		free(text_);                                                                       \
	} while (0)

Test(words, metrics_are_called_by_what_they_measure)
{
	check_metric("read.iops", "read IOPS");
	check_metric("iops", "IOPS");
	check_metric("write.bw", "write bandwidth");
	check_metric("read.lat", "read latency");
	check_metric("write.clat.p99.9", "write p99.9 latency");
	check_metric("sync.lat.mean", "sync mean latency");
	check_metric("cpu.per_io", "cpu.per_io");
	check_metric("errors", "errors");
	check_metric("", "");
	check_metric(".", ".");
}

#define check_share(change_, low_, high_, want)                                                    \
	do {                                                                                       \
		char *text_ = words_share(&(struct finding_compare){                               \
		    .change = (change_), .low = (low_), .high = (high_)});                         \
		check_text(text_, want);                                                           \
		free(text_);                                                                       \
	} while (0)

Test(words, shares_have_an_interval_where_there_is_one)
{
	check_share(0.87, 0.7, 1.04, "87 % [70 %, 104 %]");
	check_share(-0.04, -0.2, 0.12, "-4 % [-20 %, 12 %]");
	check_share(0.87, NAN, NAN, "87 %");
	check_share(NAN, NAN, NAN, "an unknown share");
	check_share(1e300, -1e300, 1e300, "1e+302 % [-1e+302 %, 1e+302 %]");
}

/* What is said of rows with these grades; the caller frees it. */
static char *
grades_of(const char *const *grade, size_t n)
{
	struct finding_compare f[8];
	struct comparison_row rows[8];
	struct comparison c = {.row = rows, .n_rows = n};

	for (size_t i = 0; i < n; i++) {
		f[i] = (struct finding_compare){
		    .grade = view_of(grade[i]), .blocks = 5, .df = 20 + (double)i};
		rows[i] = (struct comparison_row){.f = &f[i]};
	}
	return words_grades(&c);
}

#define check_grades(want, ...)                                                                    \
	do {                                                                                       \
		static const char *const grades_[] = {__VA_ARGS__};                                \
		char *text_ = grades_of(grades_, sizeof(grades_) / sizeof(grades_[0]));            \
		check_text(text_, want);                                                           \
		free(text_);                                                                       \
	} while (0)

Test(words, grades_are_told_where_more_than_the_sides_was_used)
{
	check_grades("", "w", "w", "");
	check_grades("", "");
	check_grades("Standard errors: both sides' pooled and moderated by like cells [m]", "m",
		     "m");
	check_grades(
	    "Standard errors: each side's own variance [w] for 1 comparison; pooled with earlier "
	    "runs (21 to 22 degrees of freedom, earlier ones included) [h] for 2 comparisons; "
	    "differences within blocks (5 blocks) [b] for 1 comparison",
	    "w", "h", "h", "b", "");
}

#define check_bounds(low, high, want)                                                              \
	do {                                                                                       \
		char *text_ = words_bounds(low, high);                                             \
		check_text(text_, want);                                                           \
		free(text_);                                                                       \
	} while (0)

/* 1 + change as a factor: -0.996 is 1 / 250, 11 is 12 times. */
Test(words, wide_intervals_are_factors)
{
	check_bounds(-0.271, -0.234, "[-27.1, -23.4]");
	check_bounds(-0.98, 9.9, "[-98.0, +990.0]");
	check_bounds(-0.996, 0.5, "[/250, x1.5]");
	check_bounds(0.1, 11, "[x1.1, x12]");
	check_bounds(-0.75, 10999, "[/4.0, x11000]");
	check_bounds(-1, 1e308, "[x0, x1e+300]");
	check_bounds(-2, 5e6, "[x0, x5e+06]");
	check_bounds(NAN, 1, "");
	check_bounds(0, NAN, "");
}

/* What an undecided row with these numbers of runs needs; the caller frees it. */
static char *
needs_of(double needed, double for_change)
{
	return words_needs(&(struct finding_compare){
	    .theta = 0.02, .runs_needed = needed, .runs_for_change = for_change});
}

#define check_needs(needed, for_change, want)                                                      \
	do {                                                                                       \
		char *text_ = needs_of(needed, for_change);                                        \
		check_text(text_, want);                                                           \
		free(text_);                                                                       \
	} while (0)

Test(words, numbers_of_runs_that_nobody_does_are_not_told)
{
	check_needs(369, 9, "9 runs a side would show this change, 369 one of 2 %");
	check_needs(1000, NAN, "1000 runs a side would show a change of 2 %");
	check_needs(1e300, 83, "83 runs a side would show this change, over 1000 one of 2 %");
	check_needs(NAN, NAN, "");
}

/* What read.iops is called beside rows of these metrics; the caller frees it. */
static char *
called_beside(const char *metric, const char *direction)
{
	struct finding_compare f[] = {{.metric = view_of("read.iops")},
				      {.metric = view_of(metric)}};
	struct comparison_row rows[] = {{.direction = "", .f = &f[0]},
					{.direction = direction, .f = &f[1]}};
	struct comparison c = {.row = rows, .n_rows = 2};

	return words_of_metric_in(&c, view_of("read.iops"));
}

#define check_called(metric, direction, want)                                                      \
	do {                                                                                       \
		char *text_ = called_beside(metric, direction);                                    \
		check_text(text_, want);                                                           \
		free(text_);                                                                       \
	} while (0)

Test(words, a_direction_is_told_where_there_is_another)
{
	check_called("read.lat.p99", "", "IOPS");
	check_called("write.iops", "", "read IOPS");
	check_called("read.lat.p99", "read", "read IOPS");
}

/* One run a side decides something where earlier runs gave it an interval. */
Test(words, one_run_with_an_interval_is_none)
{
	struct finding_compare f = {.base_runs = 1, .runs = 1, .low = NAN, .high = NAN};
	struct comparison_row row = {.direction = "", .f = &f};
	struct comparison c = {.row = &row, .n_rows = 1};

	cr_expect(words_one_run(&c));
	f.low = -0.1;
	cr_expect_not(words_one_run(&c));
	f.low = NAN;
	f.runs = 2;
	cr_expect_not(words_one_run(&c));
}
