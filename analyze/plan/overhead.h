/* What a run costs beside its measured part. */
#ifndef ANALYZE_PLAN_OVERHEAD_H
#define ANALYZE_PLAN_OVERHEAD_H

struct store;

/* Seconds from the end of a run's measured part to the beginning of the next run, by meta.start and
 * runtime, for one test: where a run has several tests, they share the time. The median over all
 * runs that have a next one in the same session, so that neither a pause nor the building of a
 * commit counts. NaN where no two runs say when they began. */
double overhead_seconds(const struct store *store);

#endif
