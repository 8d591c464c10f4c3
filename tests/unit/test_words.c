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
