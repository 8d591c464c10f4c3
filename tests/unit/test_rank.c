/* Rank tests against R and enumeration, and what must hold for any data. */
#include "analyze/statistics/rank.h"

#include "collect/base/mem.h"
#include "collect/engine/xorshift.h"
#include "tests/unit/check.h"

enum { N_MAX = 11 };

struct sample {
	size_t n;
	double x[N_MAX];
};

/* ministat's example, the sets of R's wilcox.test and sleep, and plain ones. */
static const struct sample iguana = {7, {50, 200, 150, 400, 750, 400, 150}};
static const struct sample chameleon = {5, {150, 400, 720, 500, 930}};
static const struct sample permeable = {
    10, {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46}};
static const struct sample late = {5, {1.15, 0.88, 0.90, 0.74, 1.21}};
static const struct sample drug_1 = {10, {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2}};
static const struct sample drug_2 = {10, {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}};
static const struct sample iops_a = {5, {251840, 253010, 249920, 252300, 250770}};
static const struct sample iops_b = {5, {246900, 248100, 245350, 247700, 244980}};
static const struct sample steady = {6, {1.52, 1.49, 1.55, 1.5, 1.53, 1.51}};
static const struct sample shaky = {6, {1.5, 1.75, 1.31, 1.62, 1.4, 1.58}};
static const struct sample low = {4, {2, 1, 3, 5}};
static const struct sample high = {4, {12, 11, 13, 15}};
static const struct sample mixed = {4, {0, 4, 6, 7}};
static const struct sample twos = {4, {2, 2, 2, 2}};
static const struct sample men = {5, {19, 22, 16, 29, 24}};
static const struct sample women = {4, {20, 11, 17, 12}};

static struct rank_test
test_of(const struct sample *a, const struct sample *b)
{
	return rank_test(a->x, a->n, b->x, b->n);
}

/* U, p: R 4.2.2's wilcox.test where there are no ties; with ties all orders were enumerated by a
 * program of its own (Python), for low and twos golang/perf's internal/stats tests agree. men and
 * women: scipy's documentation of mannwhitneyu. */
Test(rank, reproduces_published_p)
{
	static const struct {
		const char *name;
		const struct sample *a, *b;
		double u, p;
	} rows[] = {{"permeability", &permeable, &late, 35, 0.254412254412254},
		    {"iops", &iops_a, &iops_b, 25, 0.00793650793650794},
		    {"scipy", &men, &women, 17, 0.111111111111111},
		    {"apart", &low, &high, 0, 0.0285714285714286},
		    {"mixed", &low, &mixed, 5, 0.485714285714286},
		    {"ministat, ties", &iguana, &chameleon, 9, 0.188131313131313},
		    {"sleep, ties", &drug_1, &drug_2, 25.5, 0.0658165364047717},
		    {"jitter, ties", &steady, &shaky, 16.5, 0.850649350649351},
		    {"all tied in pairs", &low, &low, 8, 1},
		    {"one side equal", &low, &twos, 10, 0.714285714285714}};

	for (size_t i = 0; i < countof(rows); i++) {
		struct rank_test test = test_of(rows[i].a, rows[i].b);
		struct rank_test back = test_of(rows[i].b, rows[i].a);
		double pairs = (double)(rows[i].a->n * rows[i].b->n);

		check_close(test.u, rows[i].u, 0, rows[i].name);
		check_close(test.p, rows[i].p, 3e-15, rows[i].name);
		cr_expect(test.exact, "%s", rows[i].name);
		check_close(back.u, pairs - rows[i].u, 0, rows[i].name);
		check_close(back.p, test.p, 1e-14, rows[i].name);
	}
}

/* p by dealing all observations to the sides in each way. */
static double
enumerated_p(const double *pool, size_t n, size_t n_a, double u)
{
	double center = (double)(n_a * (n - n_a)) / 2, all = 0, beyond = 0;

	for (unsigned deal = 0; deal < 1U << n; deal++) {
		double here = 0;
		if ((size_t)__builtin_popcount(deal) != n_a)
			continue;
		for (size_t i = 0; i < n; i++)
			for (size_t j = 0; j < n; j++)
				if ((deal >> i & 1) && !(deal >> j & 1))
					here += pool[i] > pool[j]    ? 1
						: pool[i] == pool[j] ? 0.5
								     : 0;
		all++;
		beyond += fabs(here - center) >= fabs(u - center);
	}
	return beyond / all;
}

Test(rank, ties_are_enumerated)
{
	uint64_t state = xorshift_seed(11);

	for (int trial = 0; trial < 60; trial++) {
		size_t n_a = 1 + xorshift_below(&state, 5), n = n_a + 1 + xorshift_below(&state, 5);
		double x[2 * N_MAX];

		for (size_t i = 0; i < n; i++)
			x[i] = (double)xorshift_below(&state, 2 + (uint64_t)trial % 5);
		struct rank_test test = rank_test(x, n_a, x + n_a, n - n_a);
		check_close(test.p, enumerated_p(x, n, n_a, test.u), 1e-13, "trial");
	}
}

