/* How often the runs of one commit alarm when they are compared with each other: the findings of
 * analyze selfcheck. */
#ifndef ANALYZE_SELFCHECK_SELFCHECK_H
#define ANALYZE_SELFCHECK_SELFCHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "analyze/compare/compare.h"

enum {
	SELFCHECK_RUNS_MIN = 4, /* of a test: two a side */
	SELFCHECK_SPLITS = 2000,
	SELFCHECK_SPLITS_MAX = 1000000,
};

/* Splits the runs of each commit's tests into halves, in all ways where these are no more than
 * splits, else in so many at random, compares the halves as compare_rows does, and writes, with its
 * header, a finding for each test and primary metric (with all, each metric) and one for each
 * commit. *alarms is set when some commit's primary cells alarm more often than they may. config's
 * base is not used. Error: no test has SELFCHECK_RUNS_MIN runs of one commit. Write errors are left
 * to ferror(out). */
bool selfcheck_write(const struct store *store, const struct compare_config *config, size_t splits,
		     bool all, FILE *out, bool *alarms, struct where *why);

/* Whether so many splits with an alarm are more than the level of all tests, verdict_alpha, allows:
 * by the binomial test at 0.01. Splits share runs and so are no independent trials; but for runs
 * that can be exchanged their rate differs less from one commit to another than that of independent
 * ones would. Where one alarm is already more than the level, nothing can be said: false. */
bool selfcheck_too_often(double alarms, double splits);

#endif
