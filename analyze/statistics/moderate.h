/* Variances of many like cells, each known from few runs, moderated towards what they have in
 * common: empirical Bayes by a scaled inverse chi-square prior (Smyth 2004, "Linear models and
 * empirical Bayes methods for assessing differential expression in microarray experiments",
 * section 6). */
#ifndef ANALYZE_STATISTICS_MODERATE_H
#define ANALYZE_STATISTICS_MODERATE_H

#include <stddef.h>

enum { MODERATE_CELLS_MIN = 10 };

struct prior {
	double variance; /* s0^2; NaN = there is no prior: too few cells */
	double df;       /* d0; infinite where the cells' variances differ by chance alone */
	double df_sum;   /* of all cells: no moderated variance is known better than this */
};

/* Fits the prior to n cells' variances with their degrees of freedom, by moments of log variances;
 * where d0 is infinite, s0^2 is the pooled variance (weighted by df), which is then the best
 * estimate. Cells whose variance or df are not above 0, or not finite, are left out. */
struct prior moderate_fit(const double *variance, const double *df, size_t n);

/* The posterior (d0 s0^2 + d s^2) / (d0 + d), and its degrees of freedom min(d0 + d, df_sum).
 * Without a prior they are the cell's own; a cell without df has the prior's. */
double moderate_variance(const struct prior *prior, double variance, double df);
double moderate_df(const struct prior *prior, double df);

#endif
