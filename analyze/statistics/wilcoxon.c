/* Counts of orders by their generating functions: of U the Gaussian binomial coefficient, the
 * product over i of (1 - q^(n_b + i)) / (1 - q^i); of T the product of (1 + q^i). Only the lower
 * half is made, both are symmetric. */
#include "analyze/statistics/wilcoxon.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"

static const double u_cost_max = 1e7;
enum { T_EXACT_MAX = 300 };

/* A distribution that is symmetric over 0 .. last: weights of its lower half, the middle one of
 * an even last included. */
struct half {
	double *weight;
	size_t n;
	double total; /* of all weights, both halves */
};

static double
smaller(size_t a, size_t b)
{
	return (double)(a < b ? a : b);
}

bool
wilcoxon_u_exact(size_t n_a, size_t n_b)
{
	return (double)n_a * (double)n_b * smaller(n_a, n_b) <= u_cost_max;
}

static struct half
half_new(size_t last)
{
	struct half half = {.n = last / 2 + 1};

	half.weight = mem_alloc(half.n, sizeof(*half.weight));
	half.weight[0] = 1;
	return half;
}

static void
half_sum(struct half *half, size_t last)
{
	for (size_t i = 0; i < half->n; i++)
		half->total += half->weight[i] * (2 * i == last ? 1 : 2);
}

static struct half
u_half(size_t n_a, size_t n_b)
{
	size_t few = n_a < n_b ? n_a : n_b, many = n_a < n_b ? n_b : n_a;
	struct half half = half_new(n_a * n_b);
	double *weight = half.weight;

	for (size_t i = 1; i <= few; i++) {
		for (size_t u = half.n; u-- > many + i;)
			weight[u] -= weight[u - many - i];
		for (size_t u = i; u < half.n; u++)
			weight[u] += weight[u - i];
	}
	half_sum(&half, n_a * n_b);
	return half;
}

/* Weights are halved as they are added up, so that 2^n never overflows. */
static struct half
t_half(size_t n)
{
	size_t last = n * (n + 1) / 2;
	struct half half = half_new(last);

	for (size_t i = 1; i <= n; i++) {
		for (size_t t = half.n; t-- > 0;)
			half.weight[t] = (half.weight[t] + (t >= i ? half.weight[t - i] : 0)) / 2;
	}
	half_sum(&half, last);
	return half;
}

/* Both leave the half freed. */
static double
half_cumulative(struct half half, size_t upto)
{
	double sum = 0;

	for (size_t i = 0; i <= upto && i < half.n; i++)
		sum += half.weight[i];
	free(half.weight);
	return sum / half.total;
}

static size_t
half_quantile(struct half half, double p)
{
	/* A p that is met exactly must not be missed by a rounding. */
	double wanted = p * half.total * (1 - 1e-12), sum = half.weight[0];
	size_t i = 0;

	while (sum < wanted && i + 1 < half.n)
		sum += half.weight[++i];
	free(half.weight);
	return i;
}

static double
u_sd(size_t n_a, size_t n_b)
{
	double a = (double)n_a, b = (double)n_b;

	return sqrt(a * b * (a + b + 1) / 12);
}

static size_t
normal_quantile(double p, double mean, double sd)
{
	double quantile = ceil(mean - 0.5 + qnorm(p, 0, 1, true, false) * sd);

	return quantile > 0 ? (size_t)quantile : 0;
}

double
wilcoxon_u_cumulative(double u, size_t n_a, size_t n_b)
{
	double pairs = (double)n_a * (double)n_b;

	u = floor(u);
	if (u < 0)
		return 0;
	if (u >= pairs)
		return 1;
	if (2 * u > pairs)
		return 1 - wilcoxon_u_cumulative(pairs - u - 1, n_a, n_b);
	if (wilcoxon_u_exact(n_a, n_b))
		return half_cumulative(u_half(n_a, n_b), (size_t)u);
	return pnorm(u + 0.5, pairs / 2, u_sd(n_a, n_b), true, false);
}

size_t
wilcoxon_u_quantile(double p, size_t n_a, size_t n_b)
{
	if (wilcoxon_u_exact(n_a, n_b))
		return half_quantile(u_half(n_a, n_b), p);
	return normal_quantile(p, (double)n_a * (double)n_b / 2, u_sd(n_a, n_b));
}

size_t
wilcoxon_t_quantile(double p, size_t n)
{
	double count = (double)n;

	if (n <= T_EXACT_MAX)
		return half_quantile(t_half(n), p);
	return normal_quantile(p, count * (count + 1) / 4,
			       sqrt(count * (count + 1) * (2 * count + 1) / 24));
}
