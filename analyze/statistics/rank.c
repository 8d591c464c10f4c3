/* Ranks are kept doubled, so that midranks are whole numbers and comparisons of sums exact. */
#include "analyze/statistics/rank.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "analyze/statistics/pairwise.h"
#include "analyze/statistics/wilcoxon.h"
#include "collect/base/mem.h"

/* Additions of the shift algorithm that one test may take: some 10 ms. */
static const double shift_cost_max = 1e7;

struct entry {
	double x;
	bool in_a;
};

/* Both samples as one in ascending order. */
struct pool {
	size_t n, n_a;
	uint64_t *rank; /* doubled midranks, ascending */
	uint64_t sum_a; /* of a's doubled midranks */
	double tied;    /* sum over groups of t equal ones of t^3 - t */
};

static int
entry_order(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;

	return (a->x > b->x) - (a->x < b->x);
}

static void
rank_entries(struct pool *pool, const struct entry *entry)
{
	for (size_t first = 0, behind; first < pool->n; first = behind) {
		for (behind = first + 1; behind < pool->n; behind++)
			if (entry[behind].x > entry[first].x)
				break;
		double t = (double)(behind - first);
		pool->tied += t * t * t - t;
		for (size_t i = first; i < behind; i++) {
			pool->rank[i] = first + behind + 1;
			pool->sum_a += entry[i].in_a ? pool->rank[i] : 0;
		}
	}
}

static struct pool
pool_new(const double *a, size_t n_a, const double *b, size_t n_b)
{
	struct pool pool = {.n = n_a + n_b, .n_a = n_a};
	struct entry *entry = mem_alloc(pool.n, sizeof(*entry));

	for (size_t i = 0; i < pool.n; i++)
		entry[i] = (struct entry){i < n_a ? a[i] : b[i - n_a], i < n_a};
	qsort(entry, pool.n, sizeof(*entry), entry_order);
	pool.rank = mem_alloc(pool.n, sizeof(*pool.rank));
	rank_entries(&pool, entry);
	free(entry);
	return pool;
}

/* The smaller side: subsets of its size are counted. */
static size_t
few_of(const struct pool *pool)
{
	return pool->n_a <= pool->n - pool->n_a ? pool->n_a : pool->n - pool->n_a;
}

/* The largest sum of few doubled midranks. */
static uint64_t
sum_max(const struct pool *pool)
{
	uint64_t sum = 0;

	for (size_t i = pool->n - few_of(pool); i < pool->n; i++)
		sum += pool->rank[i];
	return sum;
}

static bool
shift_fits(const struct pool *pool)
{
	return (double)pool->n * (double)few_of(pool) * (double)sum_max(pool) <= shift_cost_max;
}

/* count[k * width + s] = subsets of k ranks whose sum is s. A rank is taken into larger subsets
 * first, so that none is taken twice. */
static double *
shift_counts(const struct pool *pool, size_t few, size_t width)
{
	double *count = mem_alloc((few + 1) * width, sizeof(*count));

	count[0] = 1;
	for (size_t i = 0; i < pool->n; i++) {
		size_t rank = (size_t)pool->rank[i];
		for (size_t k = few < i + 1 ? few : i + 1; k > 0; k--) {
			const double *from = count + (k - 1) * width;
			double *to = count + k * width + rank;
			for (size_t s = 0; s + rank < width; s++)
				to[s] += from[s];
		}
	}
	return count;
}

/* |n s - few * sum of all|: how far s lies from what is expected, times n. */
static uint64_t
distance(const struct pool *pool, size_t few, uint64_t sum)
{
	uint64_t here = sum * pool->n, expected = few * ((uint64_t)pool->n * (pool->n + 1));

	return here > expected ? here - expected : expected - here;
}

static double
shift_p(const struct pool *pool)
{
	size_t few = few_of(pool), width = (size_t)sum_max(pool) + 1;
	uint64_t all = (uint64_t)pool->n * (pool->n + 1);
	uint64_t seen = few == pool->n_a ? pool->sum_a : all - pool->sum_a;
	uint64_t limit = distance(pool, few, seen);
	double *count = shift_counts(pool, few, width);
	double beyond = 0, total = 0;

	for (size_t s = 0; s < width; s++) {
		double ways = count[few * width + s];
		total += ways;
		beyond += distance(pool, few, s) >= limit ? ways : 0;
	}
	free(count);
	return beyond / total;
}

static double
normal_p(const struct pool *pool, double u)
{
	double n = (double)pool->n, n_a = (double)pool->n_a, n_b = n - n_a;
	double variance = n_a * n_b / 12 * (n + 1 - pool->tied / (n * (n - 1)));
	double apart = fmax(fabs(u - n_a * n_b / 2) - 0.5, 0);

	if (!(variance > 0))
		return 1;
	return fmin(2 * pnorm(-apart / sqrt(variance), 0, 1, true, false), 1);
}

static double
plain_p(double u, size_t n_a, size_t n_b)
{
	double pairs = (double)n_a * (double)n_b;

	return fmin(2 * wilcoxon_u_cumulative(fmin(u, pairs - u), n_a, n_b), 1);
}

struct rank_test
rank_test(const double *a, size_t n_a, const double *b, size_t n_b)
{
	struct rank_test test = {NAN, NAN, true};

	if (n_a == 0 || n_b == 0)
		return test;
	struct pool pool = pool_new(a, n_a, b, n_b);
	test.u = ((double)pool.sum_a - (double)n_a * ((double)n_a + 1)) / 2;
	if (pool.tied == 0 && wilcoxon_u_exact(n_a, n_b))
		test.p = plain_p(test.u, n_a, n_b);
	else if (pool.tied > 0 && shift_fits(&pool))
		test.p = shift_p(&pool);
	else {
		test.p = normal_p(&pool, test.u);
		test.exact = false;
	}
	free(pool.rank);
	return test;
}

bool
rank_decides(size_t n_a, size_t n_b)
{
	size_t few = n_a < n_b ? n_a : n_b;
	double ways = 1;

	/* Each factor is 2 or more, as few is the smaller side: a few steps decide. */
	for (size_t i = 1; i <= few && ways <= 40; i++)
		ways = ways * ((double)n_a + (double)n_b - (double)few + (double)i) / (double)i;
	return ways > 40;
}

static struct pairwise
differences(const double *a, size_t n_a, const double *b, size_t n_b)
{
	return (struct pairwise){PAIRWISE_DIFFERENCE, pairwise_sorted(a, n_a),
				 pairwise_sorted(b, n_b), n_a, n_b};
}

static void
forget(struct pairwise *pairs)
{
	free((void *)(uintptr_t)pairs->a);
	free((void *)(uintptr_t)pairs->b);
}

double
rank_shift(const double *a, size_t n_a, const double *b, size_t n_b)
{
	struct pairwise pairs = differences(a, n_a, b, n_b);
	double shift = pairwise_median(&pairs);

	forget(&pairs);
	return shift;
}

void
rank_interval(const double *a, size_t n_a, const double *b, size_t n_b, double confidence,
	      double *low, double *high)
{
	*low = *high = NAN;
	if (n_a == 0 || n_b == 0)
		return;
	size_t k = wilcoxon_u_quantile((1 - confidence) / 2, n_a, n_b);
	struct pairwise pairs = differences(a, n_a, b, n_b);
	if (k > 0) {
		*low = pairwise_at(&pairs, k);
		*high = pairwise_at(&pairs, pairwise_n(&pairs) + 1 - k);
	}
	forget(&pairs);
}
