/* From numbers to words. Pure rules, no data. */
#ifndef ANALYZE_COMPARE_VERDICT_H
#define ANALYZE_COMPARE_VERDICT_H

#include "analyze/finding.h"
#include "analyze/metric.h"

/* The verdict on a change with its 95 % interval. An interval that excludes 0 makes a change of at
 * least theta regressed or improved. Else one wholly inside +-theta shows that nothing of interest
 * changed: same. Else one that excludes 0 is shifted (also beyond theta where no way is better),
 * and all others are undecided. No interval (NaN) gives none. */
enum verdict verdict_of(double change, double low, double high, double theta, enum better better);

/* Whether a verdict claims a difference, so that it must survive the correction for many tests. */
bool verdict_claims(enum verdict verdict);

/* Nobody measures more runs a side. */
enum { VERDICT_RUNS_MOST = 1000 };

/* How many runs a side would see a change with 80 % power at level alpha; change_sds is its size in
 * standard deviations of one run. More than the runs that there are, for those did not suffice.
 * Infinite above VERDICT_RUNS_MOST; NaN where change_sds is not above 0. */
double verdict_runs_needed(double change_sds, double alpha, double runs);

/* The jitter verdict on a ratio with its interval and corrected p: more jittery or steadier needs p
 * <= 0.05 and a ratio beyond 1.25; an interval within [1/1.25, 1.25] is the same. */
enum jitter_verdict verdict_jitter(double ratio, double low, double high, double p_corrected);

/* The level of all tests, 0.05: 1 - difference_confidence, so that a p and its interval agree. */
extern const double verdict_alpha;

#endif