/* R 4.2.2: wilcox.test(rep(1:40, times), rep(7:46, times), exact = FALSE), with continuity
 * correction. golang/perf has 0.00493353608141722 for 0, 2 .. 998 against -41, -39 .. 1157. */
Test(rank, large_samples_by_the_normal_distribution)
{
	double a[600], b[600];

	for (size_t i = 0; i < 80; i++) {
		a[i] = (double)(i % 40);
		b[i] = (double)(i % 40) + 6;
	}
	struct rank_test test = rank_test(a, 80, b, 80);
	check_close(test.u, 2312, 0, "U");
	check_close(test.p, 0.00244975293851155, 1e-12, "p");
	cr_expect(test.exact == false);
	for (size_t i = 0; i < 600; i++) {
		a[i] = 2 * (double)i;
		b[i] = 2 * (double)i - 41;
	}
	test = rank_test(a, 500, b, 600);
	check_close(test.u, 135250, 0, "U of 500 against 600");
	check_close(test.p, 0.0049335360814172224, 1e-12, "p of 500 against 600");
	check_close(rank_test(a, 1, b, 600).p, 2 * 22 / 601.0, 1e-12, "one against 600, exact");
}

/* R 4.2.2's wilcox.test: estimate and conf.int; 5 against 5 at 95 %. */
Test(rank, shift_and_interval_as_in_r)
{
	static const struct sample a = {8, {12.1, 11.9, 12.5, 12.3, 12.0, 12.4, 11.8, 12.2}};
	static const struct sample b = {7, {12.35, 12.6, 12.15, 12.7, 12.45, 12.55, 12.25}};
	static const struct {
		const struct sample *a, *b;
		double shift, low, high;
	} rows[] = {{&late, &permeable, 0.305, -0.15, 0.76},
		    {&iops_b, &iops_a, 4940, 2670, 7320},
		    {&a, &b, 0.275, 0.05, 0.55}};

	for (size_t i = 0; i < countof(rows); i++) {
		const struct sample *from = rows[i].a, *to = rows[i].b;
		double low_end, high_end;

		check_close(rank_shift(from->x, from->n, to->x, to->n), rows[i].shift, 1e-13,
			    "shift");
		rank_interval(from->x, from->n, to->x, to->n, 0.95, &low_end, &high_end);
		check_close(low_end, rows[i].low, 1e-13, "low");
		check_close(high_end, rows[i].high, 1e-13, "high");
	}
	check_close(rank_shift(iguana.x, 7, chameleon.x, 5), 250, 0, "ministat");
	check_close(rank_shift(drug_1.x, 10, drug_2.x, 10), 1.35, 1e-14, "sleep");
}

Test(rank, says_when_it_can_decide)
{
	static const struct {
		size_t n_a, n_b;
		bool decides;
	} rows[] = {{0, 0, false}, {0, 1000, false},   {1, 39, false}, {1, 40, true}, {2, 7, false},
		    {2, 8, true},  {3, 3, false},      {3, 4, false},  {3, 5, true},  {4, 4, true},
		    {5, 5, true},  {1000, 1000, true}, {40, 1, true}};

	for (size_t i = 0; i < countof(rows); i++)
		cr_expect(rank_decides(rows[i].n_a, rows[i].n_b) == rows[i].decides, "%zu, %zu",
			  rows[i].n_a, rows[i].n_b);
}

Test(rank, of_none_one_and_equal_values)
{
	static const double x[] = {3, 3, 3};
	double low_end, high_end;

	check_nan(rank_test(x, 0, x, 3).p, "none in a");
	check_nan(rank_test(x, 3, x, 0).u, "none in b");
	check_nan(rank_shift(x, 0, x, 3), "shift from none");
	check_close(rank_test(x, 1, x, 1).p, 1, 0, "one and one");
	check_close(rank_test(x, 3, x, 3).p, 1, 0, "all equal");
	rank_interval(x, 0, x, 3, 0.95, &low_end, &high_end);
	check_nan(low_end, "interval of none");
	rank_interval(x, 3, x, 3, 0.95, &low_end, &high_end);
	check_nan(high_end, "3 against 3 give no interval of 95 %");
}

/* Thousands of runs of which all or most are tied end soon, and stay within [0, 1]. */
Test(rank, thousands_of_runs)
{
	enum { N = 5000 };
	static double a[N], b[N];

	for (size_t i = 0; i < N; i++) {
		a[i] = i % 2 ? 1e308 : -1e308;
		b[i] = i % 3 ? 5e-324 : -5e-324;
	}
	struct rank_test test = rank_test(a, N, b, N);
	cr_expect(test.p >= 0 && test.p <= 1 && !test.exact);
	for (size_t i = 0; i < N; i++)
		a[i] = b[i] = 1;
	check_close(rank_test(a, N, b, N).p, 1, 0, "all equal");
	check_close(rank_test(a, 3, b, 600).p, 1, 1e-14, "3 against 600 equal ones, exact");
}
