/* One latency of one test on both sides as whole distributions, and the rows that say how they
 * differ. */
#ifndef ANALYZE_COMPARE_DISTRIBUTION_H
#define ANALYZE_COMPARE_DISTRIBUTION_H

#include <stdbool.h>
#include <stddef.h>

#include "analyze/finding.h"
#include "analyze/sample/store.h"
#include "analyze/statistics/quantile.h"
#include "analyze/statistics/split.h"

enum { DISTRIBUTION_QUANTILES = 13 };

/* What is known of the pair. */
struct distribution {
	struct finding_shift row[DISTRIBUTION_QUANTILES];
	char *note[DISTRIBUTION_QUANTILES]; /* of the rows; distribution_free frees them */
	struct split_test split;
	/* Where the shape moved most: by how much a quantile's change, a ratio's logarithm, differs
	 * from the median's. Thin tails do not count. */
	double moved, moved_at;
};

/* Makes out what n histograms behind n_base ones of the base say; all have a shape (shape_exists).
 * names are those of the rows, in which test, params, metric, unit, base and commit are filled.
 * shape, and what depends on all tests of the comparison, are left to distribution_decide. */
void distribution_compare(const struct quantile_buckets *run, size_t n_base, size_t n,
			  const struct finding_shift *names, struct distribution *out);

/* The same of the groups' runs that have buckets of metric ("read.lat") with values in them. False
 * where a side has none. */
bool distribution_of(const struct store *store, const struct group *base, const struct group *group,
		     const char *metric, const struct finding_shift *names,
		     struct distribution *out);
void distribution_free(struct distribution *d);

/* Fills shape in all rows of n distributions, and what there is to say of it in their first ones:
 * "changed" needs p <= 0.05 after Holm's correction over the tests that can have such a p at all,
 * and a quantile that moved 2 % against the median, more than buckets can feign. */
void distribution_decide(struct distribution *const *d, size_t n);

#endif
