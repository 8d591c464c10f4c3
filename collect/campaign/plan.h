/* In which order the commits of a campaign are measured: randomised blocks, so that a drift of the
 * machine does not fall on one commit. */
#ifndef COLLECT_CAMPAIGN_PLAN_H
#define COLLECT_CAMPAIGN_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Each commit stands once in each block. */
struct plan {
	size_t n_commits, n_blocks;
	size_t *commit; /* [block * n_commits + place] = index of a commit */
};

/* Fills out; the caller frees it with plan_free. The same numbers and seed give the same plan on
 * every machine. Without shuffle each block has the commits in their order. */
void plan_make(size_t n_commits, size_t n_blocks, bool shuffle, uint64_t seed, struct plan *out);

void plan_free(struct plan *plan);

/* The commit's place in the block, both from 0. */
size_t plan_place(const struct plan *plan, size_t block, size_t commit);

#endif
