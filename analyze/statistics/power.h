/* How many runs a comparison needs, and what a number of runs can see: the power of Student's
 * two-sided t-test for two sides of equal size, exactly by the non-central t distribution, counting
 * the rejections in the effect's own direction, as R's power.t.test does. */
#ifndef ANALYZE_STATISTICS_POWER_H
#define ANALYZE_STATISTICS_POWER_H

/* The chance that the test of level alpha sees a difference of effect standard deviations with this
 * many runs a side (at least 2; need not be whole). NaN where an argument makes no sense. */
double power_of(double runs, double effect, double alpha);

/* The runs a side, not rounded, at which the test of level alpha sees a difference of effect
 * standard deviations with this power. At least 2; infinite when effect is not above 0 or when more
 * than ten million would be needed. */
double power_runs(double effect, double alpha, double power);

/* The difference, in standard deviations of one run, that this many runs a side see with this
 * power. NaN with fewer than 2 runs, or where nothing below a million standard deviations would be
 * seen. */
double power_effect(double runs, double alpha, double power);

#endif
