/* One commit against the base, and the rows that it gets. */
#ifndef ANALYZE_COMPARE_PAIR_H
#define ANALYZE_COMPARE_PAIR_H

#include <stdbool.h>
#include <stddef.h>

#include "analyze/compare/row.h"
#include "analyze/metric.h"
#include "analyze/sample/store.h"

struct pair {
	const struct store *store;
	const struct metric_list *metrics;
	bool force;      /* compare tests although their job.* differ */
	const char *col; /* as in compare_config */
	const struct name *base, *commit;
	UT_array *rows;              /* struct row; new ones are appended */
	const struct store *history; /* runs of earlier commits; NULL = none */
	UT_array *contrasts;         /* struct contrast: the rows that are cells to be tested */
};

/* A new row of this pair and test with nothing else filled. The caller owns it. */
struct row pair_row(const struct pair *pair, const struct name *test);

/* Appends the rows of one test: a cell a metric, or one row that says why there are none. What is
 * to be tested is appended to contrasts, too, and its row is left unfinished. */
void pair_add_test(const struct pair *pair, const struct name *test);

/* Tests the contrasts from number first on, which are all those of the pair, and finishes their
 * rows.
 */
void pair_decide(const struct pair *pair, size_t first);

/* Appends, where force is asked for, one row for each job.* key in which the two sides of a test
 * are not alike; then one for each meta.* key of the fingerprint whose values differ. Behind them
 * comes, for each test and for what holds for all, one row "meta.*" that names the keys that only
 * one side has, and one that names the options that one side's source leaves out. */
void pair_add_changes(const struct pair *pair);

#endif
