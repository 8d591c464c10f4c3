/* Orders: each number once, every pass and seed another one, nothing simple between neighbours. */
#include "collect/engine/permutation.h"

#include "collect/base/mem.h"
#include "tests/unit/check.h"

enum { SEEDS = 50 };

/* The sum of (seen - expected)^2 / expected over cells that expect the same. More than df + 6
 * sqrt(2 df) has a probability of 7e-5 for df = 9, and of less than 2e-6 for 63 and more; all seeds
 * here are fixed. */
static double
chi_squared(const double *seen, int cells, double n)
{
	double sum = 0, want = n / cells;

	for (int i = 0; i < cells; i++)
		sum += (seen[i] - want) * (seen[i] - want) / want;
	return sum;
}

Test(permutation, each_number_once_in_a_pass)
{
	static const uint64_t ns[] = {1,  2,  3,   4,   5,    6,    7,    8,      9,
				      15, 16, 17,  99,  100,  101,  255,  256,    257,
				      63, 64, 500, 961, 1000, 1023, 4095, 100000, 65536};

	for (size_t k = 0; k < countof(ns); k++) {
		struct permutation p;
		char *seen = mem_alloc(ns[k], 1);
		permutation_init(&p, ns[k], k);
		for (int pass = 1; pass <= 3; pass++) {
			for (uint64_t i = 0; i < ns[k]; i++) {
				uint64_t x = permutation_next(&p);
				cr_assert(x < ns[k], "n %llu", (unsigned long long)ns[k]);
				cr_assert(seen[x] == pass - 1, "n %llu", (unsigned long long)ns[k]);
				seen[x]++;
			}
		}
		memset(seen, 0, ns[k]);
		for (uint64_t i = 0; i < ns[k]; i++) {
			uint64_t x = permutation_of(&p, i);
			cr_assert(x < ns[k]);
			cr_assert(seen[x] == 0, "n %llu", (unsigned long long)ns[k]);
			seen[x]++;
		}
		free(seen);
	}
}

Test(permutation, all_orders_of_few_numbers_come)
{
	int orders[27] = {0}, n = 0;
	struct permutation p;

	permutation_init(&p, 3, 0);
	for (int pass = 0; pass < 200; pass++) {
		uint64_t a = permutation_next(&p), b = permutation_next(&p);
		n += !orders[a * 9 + b * 3 + permutation_next(&p)]++;
	}
	check_int(n, 6);
}

Test(permutation, passes_and_seeds_differ)
{
	enum { N = 1000 };
	static const uint64_t seeds[] = {0, 1, 2, UINT64_MAX - 1, UINT64_MAX};
	uint64_t order[countof(seeds) * 2][N];

	for (size_t s = 0; s < countof(seeds); s++) {
		struct permutation p;
		permutation_init(&p, N, seeds[s]);
		for (int i = 0; i < 2 * N; i++)
			order[2 * s + i / N][i % N] = permutation_next(&p);
	}
	/* Of two random orders one number stands in the same place on average. */
	for (size_t a = 0; a < countof(order); a++) {
		for (size_t b = 0; b < a; b++) {
			int equal = 0;
			for (int i = 0; i < N; i++)
				equal += order[a][i] == order[b][i];
			cr_expect(equal <= 8, "%zu and %zu: %d equal", a, b, equal);
		}
	}
}

Test(permutation, any_place_holds_any_number)
{
	enum { N = 10, TIMES = 20000 };
	static double seen[N][N];

	for (uint64_t seed = 0; seed < TIMES; seed++) {
		struct permutation p;
		permutation_init(&p, N, seed);
		for (int i = 0; i < N; i++)
			seen[i][permutation_next(&p)]++;
	}
	for (int i = 0; i < N; i++) {
		double chi2 = chi_squared(seen[i], N, TIMES);
		cr_expect(chi2 < 9 + 6 * sqrt(18), "place %d: %.1f", i, chi2);
	}
}

/* Without replacement the halves of a pass vary half as much as independent draws would: the sum is
 * about half of the degrees of freedom. Twice as much would be a fault, and so would be far less.
 */
Test(permutation, half_of_a_pass_covers_evenly)
{
	enum { N = 50021, CELLS = 64 };
	double sum = 0;

	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		double seen[CELLS] = {0};
		struct permutation p;
		permutation_init(&p, N, seed);
		for (int i = 0; i < N / 2; i++)
			seen[permutation_next(&p) * CELLS / N]++;
		sum += chi_squared(seen, CELLS, N / 2) / 0.5;
	}
	/* mean 63, standard deviation sqrt(2 * 63 / 50) = 1.6 */
	cr_expect(fabs(sum / SEEDS - 63) < 10, "chi-squared is %.1f on average", sum / SEEDS);
}

static void
check_lag(const uint64_t *order, uint64_t n, uint64_t lag)
{
	enum { CELLS = 64, PAIRS = 16 };
	double differences[CELLS] = {0}, pairs[PAIRS * PAIRS] = {0};

	for (uint64_t i = 0; i + lag < n; i++) {
		uint64_t a = order[i], b = order[i + lag];
		differences[(b >= a ? b - a : b + n - a) * CELLS / n]++;
		pairs[a * PAIRS / n * PAIRS + b * PAIRS / n]++;
	}
	double chi2 = chi_squared(differences, CELLS, (double)(n - lag));
	cr_expect(chi2 < 63 + 6 * sqrt(126), "n %llu, lag %llu: strides, %.1f",
		  (unsigned long long)n, (unsigned long long)lag, chi2);
	chi2 = chi_squared(pairs, PAIRS * PAIRS, (double)(n - lag));
	cr_expect(chi2 < 255 + 6 * sqrt(510), "n %llu, lag %llu: pairs, %.1f",
		  (unsigned long long)n, (unsigned long long)lag, chi2);
}

Test(permutation, no_strides)
{
	static const uint64_t ns[] = {20000, 30011, 65536, 65537};
	static const uint64_t lags[] = {1, 2, 3, 4, 8, 16, 64};

	for (size_t k = 0; k < countof(ns); k++) {
		uint64_t *order = mem_alloc(ns[k], sizeof(*order));
		struct permutation p;
		permutation_init(&p, ns[k], 77);
		for (uint64_t i = 0; i < ns[k]; i++)
			order[i] = permutation_next(&p);
		for (size_t l = 0; l < countof(lags); l++)
			check_lag(order, ns[k], lags[l]);
		free(order);
	}
}

Test(permutation, huge_ranges)
{
	static const uint64_t ns[] = {(uint64_t)1 << 60, ((uint64_t)1 << 60) + 1,
				      ((uint64_t)1 << 63) - 1, (uint64_t)1 << 63};
	enum { DRAWS = 64000, CELLS = 64 };

	for (size_t k = 0; k < countof(ns); k++) {
		double seen[CELLS] = {0};
		struct permutation p;
		permutation_init(&p, ns[k], UINT64_MAX);
		for (int i = 0; i < DRAWS; i++) {
			uint64_t x = permutation_next(&p);
			cr_assert(x < ns[k]);
			seen[x / (ns[k] / CELLS + 1)]++;
		}
		double chi2 = chi_squared(seen, CELLS, DRAWS);
		cr_expect(chi2 < 63 + 6 * sqrt(126), "n %zu: %.1f", k, chi2);
		cr_expect(permutation_of(&p, ns[k] - 1) < ns[k]);
	}
}
