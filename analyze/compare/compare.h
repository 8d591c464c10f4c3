/* Compares every commit with a base: the findings of analyze compare. */
#ifndef ANALYZE_COMPARE_COMPARE_H
#define ANALYZE_COMPARE_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "analyze/metric.h"
#include "analyze/sample/store.h"

struct where;

struct compare_config {
	const struct metric_list *metrics; /* with which derive_all has succeeded */
	const char *base;                  /* a commit's name; NULL = the first one seen */
	bool force;                        /* compare tests although their job.* differ */
	const char *col; /* what the sides are where they are no commits, as --col says; NULL */
	const char *regressed; /* a commit of which later ones took something back; NULL = of three
				* commits that in the middle */
	const struct store *history; /* runs of earlier commits, derived with metrics, too; NULL */
};

/* Appends the rows (struct row, analyze/compare/row.h) of every commit against base, with their
 * verdicts: commit by commit in order of appearance, in each test by test, then one row for each
 * setting that differs. Returns the number of primary cells that regressed. */
size_t compare_rows(const struct store *store, const struct compare_config *config,
		    const struct name *base, UT_array *rows);

/* Writes one finding a cell to out, with its header: commit by commit in order of appearance, in
 * each test by test, then one row for each setting that differs; behind all of them the geometric
 * means over tests, and what later commits recovered. Sets *regressed to the number of primary
 * cells that regressed. Errors: fewer than two commits, a base or regressed commit that is not
 * there, and, with the rows written, that no test could be compared. Write errors are left to
 * ferror(out). */
bool compare_write(const struct store *store, const struct compare_config *config, FILE *out,
		   size_t *regressed, struct where *why);

#endif
