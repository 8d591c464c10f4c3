/* Grade b: both sides once in each block, with and without an effect of blocks. */
#include "tests/bench/simulate.h"

#include <math.h>
#include <stdio.h>

#include "analyze/compare/verdict.h"
#include "analyze/grade/grade.h"

enum { TESTS = 12 }; /* of one comparison, one cell each */

struct block_cell {
	double side[2][SIMULATE_RUNS_MAX];
	int block[SIMULATE_RUNS_MAX];
};

/* Of one number of runs: with w always, and with b where grade_blocks_help says so. */
struct block_outcome {
	struct share alarm_w, alarm_b, power_w, power_b, used;
};

/* block_sd: of what a block adds to the logarithm of the level, the same to both sides. */
static void
make_cells(struct noise_source *source, double block_sd, double effect, size_t runs,
	   struct block_cell *cell)
{
	struct noise noise = noise_usual(NOISE_PLAIN);

	for (int i = 0; i < TESTS; i++)
		for (size_t r = 0; r < runs; r++) {
			double level = block_sd * noise_normal(source);
			cell[i].block[r] = (int)r;
			cell[i].side[0][r] = noise_run_mean(source, &noise, level);
			cell[i].side[1][r] = noise_run_mean(source, &noise, level + effect);
		}
}

static void
judge_cells(struct block_cell *cell, size_t runs, struct share *w, struct share *b,
	    struct share *used)
{
	struct grade_cell cells[TESTS];

	for (int i = 0; i < TESTS; i++) {
		cells[i] = (struct grade_cell){
		    .a = {.x = cell[i].side[0], .block = cell[i].block, .n = runs},
		    .b = {.x = cell[i].side[1], .block = cell[i].block, .n = runs},
		    .test = (size_t)i};
		struct difference d =
		    grade_test(&cells[i].a, &cells[i].b, NULL, NULL, false).difference;
		cells[i].df = d.df;
		share_add(w, d.p <= verdict_alpha);
	}
	bool blocks = grade_blocks_help(cells, TESTS);
	share_add(used, blocks);
	for (int i = 0; i < TESTS; i++)
		share_add(b,
			  grade_test(&cells[i].a, &cells[i].b, NULL, NULL, blocks).difference.p <=
			      verdict_alpha);
}

static void
print_outcome(double block_sd, const struct block_outcome *out)
{
	const struct {
		const char *name;
		size_t offset;
	} row[] = {
	    {"equal, w", offsetof(struct block_outcome, alarm_w)},
	    {"equal, b where it helps", offsetof(struct block_outcome, alarm_b)},
	    {"+3 %, w", offsetof(struct block_outcome, power_w)},
	    {"+3 %, b where it helps", offsetof(struct block_outcome, power_b)},
	    {"comparisons that took b", offsetof(struct block_outcome, used)},
	};

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		printf("| %.0f %% | %s |", 100 * block_sd, row[i].name);
		for (int n = 0; n < SIMULATE_SIZES; n++)
			share_print(*(const struct share *)(const void *)((const char *)&out[n] +
									  row[i].offset));
		puts("");
	}
}

void
simulate_blocks(struct simulation *simulation)
{
	static const double sds[] = {0, 0.02, 0.04};
	struct block_cell cell[TESTS];

	puts("Randomised blocks, comparisons of 12 tests, cells called different at 5 %:\n");
	puts("| sd of blocks | rule | 3 blocks | 5 | 10 |\n|--:|---|--:|--:|--:|");
	for (size_t s = 0; s < sizeof(sds) / sizeof(sds[0]); s++) {
		struct block_outcome out[SIMULATE_SIZES] = {{.used = {0, 0}}};
		for (int i = 0; i < SIMULATE_SIZES; i++)
			for (size_t t = 0; t < simulation->trials; t++) {
				size_t runs = simulate_runs[i];
				make_cells(&simulation->source, sds[s], 0, runs, cell);
				judge_cells(cell, runs, &out[i].alarm_w, &out[i].alarm_b,
					    &out[i].used);
				make_cells(&simulation->source, sds[s], log(1.03), runs, cell);
				judge_cells(cell, runs, &out[i].power_w, &out[i].power_b,
					    &out[i].used);
			}
		print_outcome(sds[s], out);
	}
	puts("");
}
