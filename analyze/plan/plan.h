/* How many runs a comparison will take, and how long they should be: the findings of analyze plan.
 */
#ifndef ANALYZE_PLAN_PLAN_H
#define ANALYZE_PLAN_PLAN_H

#include <stdbool.h>
#include <stdio.h>

struct metric_list;
struct store;
struct where;

/* Fractions; NaN where a number was not given. */
struct plan_config {
	const struct metric_list *metrics; /* the list with which derive_all was called */
	double effect;                     /* to be seen; not given: each metric's theta */
	double power, alpha;               /* alpha over all tests together */
	double tests;                      /* not given: the primary cells of the input */
	double overhead;                   /* s of a run beside its measured part; not given: by
					    * when runs began */
	double sd, sample_sd; /* between runs, and of seconds within them: given in the place of an
			       * input */
	bool all;             /* metrics that are not primary, too */
};

/* Writes, with its header, one finding for each test and metric of the store. The runs of several
 * commits tell of one spread. Error: no test has two runs of one commit. Write errors are left to
 * ferror(out). */
bool plan_write(const struct store *store, const struct plan_config *config, FILE *out,
		struct where *why);

/* Writes, with its header, the finding for config's sd, which is that of runs. Where sample_sd is
 * given, too, sd is what runs differ by beyond their samples, and runs_needed are those of the best
 * length. */
void plan_write_given(const struct plan_config *config, FILE *out);

#endif
