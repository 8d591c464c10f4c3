/* Nested variances, from the lowest level up. */
#include "analyze/statistics/kalibera.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "analyze/statistics/fieller.h"
#include "collect/base/mem.h"

/* S^2 and r of a level, from the moments of its n parents. */
static void
pool(const struct moments *parent, size_t n, double *s2, double *r)
{
	double squares = 0, df = 0, inverse = 0, least = INFINITY, most = 0;

	for (size_t i = 0; i < n; i++) {
		if (parent[i].n > 1) {
			squares += parent[i].variance * (parent[i].n - 1);
			df += parent[i].n - 1;
		}
		inverse += 1 / parent[i].n;
		least = fmin(least, parent[i].n);
		most = fmax(most, parent[i].n);
	}
	*s2 = df > 0 ? squares / df : NAN;
	/* The mean of equal numbers is that number, without a rounding. */
	*r = least == most ? least : (double)n / inverse;
}

/* Replaces the moments of n parents by those of their own parents, of which each has as many means
 * below it as count says. Returns how many they are. */
static size_t
rise(struct moments *parent, size_t n, const size_t *count)
{
	double *mean = mem_alloc(n, sizeof(*mean));
	size_t above = 0;

	for (size_t i = 0; i < n; i++)
		mean[i] = parent[i].mean;
	for (size_t i = 0; i < n; i += count[above++])
		parent[above] = moments_of(mean + i, count[above]);
	free(mean);
	return above;
}

static size_t
sum_of(const size_t *count, size_t n)
{
	size_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += count[i];
	return sum;
}

struct kalibera
kalibera_of(const struct moments *parent, const size_t *const *count, size_t levels)
{
	struct kalibera k = {.levels = levels};
	size_t n = 1;

	for (size_t i = levels - 1; i-- > 0;)
		n = sum_of(count[i], n);
	struct moments *at = mem_alloc(n, sizeof(*at));
	for (size_t i = 0; i < n; i++)
		at[i] = parent[i];
	for (size_t i = 0; i < levels; i++) {
		pool(at, n, &k.s2[i], &k.r[i]);
		k.t2[i] = i ? k.s2[i] - k.s2[i - 1] / k.r[i - 1] : k.s2[i];
		if (i + 1 < levels)
			n = rise(at, n, count[i]);
	}
	k.mean = at[0].mean;
	free(at);
	return k;
}

double
kalibera_optimum(double t2, double t2_above, double cost, double cost_above)
{
	if (!(t2 >= 0 && cost > 0 && cost_above >= 0) || isnan(t2_above))
		return NAN;
	if (!(t2_above > 0))
		return INFINITY;
	return fmax(1, sqrt(cost_above / cost) * (sqrt(t2) / sqrt(t2_above)));
}

void
kalibera_ratio(struct moments a, struct moments b, double confidence, double *low, double *high)
{
	*low = *high = NAN;
	if (!(a.n >= 2 && b.n >= 2))
		return;
	/* Each side has its own t; what the common one multiplies is chosen to come to that. */
	double z = qnorm5(0.5 + confidence / 2, 0, 1, true, false);
	double se_a =
	    qt(0.5 + confidence / 2, a.n - 1, true, false) * moments_sd(a) / sqrt(a.n) / z;
	double se_b =
	    qt(0.5 + confidence / 2, b.n - 1, true, false) * moments_sd(b) / sqrt(b.n) / z;
	struct fieller f = fieller_interval((struct fieller_input){.num = b.mean,
								   .den = a.mean,
								   .var_num = se_b * se_b,
								   .var_den = se_a * se_a,
								   .df = INFINITY},
					    confidence);
	*low = f.low;
	*high = f.high;
}
