/* Each rule with its source. What a tool is fed decides as much as its rule: with --status-interval
 * or logs people have a number a second at hand and hand these over as if they were runs. */
#include "tests/bench/peer.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/moments.h"
#include "analyze/statistics/rank.h"
#include "collect/base/mem.h"

/* Student's t with pooled variance at 95 %: FreeBSD's usr.bin/ministat, ministat(1). */
static bool
student(const double *a, size_t n_a, const double *b, size_t n_b)
{
	struct moments x = moments_of(a, n_a), y = moments_of(b, n_b);
	double df = x.n + y.n - 2;
	double pooled = ((x.n - 1) * x.variance + (y.n - 1) * y.variance) / df;
	double reach = qt(0.975, df, true, false) * sqrt(pooled * (1 / x.n + 1 / y.n));
	return fabs(y.mean - x.mean) > reach;
}

static bool
ministat_runs(const struct peer_side *a, const struct peer_side *b)
{
	return student(a->mean, a->runs, b->mean, b->runs);
}

static bool
ministat_samples(const struct peer_side *a, const struct peer_side *b)
{
	return student(a->sample, a->samples, b->sample, b->samples);
}

static int
ascending(const void *a, const void *b)
{
	const double *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

static double *
sorted_of(const double *x, size_t n)
{
	double *sorted = mem_alloc(n, sizeof(*sorted));

	memcpy(sorted, x, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), ascending);
	return sorted;
}

/* Normal approximation with continuity correction; the samples have no ties. */
static double
u_normal_p(const double *a, size_t n_a, const double *b, size_t n_b)
{
	double *x = sorted_of(a, n_a), *y = sorted_of(b, n_b), u = 0;

	for (size_t i = 0, below = 0; i < n_a; i++) {
		while (below < n_b && y[below] < x[i])
			below++;
		u += (double)below;
	}
	free(x);
	free(y);
	double n = (double)n_a, m = (double)n_b;
	double off = fmax(0, fabs(u - n * m / 2) - 0.5);
	return 2 * pnorm(off / sqrt(n * m * (n + m + 1) / 12), 0, 1, false, false);
}

/* Mann and Whitney's U at 0.05, exact up to 50 a side, else by the normal distribution:
 * golang.org/x/perf, cmd/benchstat and internal/stats/utest.go. */
static bool
benchstat(const double *a, size_t n_a, const double *b, size_t n_b)
{
	bool exact = n_a <= 50 && n_b <= 50;
	return (exact ? rank_test(a, n_a, b, n_b).p : u_normal_p(a, n_a, b, n_b)) <= 0.05;
}

static bool
benchstat_runs(const struct peer_side *a, const struct peer_side *b)
{
	return benchstat(a->mean, a->runs, b->mean, b->runs);
}

static bool
benchstat_samples(const struct peer_side *a, const struct peer_side *b)
{
	return benchstat(a->sample, a->samples, b->sample, b->samples);
}

/* "1.40 +- 0.03 times faster" read as it looks: the ratio of means, slower over faster, lies
 * further from 1 than its sd, ratio * sqrt(cv_a^2 + cv_b^2): sharkdp/hyperfine,
 * src/benchmark/relative_speed.rs. */
static bool
hyperfine(const struct peer_side *a, const struct peer_side *b)
{
	struct moments x = moments_of(a->mean, a->runs), y = moments_of(b->mean, b->runs);
	double ratio = fmax(x.mean / y.mean, y.mean / x.mean);
	return ratio - 1 > ratio * hypot(moments_sd(x) / x.mean, moments_sd(y) / y.mean);
}

/* The marker of a row: the difference of the means against the sum of both sides' 1.96 standard
 * deviations (of the runs, not of their mean): gormanm/mmtests, bin/lib/MMTests. */
static bool
mmtests(const struct peer_side *a, const struct peer_side *b)
{
	struct moments x = moments_of(a->mean, a->runs), y = moments_of(b->mean, b->runs);
	return fabs(y.mean - x.mean) > 1.96 * (moments_sd(x) + moments_sd(y));
}

static double
median_of(const double *x, size_t n)
{
	double *sorted = sorted_of(x, n);
	double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;

	free(sorted);
	return median;
}

/* Each side's median lies outside the other's range, and the change is above 1 %: intel/lkp-tests,
 * lib/changed_stat.rb. */
static bool
lkp(const struct peer_side *a, const struct peer_side *b)
{
	struct moments x = moments_of(a->mean, a->runs), y = moments_of(b->mean, b->runs);
	double middle_x = median_of(a->mean, a->runs), middle_y = median_of(b->mean, b->runs);
	bool up = y.min > middle_x && middle_y > x.max;
	bool down = x.min > middle_y && middle_x > y.max;
	return (up || down) && fabs(middle_y / middle_x - 1) > 0.01;
}

const struct peer peer_table[PEERS] = {
    {"ministat (Student), run means", ministat_runs},
    {"ministat, samples of all runs", ministat_samples},
    {"benchstat (exact U), run means", benchstat_runs},
    {"benchstat, samples of all runs", benchstat_samples},
    {"hyperfine, ratio beyond its ±", hyperfine},
    {"mmtests, difference beyond 1.96 sd + 1.96 sd", mmtests},
    {"lkp, ranges against medians, > 1 %", lkp},
};
