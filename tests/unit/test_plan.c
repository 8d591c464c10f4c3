/* Blocks: each commit once in each, in an order that the seed alone decides. */
#include "collect/campaign/plan.h"

#include <stdint.h>

#include "tests/unit/check.h"

static void
check_blocks(const struct plan *plan)
{
	for (size_t block = 0; block < plan->n_blocks; block++) {
		unsigned long long seen = 0;

		for (size_t i = 0; i < plan->n_commits; i++)
			seen |= 1ULL << plan->commit[block * plan->n_commits + i];
		cr_assert(seen == (1ULL << plan->n_commits) - 1, "block %zu lacks a commit", block);
	}
}

Test(plan, each_block_has_each_commit_once)
{
	static const struct {
		size_t commits, blocks;
	} rows[] = {{1, 1}, {1, 5}, {2, 5}, {3, 1}, {7, 20}, {40, 3}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		for (uint64_t seed = 0; seed < 20; seed++) {
			struct plan plan;

			plan_make(rows[i].commits, rows[i].blocks, true, seed, &plan);
			check_int(plan.n_commits, rows[i].commits);
			check_int(plan.n_blocks, rows[i].blocks);
			check_blocks(&plan);
			plan_free(&plan);
		}
	}
}

Test(plan, the_seed_decides_the_order)
{
	struct plan a, b, c;

	plan_make(10, 4, true, 42, &a);
	plan_make(10, 4, true, 42, &b);
	plan_make(10, 4, true, 43, &c);
	cr_expect(memcmp(a.commit, b.commit, 40 * sizeof(*a.commit)) == 0);
	cr_expect(memcmp(a.commit, c.commit, 40 * sizeof(*a.commit)) != 0);
	plan_free(&a);
	plan_free(&b);
	plan_free(&c);
}

Test(plan, without_shuffle_the_order_is_that_of_the_commits)
{
	struct plan plan;

	plan_make(3, 2, false, 42, &plan);
	for (size_t i = 0; i < 6; i++)
		check_int(plan.commit[i], i % 3);
	plan_free(&plan);
}

/* 6000 blocks of 3 commits: each of the 6 orders is expected 1000 times, with a standard deviation
 * of 29; the seed is fixed, so the counts are too. */
Test(plan, all_orders_are_equally_likely)
{
	struct plan plan;
	int count[27] = {0}, orders = 0;

	plan_make(3, 6000, true, 7, &plan);
	for (size_t block = 0; block < 6000; block++) {
		const size_t *row = plan.commit + block * 3;
		count[row[0] * 9 + row[1] * 3 + row[2]]++;
	}
	for (size_t i = 0; i < 27; i++) {
		orders += count[i] != 0;
		cr_expect(count[i] == 0 || abs(count[i] - 1000) < 120, "order %zu: %d", i,
			  count[i]);
	}
	check_int(orders, 6);
	plan_free(&plan);
}
