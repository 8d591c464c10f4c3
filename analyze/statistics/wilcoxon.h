/* The null distributions of Wilcoxon's two statistics without ties: U of two samples (Mann and
 * Whitney 1947) and T of one, the sum of the ranks of positive differences. Both count pairs, so
 * their quantiles choose order statistics of pairs. Exact by counting up to the cost that is
 * stated; beyond it by the normal distribution with continuity correction. */
#ifndef ANALYZE_STATISTICS_WILCOXON_H
#define ANALYZE_STATISTICS_WILCOXON_H

#include <stdbool.h>
#include <stddef.h>

/* U is counted exactly: n_a n_b min(n_a, n_b) <= 1e7, which 215 against 215 meets. */
bool wilcoxon_u_exact(size_t n_a, size_t n_b);

/* P(U <= u), n_a, n_b >= 1; u is cut to whole pairs. */
double wilcoxon_u_cumulative(double u, size_t n_a, size_t n_b);

/* The smallest u with P(U <= u) >= p, 0 < p <= 1/2. */
size_t wilcoxon_u_quantile(double p, size_t n_a, size_t n_b);

/* The same of T for n >= 1 observations, exact up to 300 of them. */
size_t wilcoxon_t_quantile(double p, size_t n);

#endif
