/* Medians of pairs, and order statistics of pairs as bounds. */
#include "analyze/statistics/robust.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/statistics/pairwise.h"
#include "analyze/statistics/rank.h"
#include "analyze/statistics/wilcoxon.h"
#include "collect/base/mem.h"

static double
median_of_pairs(enum pairwise_kind kind, const double *x, size_t n)
{
	double *sorted = pairwise_sorted(x, n);
	double median = pairwise_median(&(struct pairwise){.kind = kind, .a = sorted, .n_a = n});

	free(sorted);
	return median;
}

double
robust_center(const double *x, size_t n)
{
	return median_of_pairs(PAIRWISE_AVERAGE, x, n);
}

double
robust_spread(const double *x, size_t n)
{
	return n == 1 ? 0 : median_of_pairs(PAIRWISE_DISTANCE, x, n);
}

double
robust_shift(const double *a, size_t n_a, const double *b, size_t n_b)
{
	return rank_shift(a, n_a, b, n_b);
}

double
robust_disparity(const double *a, size_t n_a, const double *b, size_t n_b)
{
	if (n_a == 0 || n_b == 0)
		return NAN;
	double share = (double)n_a / ((double)n_a + (double)n_b);
	double spread = share * robust_spread(a, n_a) + (1 - share) * robust_spread(b, n_b);
	return spread > 0 ? rank_shift(a, n_a, b, n_b) / spread : NAN;
}

/* The logarithms; NULL where one has none. The caller frees them. */
static double *
logarithms(const double *x, size_t n)
{
	double *log_x = mem_alloc(n, sizeof(*log_x));

	for (size_t i = 0; i < n; i++) {
		if (!(x[i] > 0)) {
			free(log_x);
			return NULL;
		}
		log_x[i] = log(x[i]);
	}
	return log_x;
}

double
robust_ratio(const double *a, size_t n_a, const double *b, size_t n_b)
{
	double *log_a = logarithms(a, n_a), *log_b = logarithms(b, n_b);
	double ratio = log_a && log_b ? exp(rank_shift(log_a, n_a, log_b, n_b)) : NAN;

	free(log_a);
	free(log_b);
	return ratio;
}

/* The pairs from c + 1 to N - c; c may lie beyond the middle by rounding up, then the middle ones.
 */
static struct robust_bounds
inner_pairs(const struct pairwise *pairs, size_t c)
{
	size_t n = pairwise_n(pairs);

	if (2 * c >= n)
		c = (n - 1) / 2;
	return (struct robust_bounds){pairwise_at(pairs, c + 1), pairwise_at(pairs, n - c)};
}

static const struct robust_bounds no_bounds = {NAN, NAN};

struct robust_bounds
robust_center_bounds(const double *x, size_t n, double misrate)
{
	if (n < 2 || !(misrate <= 1) || ldexp(2, -(int)(n < 2000 ? n : 2000)) > misrate)
		return no_bounds;
	double *sorted = pairwise_sorted(x, n);
	struct pairwise pairs = {.kind = PAIRWISE_AVERAGE, .a = sorted, .n_a = n};
	struct robust_bounds bounds = inner_pairs(&pairs, wilcoxon_t_quantile(misrate / 2, n));
	free(sorted);
	return bounds;
}

struct robust_bounds
robust_shift_bounds(const double *a, size_t n_a, const double *b, size_t n_b, double misrate)
{
	if (n_a == 0 || n_b == 0 || !(misrate <= 1) ||
	    2 * wilcoxon_u_cumulative(0, n_a, n_b) > misrate * (1 + 1e-12))
		return no_bounds;
	double *sorted_a = pairwise_sorted(a, n_a), *sorted_b = pairwise_sorted(b, n_b);
	struct pairwise pairs = {PAIRWISE_DIFFERENCE, sorted_a, sorted_b, n_a, n_b};
	struct robust_bounds bounds =
	    inner_pairs(&pairs, wilcoxon_u_quantile(misrate / 2, n_a, n_b));
	free(sorted_a);
	free(sorted_b);
	return bounds;
}

struct robust_bounds
robust_ratio_bounds(const double *a, size_t n_a, const double *b, size_t n_b, double misrate)
{
	double *log_a = logarithms(a, n_a), *log_b = logarithms(b, n_b);
	struct robust_bounds bounds = no_bounds;

	if (log_a && log_b)
		bounds = robust_shift_bounds(log_a, n_a, log_b, n_b, misrate);
	free(log_a);
	free(log_b);
	bounds.low = exp(bounds.low);
	bounds.high = exp(bounds.high);
	return bounds;
}
