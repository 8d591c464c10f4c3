/* A gap alone is no proof: of 5 normal values 25 % have one like that somewhere, of 20 even 46 %.
 */
#include "analyze/statistics/levels.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/statistics/moments.h"
#include "analyze/statistics/pairwise.h"
#include "collect/base/mem.h"

static const double gap_ratio = 3;

double
levels_share_max(size_t n)
{
	/* With 400 000 normal samples a row, 100 000 at n = 200. The share of the best split tends
	 * to 1 - 2 / pi = 0.363. */
	static const struct {
		double n, share;
	} row[] = {{5, 0.0442},  {6, 0.0645},   {7, 0.0840},  {8, 0.1010},  {9, 0.1160},
		   {10, 0.1292}, {12, 0.1518},  {15, 0.1774}, {20, 0.2065}, {30, 0.2414},
		   {50, 0.2750}, {100, 0.3061}, {200, 0.3259}};
	double count = (double)n;

	for (size_t i = 1; i < countof(row); i++) {
		if (count > row[i].n)
			continue;
		/* Nearly straight between rows over 1 / n. */
		double upper = (1 / row[i - 1].n - 1 / fmax(count, row[0].n)) /
			       (1 / row[i - 1].n - 1 / row[i].n);
		return row[i - 1].share + upper * (row[i].share - row[i - 1].share);
	}
	return row[countof(row) - 1].share;
}

/* The size of the lower group with the smallest squares within, i.e. the largest between, of
 * sorted values. */
static size_t
best_split(const double *x, size_t n, double mean)
{
	double best = -1, below = 0; /* sum of deviations below the split */
	size_t split = 2;

	for (size_t i = 1; i + 2 <= n; i++) {
		below += x[i - 1] - mean;
		double between = below * below * ((double)n / ((double)i * (double)(n - i)));
		if (i >= 2 && between > best) {
			best = between;
			split = i;
		}
	}
	return split;
}

static double
squares_of(const double *x, size_t n)
{
	return moments_of(x, n).variance * ((double)n - 1);
}

static bool
gap_is_wide(const double *x, size_t n, size_t split)
{
	double *gap = mem_alloc(n, sizeof(*gap));
	size_t gaps = 0;

	for (size_t i = 1; i < n; i++)
		if (i != split)
			gap[gaps++] = x[i] - x[i - 1];
	double *sorted = pairwise_sorted(gap, gaps);
	double median = pairwise_middle(sorted[(gaps - 1) / 2], sorted[gaps / 2]);
	free(sorted);
	free(gap);
	return x[split] - x[split - 1] > gap_ratio * median;
}

static struct levels
levels_sorted(const double *x, size_t n)
{
	struct levels levels = {.two = false};
	double all = squares_of(x, n);

	if (!(all > 0) || !isfinite(all))
		return levels;
	size_t split = best_split(x, n, moments_of(x, n).mean);
	double within = squares_of(x, split) + squares_of(x + split, n - split);
	if (within >= levels_share_max(n) * all || !gap_is_wide(x, n, split))
		return levels;
	levels.two = true;
	levels.n_low = split;
	levels.n_high = n - split;
	levels.low = moments_of(x, split).mean;
	levels.high = moments_of(x + split, n - split).mean;
	levels.split = pairwise_middle(x[split - 1], x[split]);
	return levels;
}

struct levels
levels_of(const double *x, size_t n)
{
	if (n < LEVELS_MIN)
		return (struct levels){.two = false};
	double *sorted = pairwise_sorted(x, n);
	struct levels levels = levels_sorted(sorted, n);
	free(sorted);
	return levels;
}
