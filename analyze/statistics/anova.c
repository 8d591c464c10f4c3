/* Sums of squares about a common origin that is one of the observations: taking it away is exact
 * for numbers that differ little, so that a large mean does not eat a small spread. */
#include "analyze/statistics/anova.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "analyze/statistics/moments.h"
#include "collect/base/mem.h"

/* The groups that have observations, as moments about the origin. */
struct parts {
	struct moments *group;
	size_t n;
	double total;       /* observations */
	double total_share; /* sum n_i^2 / N */
};

static struct parts
parts_of(const struct anova_group *group, size_t groups)
{
	struct parts parts = {mem_alloc(groups + 1, sizeof(*parts.group)), 0, 0, 0};
	double origin = NAN, *shifted = NULL;

	for (size_t i = 0; i < groups; i++) {
		if (group[i].n == 0)
			continue;
		if (isnan(origin))
			origin = group[i].x[0];
		shifted = mem_resize(shifted, group[i].n, sizeof(*shifted));
		for (size_t j = 0; j < group[i].n; j++)
			shifted[j] = group[i].x[j] - origin;
		parts.group[parts.n++] = moments_of(shifted, group[i].n);
		parts.total += (double)group[i].n;
	}
	free(shifted);
	for (size_t i = 0; i < parts.n; i++)
		parts.total_share += parts.group[i].n * (parts.group[i].n / parts.total);
	return parts;
}

static double
squares_between(const struct parts *parts)
{
	double mean = 0, squares = 0;

	for (size_t i = 0; i < parts->n; i++)
		mean += parts->group[i].mean * (parts->group[i].n / parts->total);
	for (size_t i = 0; i < parts->n; i++) {
		double apart = parts->group[i].mean - mean;
		squares += parts->group[i].n * apart * apart;
	}
	return squares;
}

static double
squares_within(const struct parts *parts)
{
	double squares = 0;

	for (size_t i = 0; i < parts->n; i++)
		if (parts->group[i].n > 1)
			squares += parts->group[i].variance * (parts->group[i].n - 1);
	return squares;
}

static double
mean_square(double squares, double df)
{
	double mean = df > 0 ? squares / df : NAN;
	return isfinite(mean) ? mean : NAN;
}

struct anova
anova_one_way(const struct anova_group *group, size_t groups)
{
	struct parts parts = parts_of(group, groups);
	struct anova a = {.f = NAN, .p = NAN, .size = NAN, .component = NAN};

	a.df_between = parts.n ? (double)(parts.n - 1) : 0;
	a.df_within = parts.total - (double)parts.n;
	a.between = mean_square(squares_between(&parts), a.df_between);
	a.within = mean_square(squares_within(&parts), a.df_within);
	if (a.df_between > 0)
		a.size = (parts.total - parts.total_share) / a.df_between;
	if (!isnan(a.between) && !isnan(a.within))
		a.component = fmax(0, (a.between - a.within) / a.size);
	if (a.within > 0 && isfinite(a.between / a.within)) {
		a.f = a.between / a.within;
		a.p = pf(a.f, a.df_between, a.df_within, false, false);
	}
	free(parts.group);
	return a;
}
