/* Block differences. Without any effect of blocks, sums and differences are independent and vary
 * alike. */
#include "analyze/grade/block.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "analyze/grade/grade.h"
#include "collect/base/mem.h"

enum { SIDES = 2 };

struct block {
	double n[SIDES], mean[SIDES];
};

static size_t
block_count(const struct grade_side *side)
{
	size_t n = 0;

	for (size_t i = 0; i < side->n; i++)
		n = (size_t)side->block[i] + 1 > n ? (size_t)side->block[i] + 1 : n;
	return n;
}

static void
add_side(struct block *block, const struct grade_side *side, int s)
{
	for (size_t i = 0; i < side->n; i++) {
		struct block *at = &block[side->block[i]];
		at->n[s]++;
		at->mean[s] += (side->x[i] - at->mean[s]) / at->n[s];
	}
}

struct block_parts
block_parts_of(const struct grade_side *a, const struct grade_side *b)
{
	struct block_parts parts = {.n = 0};

	if (!a->block || !b->block)
		return parts;
	size_t in_a = block_count(a), in_b = block_count(b), n = in_a > in_b ? in_a : in_b;
	struct block *block = mem_alloc(n + 1, sizeof(*block));
	double *difference = mem_alloc(n + 1, sizeof(*difference));
	double *sum = mem_alloc(n + 1, sizeof(*sum));

	add_side(block, a, 0);
	add_side(block, b, 1);
	for (size_t i = 0; i < n; i++) {
		if (block[i].n[0] == 0 || block[i].n[1] == 0)
			continue;
		difference[parts.n] = block[i].mean[1] - block[i].mean[0];
		sum[parts.n++] = block[i].mean[1] + block[i].mean[0];
	}
	parts.difference = moments_of(difference, parts.n);
	parts.sum = moments_of(sum, parts.n);
	free(block);
	free(difference);
	free(sum);
	return parts;
}

double
block_log_ratio(const struct block_parts *parts)
{
	if (parts->n < BLOCK_MIN || !(parts->difference.variance > 0) || !(parts->sum.variance > 0))
		return NAN;
	return log(parts->sum.variance) - log(parts->difference.variance);
}

double
block_p(double log_ratio, double n_blocks)
{
	return pf(exp(log_ratio), n_blocks - 1, n_blocks - 1, false, false);
}
