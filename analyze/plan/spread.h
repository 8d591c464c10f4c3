/* How much the runs of one metric of one test differ, and how much of that is within them. */
#ifndef ANALYZE_PLAN_SPREAD_H
#define ANALYZE_PLAN_SPREAD_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/base/list.h"
#include "collect/base/view.h"

struct metric_list;
struct name;
struct store;

/* Variances are of logarithms where all values are above 0, else of values over their commit's
 * mean. NaN = not known. */
struct spread {
	struct view unit;
	size_t commits;      /* that have the metric */
	size_t runs;         /* of the commit that has fewest */
	bool positive;       /* all values are above 0 */
	bool overloaded;     /* a latency of runs that could not keep their rate: nothing else is
			      * filled */
	bool primary;        /* it would decide a comparison of these commits */
	double variance, df; /* of a run within its commit, pooled; df = 0: no commit has two */
	double floor;        /* that measuring alone gives to it */
	double run_seconds;  /* measured part, mean over runs */
	double samples;      /* in a run: intervals of a rate, I/Os of a latency; harmonic mean */
	/* Of one sample over their mean; not of percentiles. */
	double sample_variance;
	double tau; /* how many intervals are worth one that is independent of the others */
	/* What the samples' own spread gives to a run's value; of latencies at least, as if I/Os
	 * were independent. */
	double sampling;
	double run_variance; /* of rates: what is left of the variance, Kalibera and Jones's T^2 */
};

/* The runs of one test on all commits that were asked for the same. */
struct spread_test {
	UT_array groups; /* const struct group *, whose job.* are those of the first one */
	size_t left_out; /* commits with others */
	char *params;    /* as setting_params has them; NULL where no commit has the test */
};

struct spread_test spread_test_of(const struct store *store, const struct name *test);
void spread_test_free(struct spread_test *test);

/* Of metric number i. */
struct spread spread_of(const struct store *store, const struct metric_list *metrics,
			const struct spread_test *test, size_t i);

#endif
