/* The ways to split n runs into two halves. */
#ifndef ANALYZE_SELFCHECK_HALVES_H
#define ANALYZE_SELFCHECK_HALVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct halves {
	size_t n, first; /* runs, and how many of them are in the first half: n / 2 */
	bool all;        /* every way comes once, one half being as good as the other; else at
			  * random */
	size_t total;    /* splits that there will be */
	size_t done;
	uint64_t state;
	size_t *order; /* the runs of the first half, then those of the second */
};

enum { HALVES_SEED = 1 };

/* All ways to split n >= 2 runs, or most of them at random, always the same ones, where there are
 * more. The first split is that of the earlier runs against the later ones. Free it. */
void halves_init(struct halves *halves, size_t n, size_t most);
void halves_free(struct halves *halves);

/* Makes out the next split into order; false when there is none. */
bool halves_next(struct halves *halves);

#endif
