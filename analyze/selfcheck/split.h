/* One commit as if it were two: a store in which each half of its runs is a commit of its own. */
#ifndef ANALYZE_SELFCHECK_SPLIT_H
#define ANALYZE_SELFCHECK_SPLIT_H

#include <stddef.h>

#include "analyze/sample/store.h"

/* Tests of one commit that have the same number of runs. */
struct split {
	struct store store;       /* its tests, commits and groups are its own, all else is
				   * borrowed: store_free must not see it */
	struct group *(*half)[2]; /* where each test's runs go */
	struct run ***run;        /* run[test][i], in that order */
	size_t n_tests, n_runs;
	struct index names;
	const struct name *name[2];
};

/* Of the commit's tests that have n runs; from must outlive it. There may be none. split_free frees
 * it. */
void split_init(struct split *split, const struct store *from, const struct name *commit, size_t n);
void split_free(struct split *split);

/* Puts the runs order[0 .. first - 1] into the first half, those behind them into the second. */
void split_fill(struct split *split, const size_t *order, size_t first);

#endif
