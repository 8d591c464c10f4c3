/* Where the variance of a mean comes from when repetitions are nested, as samples within runs
 * within sessions, and how many repetitions of each are worth their time (Kalibera and Jones 2013,
 * "Rigorous benchmarking in reasonable time", sections 6 and 7). */
#ifndef ANALYZE_STATISTICS_KALIBERA_H
#define ANALYZE_STATISTICS_KALIBERA_H

#include <stddef.h>

#include "analyze/statistics/moments.h"

enum { KALIBERA_LEVELS_MAX = 4 };

/* Index 0 is the lowest level. */
struct kalibera {
	size_t levels;
	double mean; /* of the highest level's means */
	/* S_i^2: how much the means of level i spread within their parent. NaN where no parent has
	 * two of them. */
	double s2[KALIBERA_LEVELS_MAX];
	/* T_i^2 = S_i^2 - S_{i-1}^2 / r_{i-1}: what of it is the level's own. It may come out below
	 * 0, by chance: the levels below explain all that is seen, and this one adds nothing. */
	double t2[KALIBERA_LEVELS_MAX];
	double r[KALIBERA_LEVELS_MAX]; /* repetitions within a parent; their harmonic mean */
};

/* Decomposes the variance of what is described by the moments of the lowest level's parents (for
 * samples within runs: one for each run), in order. count[i] lists how many of these, then how many
 * of their parents, and so on, belong together; count[levels - 2] has one element, and for two
 * levels it is the number of runs. Where parents do not have the same number of children, their
 * means count alike all the same (unweighted means), variances are pooled by their degrees of
 * freedom, and r is the harmonic mean, which keeps T^2 unbiased for two levels. 2 <= levels <=
 * KALIBERA_LEVELS_MAX; each parent has at least one child. */
struct kalibera kalibera_of(const struct moments *parent, const size_t *const *count,
			    size_t levels);

/* How often to repeat level i in each repetition of the level above, not rounded: sqrt(c_{i+1} /
 * c_i
 * * T_i^2 / T_{i+1}^2), where c is what one repetition costs, for the level above without those
 * within it. Infinite where T_{i+1}^2 is not above 0: the level above adds nothing but its cost. At
 * least 1; NaN where something is not known. */
double kalibera_optimum(double t2, double t2_above, double cost, double cost_above);

/* The interval of mean(b) / mean(a) at this confidence, by Fieller's theorem in their form, each
 * side with its own half-width h = t S / sqrt(r): (ab -+ sqrt((ab)^2 - (a^2 - h_a^2)(b^2 - h_b^2)))
 * / (a^2 - h_a^2). NaN where a's interval includes 0 or a side has fewer than 2 values. */
void kalibera_ratio(struct moments a, struct moments b, double confidence, double *low,
		    double *high);

#endif
