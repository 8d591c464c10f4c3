/* Combinations in lexicographic order, or drawn by Fisher and Yates. */
#include "analyze/selfcheck/halves.h"

#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/engine/xorshift.h"

/* The number of ways; most + 1 where there are more. Halves of the same size can be exchanged, so
 * that the first run may stay in the first half. */
static size_t
count(size_t n, size_t most)
{
	size_t from = n % 2 ? n : n - 1, k = n % 2 ? n / 2 : n / 2 - 1;
	double ways = 1;

	for (size_t i = 1; i <= k; i++) {
		ways = ways * (double)(from - k + i) / (double)i;
		if (ways > (double)most)
			return most + 1;
	}
	return (size_t)(ways + 0.5);
}

void
halves_init(struct halves *halves, size_t n, size_t most)
{
	size_t ways = count(n, most);

	*halves = (struct halves){.n = n,
				  .first = n / 2,
				  .all = ways <= most,
				  .total = ways <= most ? ways : most,
				  .state = xorshift_seed(HALVES_SEED),
				  .order = mem_alloc(n, sizeof(*halves->order))};
	for (size_t i = 0; i < n; i++)
		halves->order[i] = i;
}

void
halves_free(struct halves *halves)
{
	free(halves->order);
	halves->order = NULL;
}

/* Puts what is not in the first half, which is ascending, behind it. */
static void
fill_second(struct halves *halves)
{
	size_t at = halves->first, taken = 0;

	for (size_t i = 0; i < halves->n; i++) {
		if (taken < halves->first && halves->order[taken] == i)
			taken++;
		else
			halves->order[at++] = i;
	}
}

/* The last of the first half's runs that can move on does, and those behind it follow it closely.
 */
static void
advance(struct halves *halves)
{
	size_t i = halves->first;

	while (halves->order[i - 1] == halves->n - halves->first + i - 1)
		i--;
	halves->order[i - 1]++;
	for (; i < halves->first; i++)
		halves->order[i] = halves->order[i - 1] + 1;
	fill_second(halves);
}

static void
draw(struct halves *halves)
{
	for (size_t i = 0; i < halves->first; i++) {
		size_t j = i + (size_t)xorshift_below(&halves->state, halves->n - i);
		size_t run = halves->order[i];
		halves->order[i] = halves->order[j];
		halves->order[j] = run;
	}
}

bool
halves_next(struct halves *halves)
{
	if (halves->done == halves->total)
		return false;
	if (halves->done++ == 0)
		return true;
	if (halves->all)
		advance(halves);
	else
		draw(halves);
	return true;
}
