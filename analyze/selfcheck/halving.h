/* The cells of one commit's tests as arrays, and the test of any split of them: what compare_rows
 * would find, without its rows. */
#ifndef ANALYZE_SELFCHECK_HALVING_H
#define ANALYZE_SELFCHECK_HALVING_H

#include <stdbool.h>
#include <stddef.h>

#include "analyze/compare/compare.h"
#include "analyze/compare/contrast.h"
#include "analyze/selfcheck/split.h"

/* One metric of one test. Arrays are by the place of the run in the test's order. */
struct halving_cell {
	size_t test, metric; /* numbers */
	struct view unit;
	struct grade_history history;
	bool positive;         /* all values are above 0: their logarithms are compared */
	bool equal;            /* all values are the same */
	double *value, *floor; /* NaN = the run has none */
	double *x, *x_floor;   /* the same on the scale on which they are compared */
	/* Of the split: */
	double change;    /* as a fraction of the first half; NaN where that is 0 */
	double p, p_holm; /* NaN = no test; p_holm NaN unless primary */
	enum grade grade;
	bool primary, alarm;
};

/* When the runs of a test were measured. */
struct halving_test {
	bool mixed;           /* some runs name a session, some do not: each split has its own
			       * numbers */
	int *session, *block; /* by the run's place; NULL = not known */
	int *map;             /* from those numbers to the split's */
	size_t n_map;
	int *number[2]; /* the split's, of sessions and blocks, both halves' runs */
};

struct halving {
	struct split *split;
	const struct compare_config *config;
	struct halving_test *test;
	struct halving_cell *cell; /* test by test */
	size_t n;
	bool mixed;                /* some test is */
	struct contrast *contrast; /* those of the split that can be tested */
	size_t *of;                /* the cell of each */
	double *holm;              /* p of those that are primary */
	/* What the contrasts' sides point to. */
	struct halving_buffer {
		double *x;
		int *session, *block;
	} (*buffer)[2];
};

/* Of all metrics of the split's tests that a comparison of its halves would test, whichever they
 * are. halving_free frees it. */
void halving_init(struct halving *halving, struct split *split,
		  const struct compare_config *config);
void halving_free(struct halving *halving);

/* Tests the split whose first half are the runs order[0 .. first - 1], and fills the cells. */
void halving_run(struct halving *halving, const size_t *order, size_t first);

#endif
