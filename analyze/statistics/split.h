/* Whether two sides' mean distribution functions differ by more than chance puts between runs: by
 * putting the runs on the sides in every other way, or in many (Fisher 1935; Pitman 1937). */
#ifndef ANALYZE_STATISTICS_SPLIT_H
#define ANALYZE_STATISTICS_SPLIT_H

#include <stddef.h>

enum {
	SPLIT_EXACT_MAX = 5000, /* ways to split the runs that are all tried */
	SPLIT_DRAWS = 1999,     /* that are drawn where there are more */
	SPLIT_HITS = 20,        /* as extreme as the data's that end the drawing */
};

struct split_test {
	double energy; /* shape_energy between the sides' mean curves */
	double p;
	double p_min; /* the smallest p that so many runs can have */
};

/* curve holds n_a + n_b rows of points shares at x, side a first. p is the share of the splits
 * whose energy is at least the data's, the data's own among them. Of more than SPLIT_EXACT_MAX
 * splits some are drawn at random, always the same: p = (hits + 1) / (draws + 1), or hits / draws
 * as soon as there are SPLIT_HITS (Besag and Clifford 1991): a p that will not be small is soon
 * known. NaN where a side has no run. */
struct split_test split_test(const double *x, size_t points, const double *curve, size_t n_a,
			     size_t n_b);

#endif
