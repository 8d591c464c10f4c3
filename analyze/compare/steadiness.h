/* Compares how steady the two sides of a cell are: within their runs, between them, and against
 * what earlier runs of the same cell did. Formulas: doc/statistics.md, "Jitter". */
#ifndef ANALYZE_COMPARE_STEADINESS_H
#define ANALYZE_COMPARE_STEADINESS_H

#include <stddef.h>

struct grade_history;
struct group;
struct row;
struct side;

enum {
	STEADINESS_RUNS_MIN = 3,    /* a side, for a test within runs or against history */
	STEADINESS_BETWEEN_MIN = 10 /* for one between runs */
};

/* One side of the cell: its runs, and the same as numbers. */
struct steadiness_side {
	const struct group *group;
	const struct side *side;
	const int *session; /* of each value of side, numbered from 0 without large gaps; NULL = not
			     * known, as if there were one. Only what is compared with history is
			     * taken within sessions, as that is */
};

/* Fills the jitter_* and spread_* fields of a row for metric number i, and row->jitter; all but
 * what needs the correction for many tests. jitter_verdict is left JITTER_UNKNOWN where the metric
 * has samples but runs or samples are too few, JITTER_NONE where there is nothing to judge by.
 * Metrics without samples get a verdict only where row->primary is set: each test more costs all
 * others power. history may be NULL. Notes what a reader of a rate should know of the sides. */
void steadiness_fill(struct row *row, struct steadiness_side base, struct steadiness_side side,
		     size_t i, const struct grade_history *history);

/* Fills jitter_verdict and jitter_by where the cell has a test, from row->jitter_p_holm, its p as
 * corrected over the whole comparison. */
void steadiness_decide(struct row *row);

#endif
