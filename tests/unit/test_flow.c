/* Tests over time. */
#include <math.h>

#include "collect/base/mem.h"
#include "render/chart/flow.h"
#include "tests/unit/check.h"

Test(flow, steps_double)
{
	cr_expect(flow_step(0, 1) == 0);
	cr_expect(flow_step(1, 1) == 1);
	cr_expect(flow_step(2, 1) == 2);
	cr_expect(flow_step(3, 1) == 2);
	cr_expect(flow_step(4, 1) == 3);
	cr_expect(flow_step(127, 1) == 7);
	cr_expect(flow_step(128, 1) == 8);
	cr_expect(flow_step(1e300, 1) == 8);
	cr_expect(flow_step(15, 16) == 1, "what there is is seen");
	cr_expect(flow_step(NAN, 1) == 0);
}

Test(flow, grids_keep_every_count)
{
	struct data_cell cell[] = {{0, 1, 100, 101, 5},  {0, 1, 1e9, 1.01e9, 1},
				   {1, 2, 0, 1, 2},      {1, 2, 1e300, 1.01e300, 3},
				   {9, 10, 500, 505, 7}, {50, 51, 500, 505, 4}};
	struct data_cells cells = {.cell = cell, .n = countof(cell)};
	double sum = 0, *grid = flow_grid(&cells, 10, 10, log(100), log(1000), 4);

	for (size_t i = 0; i < 40; i++)
		sum += grid[i];
	check_int((int)sum, 22);
	cr_expect(grid[0] == 5, "the lowest row, the first column");
	cr_expect(grid[3 * 10] == 1, "what is above is in the highest row");
	cr_expect(grid[1] == 2, "what is below is in the lowest");
	cr_expect(grid[2 * 10 + 9] == 11, "what is behind is in the last column");
	free(grid);
}

Test(flow, thinning_keeps_first_lowest_highest_and_last)
{
	enum { N = 10000, COLUMNS = 20 };
	struct series_point *at = mem_alloc(N, sizeof(*at));
	size_t low = 0, high = 0;

	for (size_t i = 0; i < N; i++)
		at[i] = (struct series_point){
		    .from = (double)i, .to = (double)i + 1, .value = (double)((i * 7919) % 1000)};
	at[1234].value = -5;
	at[8765].value = 5000;
	size_t n = flow_thin(at, N, COLUMNS);
	cr_expect(n <= 4 * (COLUMNS + 1), "%zu", n);
	for (size_t i = 0; i < n; i++) {
		low += at[i].value == -5;
		high += at[i].value == 5000;
		cr_expect(i == 0 || at[i].from > at[i - 1].from, "in order, none twice");
	}
	cr_expect(low == 1 && high == 1);
	cr_expect(at[0].from == 0 && at[n - 1].to == N);
	free(at);
	cr_expect(flow_thin(NULL, 0, 10) == 0);
	struct series_point one = {.from = 1, .to = 2, .value = 3};
	cr_expect(flow_thin(&one, 1, 10) == 1 && one.value == 3);
}

Test(flow, shares_above_a_limit)
{
	double low[] = {100, 200, 300}, high[] = {200, 300, 400}, upto[] = {90, 99, 100};
	struct flow_side side = {.whole = {3, low, high, upto, NAN, NAN}};

	check_close(flow_above(&side, 300), 0.01, 1e-12, "one of a hundred");
	check_close(flow_above(&side, 100), 1, 1e-12, "all");
	cr_expect(flow_above(&side, 500) == 0);
	side.whole.n = 0;
	check_nan(flow_above(&side, 1), "of none");
}
