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
};

/* The earlier runs that may speak for one test of a comparison: those of the same test on other
 * commits that had the same job and the same fingerprint. What the sides themselves do not agree
 * in, or need not, is not held against a run: a comparison of two kernels has its history on
 * others. */
struct history {
	const struct store *store; /* of the earlier runs; NULL = there is no history */
	UT_array runs;             /* struct history_run, by commit in order of appearance */
	struct index names;        /* of batches */
	char *why;                 /* why there are none; NULL where there are */
};

/* Picks from earlier, which may be NULL, the runs for the test of groups a and b, both with runs,
 * in store. history_free frees it. */
struct history history_of(const struct store *earlier, const struct store *store,
			  const struct group *a, const struct group *b);
void history_free(struct history *history);

/* The spread of metric number i (what it is stands in metric) over those runs, within batches and
 * sessions; of logarithms where geometric, for which runs with 0 or less are left out. Between
 * sessions where the batches that were measured in several of them have HISTORY_SESSION_DF_MIN
 * degrees of freedom. */
struct grade_history history_spread(const struct history *history, const struct metric *metric,
				    size_t i, bool geometric);

enum { HISTORY_SESSION_DF_MIN = 4 };

#endif
