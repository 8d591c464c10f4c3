/* Order statistics of pairs against sorting all of them. */
#include "analyze/statistics/pairwise.h"

#include "collect/base/mem.h"
#include "collect/engine/xorshift.h"
#include "tests/unit/check.h"

enum { N_MAX = 13, PAIRS_MAX = N_MAX * N_MAX };

static int
ascending(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return (a > b) - (a < b);
}

/* All pairs, sorted. */
static size_t
all_pairs(const struct pairwise *p, double *out)
{
	size_t n = 0, n_b = p->kind == PAIRWISE_DIFFERENCE ? p->n_b : p->n_a;

	for (size_t i = 0; i < p->n_a; i++) {
		for (size_t j = 0; j < n_b; j++) {
			if (p->kind == PAIRWISE_DIFFERENCE)
				out[n++] = p->b[j] - p->a[i];
			else if (p->kind == PAIRWISE_AVERAGE && i <= j)
				out[n++] = (p->a[i] + p->a[j]) / 2;
			else if (p->kind == PAIRWISE_DISTANCE && i < j)
				out[n++] = p->a[j] - p->a[i];
		}
	}
	qsort(out, n, sizeof(*out), ascending);
	return n;
}

/* Values of few steps give ties, others none. */
static double *
draw(uint64_t *state, size_t n, bool coarse)
{
	double x[N_MAX];

	for (size_t i = 0; i < n; i++) {
		x[i] = 4 * xorshift_unit(state) - 2;
		if (coarse)
			x[i] = round(x[i]);
	}
	return pairwise_sorted(x, n);
}

Test(pairwise, equals_sorting_all_pairs)
{
	uint64_t state = xorshift_seed(5);
	double all[PAIRS_MAX];

	for (int trial = 0; trial < 300; trial++) {
		struct pairwise p = {.kind = (enum pairwise_kind)(trial % 3),
				     .n_a = xorshift_below(&state, N_MAX + 1),
				     .n_b = xorshift_below(&state, N_MAX + 1)};
		double *a = draw(&state, p.n_a, trial % 2), *b = draw(&state, p.n_b, trial % 2);
		p.a = a;
		p.b = b;
		size_t n = all_pairs(&p, all);
		check_int(pairwise_n(&p), n);
		for (size_t k = 1; k <= n; k++)
			cr_expect(pairwise_at(&p, k) == all[k - 1], "trial %d, k %zu of %zu", trial,
				  k, n);
		check_nan(pairwise_at(&p, 0), "k = 0");
		check_nan(pairwise_at(&p, n + 1), "k = n + 1");
		if (n)
			check_close(pairwise_median(&p), (all[(n - 1) / 2] + all[n / 2]) / 2, 1e-15,
				    "median");
		else
			check_nan(pairwise_median(&p), "median of none");
		free(a);
		free(b);
	}
}

/* 16 million pairs: making them would take 128 MB. */
Test(pairwise, thousands_of_observations)
{
	enum { N = 4001 };
	double x[N];

	for (size_t i = 0; i < N; i++)
		x[i] = (double)i;
	struct pairwise p = {PAIRWISE_DIFFERENCE, x, x, N, N};
	check_close(pairwise_median(&p), 0, 0, "difference");
	check_close(pairwise_at(&p, 1), -4000, 0, "smallest");
	check_close(pairwise_at(&p, pairwise_n(&p)), 4000, 0, "largest");
	p.kind = PAIRWISE_AVERAGE;
	check_close(pairwise_median(&p), 2000, 0, "average");
}

Test(pairwise, extremes)
{
	static const double x[] = {-1e308, -5e-324, 5e-324, 1e308};
	struct pairwise p = {PAIRWISE_AVERAGE, x, NULL, 4, 0};

	check_close(pairwise_at(&p, 1), -1e308, 0, "lowest average");
	check_close(pairwise_at(&p, 10), 1e308, 0, "highest average");
	check_close(pairwise_median(&p), 0, 0, "middle");
	p.kind = PAIRWISE_DISTANCE;
	check_close(pairwise_at(&p, 1), 1e-323, 0, "smallest distance");
	check_close(pairwise_middle(1.5e308, 1.7e308), 1.6e308, 1e-15, "middle of large ones");
}
