/* How many runs a comparison needs. */
#ifndef ANALYZE_STATISTICS_POWER_H
#define ANALYZE_STATISTICS_POWER_H

/* The runs a side, not rounded, at which a two-sided t-test of level alpha sees a difference of
 * effect standard deviations with this power: the exact solution by the non-central t, counting
 * the rejections in the effect's own direction, as R's power.t.test does. At least 2; infinite when
 * effect is not above 0 or when more than ten million would be needed. */
double power_runs(double effect, double alpha, double power);

#endif
