/* What runs of earlier commits say about the spread of a cell. */
#ifndef ANALYZE_HISTORY_HISTORY_H
#define ANALYZE_HISTORY_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

#include "analyze/grade/grade.h"
#include "analyze/sample/store.h"

struct metric;

/* An earlier run, and the batch of which it is: one commit, and one value for each key in which the
 * sides do not agree. */
struct history_run {
	const struct run *run;
	const struct name *batch;
	size_t commit; /* its number in the store */
};

/* The earlier runs of one test that are like all sides that have the same in common, whatever
 * commits those are of. */
struct history_pick {
	UT_array key;              /* uintptr_t: the test, and what those sides have in common */
	const struct store *store; /* of the earlier runs */
	UT_array runs;             /* struct history_run, by commit in order of appearance */
	struct index names;        /* of batches */
	/* By number of the commit: how many runs there are and are alike, and in what the first one
	 * that is not differs, or NULL. */
	size_t *seen, *taken;
	char **why;
	struct index pools; /* of history_spread, by metric */
};

/* What has been picked so far: sides are many, what they have in common is mostly the same. */
struct history_memo {
	const struct store *store; /* of the earlier runs, derived */
	struct index picks;        /* struct history_pick by key */
};

void history_memo_free(struct history_memo *memo);

/* The earlier runs that may speak for one test of a comparison: those of the same test on other
 * commits that had the same job and the same fingerprint. What the sides themselves do not agree
 * in, or need not, is not held against a run: a comparison of two kernels has its history on
 * others. */
struct history {
	struct history_pick *pick; /* the memo's; NULL = there is no history */
	bool *left_out;            /* by number of the commit: it is compared itself */
	size_t runs;               /* of the pick, that are not left out */
	char *why;                 /* why there are none; NULL where there are */
};

/* Picks the runs for the test of groups a and b, both with runs, in store, which must be the same
 * in all calls with this memo; NULL = no history. history_free frees it, before the memo. */
struct history history_of(struct history_memo *memo, const struct store *store,
			  const struct group *a, const struct group *b);
void history_free(struct history *history);

/* The spread of metric number i (what it is stands in metric) over those runs, within batches and
 * sessions; of logarithms where geometric, for which runs with 0 or less are left out. Between
 * sessions where the batches that were measured in several of them have HISTORY_SESSION_DF_MIN
 * degrees of freedom. */
struct grade_history history_spread(const struct history *history, const struct metric *metric,
				    size_t i, bool geometric);

/* Frees what history_spread has kept in the pick. */
void history_pools_free(struct history_pick *pick);

enum { HISTORY_SESSION_DF_MIN = 4 };

#endif
