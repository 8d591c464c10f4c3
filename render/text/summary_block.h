/* The part of a summary that is about one test and commit. */
#ifndef RENDER_TEXT_SUMMARY_BLOCK_H
#define RENDER_TEXT_SUMMARY_BLOCK_H

#include "render/model/order.h"
#include "render/text/page.h"

/* The rows of one test and commit. */
struct summary_block {
	const struct order_row *row; /* those of the commit itself, then run by run */
	size_t n;
	size_t *run; /* where the rows of run 0 .. n_runs begin; the last is n */
	size_t n_runs;
	struct view subject;
};

enum { SUMMARY_COMMIT = -1 };

/* The row of a metric of a run (or SUMMARY_COMMIT); NULL where there is none. */
const struct finding_summary *summary_row(const struct summary_block *b, const char *metric,
					  int run);

/* The commit's own row of "read" and "iops"; NULL where there is none. */
const struct finding_summary *summary_commit_row(const struct summary_block *b,
						 const char *direction, const char *what);

/* Prints a direction's rate, its spread, and a table of the runs with their samples; iops is the
 * commit's own row. */
void summary_rates(const struct page *page, const struct summary_block *b, const char *direction,
		   const struct finding_summary *iops);

#endif
