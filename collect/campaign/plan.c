/* Shuffles each block by itself. */
#include "collect/campaign/plan.h"

#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/base/scatter.h"

/* Fisher and Yates' shuffle as Durstenfeld (1964) has it. The modulo prefers small numbers by less
 * than n in 2^64. */
static void
shuffle_block(size_t *commit, size_t n, uint64_t *state)
{
	for (size_t i = n; i > 1; i--) {
		size_t j = (size_t)(scatter(*state) % i);
		size_t swapped = commit[j];
		commit[j] = commit[i - 1];
		commit[i - 1] = swapped;
		*state += SCATTER_STEP;
	}
}

void
plan_make(size_t n_commits, size_t n_blocks, bool shuffle, uint64_t seed, struct plan *out)
{
	out->n_commits = n_commits;
	out->n_blocks = n_blocks;
	out->commit = mem_alloc(n_commits * n_blocks, sizeof(*out->commit));
	for (size_t block = 0; block < n_blocks; block++) {
		size_t *row = out->commit + block * n_commits;

		for (size_t i = 0; i < n_commits; i++)
			row[i] = i;
		if (shuffle)
			shuffle_block(row, n_commits, &seed);
	}
}

void
plan_free(struct plan *plan)
{
	free(plan->commit);
	plan->commit = NULL;
}

size_t
plan_place(const struct plan *plan, size_t block, size_t commit)
{
	size_t place = 0;

	while (plan->commit[block * plan->n_commits + place] != commit)
		place++;
	return place;
}
