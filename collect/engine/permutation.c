/* Orders: the shape of the network, and its keys. */
#include "collect/engine/permutation.h"

#include <math.h>

static void
set_keys(struct permutation *p)
{
	uint64_t base = scatter(p->seed + p->pass * SCATTER_STEP);

	for (unsigned i = 0; i < PERMUTATION_ROUNDS; i++)
		p->key[i] = scatter(base ^ i);
}

/* The least number whose square is n or more. */
static uint64_t
root_up(uint64_t n)
{
	uint64_t root = (uint64_t)sqrt((double)n);

	while (root * root < n)
		root++;
	while ((root - 1) * (root - 1) >= n)
		root--;
	return root;
}

void
permutation_init(struct permutation *p, uint64_t n, uint64_t seed)
{
	*p = (struct permutation){.n = n, .seed = seed};
	p->rows = root_up(n);
	p->columns = (n + p->rows - 1) / p->rows;
	set_keys(p);
}

void
permutation_turn(struct permutation *p)
{
	p->row = 0;
	p->column = 0;
	p->pass++;
	set_keys(p);
}

uint64_t
permutation_of(const struct permutation *p, uint64_t i)
{
	do
		i = permutation_mix(p, i / p->columns, i % p->columns);
	while (i >= p->n);
	return i;
}
