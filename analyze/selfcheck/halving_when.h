/* Sessions and blocks of halves: the numbers that occasions_of would give them. */
#ifndef ANALYZE_SELFCHECK_HALVING_WHEN_H
#define ANALYZE_SELFCHECK_HALVING_WHEN_H

#include <stdbool.h>
#include <stddef.h>

#include "analyze/selfcheck/split.h"

/* When the runs of a test were measured. */
struct halving_when {
	bool *names;          /* by the run's place: it names its session; NULL = all do, or none */
	bool known;           /* of the split: runs of both halves do, so that sessions count */
	int *session, *block; /* by the run's place; NULL = not known */
	int *map;             /* from those numbers to the split's */
	size_t n_map;
	int *number[2]; /* the split's, of sessions and blocks, both halves' runs */
};

/* Of test number t, whose halves are filled in the order of time. halving_when_free frees it. */
void halving_when_init(struct halving_when *test, const struct split *split, size_t t);
void halving_when_free(struct halving_when *test);

/* Fills number and known for the split of n runs whose first half are order[0 .. first - 1]. */
void halving_when_number(struct halving_when *test, const size_t *order, size_t n, size_t first);

#endif
