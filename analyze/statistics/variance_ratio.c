/* F tests of variances by Rmath's F distribution; Brown-Forsythe by way of anova.h. */
#include "analyze/statistics/variance_ratio.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"

/* Below, an F quantile is so far out that no interval is of use, and Rmath does not find it. */
static const double df_min = 0.1;

struct variance_ratio
variance_ratio_test(struct variance_known a, struct variance_known b, double confidence)
{
	struct variance_ratio r = {NAN, NAN, NAN, NAN};
	/* fmax passes over a variance that is NaN. */
	double ratio = fmax(b.variance, b.floor) / fmax(a.variance, a.floor);

	if (!(ratio > 0 && isfinite(ratio) && a.df > 0 && b.df > 0))
		return r;
	r.ratio = ratio;
	r.p = fmin(
	    1, 2 * fmin(pf(ratio, b.df, a.df, true, false), pf(ratio, b.df, a.df, false, false)));
	if (a.df < df_min || b.df < df_min)
		return r;
	double low = ratio / qf(0.5 + confidence / 2, b.df, a.df, true, false);
	double high = ratio / qf(0.5 - confidence / 2, b.df, a.df, true, false);
	if (low > 0 && isfinite(high)) {
		r.low = low;
		r.high = high;
	}
	return r;
}

static int
ascending(const void *a, const void *b)
{
	const double *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

/* Replaces the n values at x, in any order, by their distances from their median. */
static void
to_distances(double *x, size_t n)
{
	if (n == 0)
		return;
	qsort(x, n, sizeof(*x), ascending);
	double median = n % 2 ? x[n / 2] : x[n / 2 - 1] + (x[n / 2] - x[n / 2 - 1]) / 2;
	for (size_t i = 0; i < n; i++)
		x[i] = fabs(x[i] - median);
}

struct anova
variance_brown_forsythe(const struct anova_group *group, size_t groups)
{
	struct anova_group *distance = mem_alloc(groups + 1, sizeof(*distance));
	size_t total = 0, at = 0;

	for (size_t i = 0; i < groups; i++)
		total += group[i].n;
	double *x = mem_alloc(total + 1, sizeof(*x));
	for (size_t i = 0; i < groups; i++) {
		if (group[i].n)
			memcpy(x + at, group[i].x, group[i].n * sizeof(*x));
		to_distances(x + at, group[i].n);
		distance[i] = (struct anova_group){x + at, group[i].n};
		at += group[i].n;
	}
	struct anova a = anova_one_way(distance, groups);
	free(x);
	free(distance);
	return a;
}
