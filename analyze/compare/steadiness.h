/* Compares the jitter within runs: one log CV a run, Welch's test over the runs. */
#ifndef ANALYZE_COMPARE_STEADINESS_H
#define ANALYZE_COMPARE_STEADINESS_H

#include <stddef.h>

struct group;
struct row;

enum { STEADINESS_RUNS_MIN = 3 };

/* Fills the jitter_* fields of a row for metric number i, all but what needs the correction for
 * many tests: jitter_verdict is left JITTER_UNDECIDED where there is a p, JITTER_UNKNOWN where runs
 * or samples are too few for one, JITTER_NONE where the metric has no samples on either side. */
void steadiness_fill(struct row *row, const struct group *base, const struct group *group,
		     size_t i);

#endif
