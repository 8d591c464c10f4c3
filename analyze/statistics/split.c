/* Splits by enumeration and by shuffling; each needs only the sum over the smaller side. */
#include "analyze/statistics/split.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/shape.h"
#include "collect/base/mem.h"
#include "collect/engine/xorshift.h"

struct splitting {
	const double *x, *curve;
	size_t points, n, small; /* runs in all, and on the smaller side */
	double *total;           /* of all curves */
	double *sum;             /* of the smaller side's */
	size_t *chosen;          /* the runs that are on it; n of them for shuffling */
	double bar;              /* energies from here on are as extreme as the data's */
};

/* The energy of the split that puts the first small runs of chosen on one side. */
static double
energy_of(struct splitting *s)
{
	double small = (double)s->small, rest = (double)(s->n - s->small);

	memset(s->sum, 0, s->points * sizeof(*s->sum));
	for (size_t k = 0; k < s->small; k++) {
		const double *row = s->curve + s->chosen[k] * s->points;
		for (size_t i = 0; i < s->points; i++)
			s->sum[i] += row[i];
	}
	for (size_t i = 0; i < s->points; i++)
		s->sum[i] = s->sum[i] / small - (s->total[i] - s->sum[i]) / rest;
	return shape_energy(s->x, s->sum, s->points);
}

/* The next combination in lexicographic order; false behind the last one. With the sides of one
 * size, each split comes with its mirror image, whose energy is the same: those that have run 0,
 * which come first, are all. */
static bool
next_split(struct splitting *s)
{
	size_t k = s->small;

	while (k > 0 && s->chosen[k - 1] == s->n - s->small + k - 1)
		k--;
	if (k == 0)
		return false;
	if (k == 1 && 2 * s->small == s->n)
		return false;
	s->chosen[k - 1]++;
	for (; k < s->small; k++)
		s->chosen[k] = s->chosen[k - 1] + 1;
	return true;
}

static double
p_of_all(struct splitting *s)
{
	double hits = 0, splits = 0;

	for (size_t k = 0; k < s->small; k++)
		s->chosen[k] = k;
	do {
		hits += energy_of(s) >= s->bar;
		splits++;
	} while (next_split(s));
	return hits / splits;
}

static double
p_of_some(struct splitting *s)
{
	uint64_t state = xorshift_seed(1);
	double hits = 0;

	for (int draw = 1; draw <= SPLIT_DRAWS; draw++) {
		for (size_t k = 0; k < s->small; k++) {
			size_t other = k + (size_t)xorshift_below(&state, s->n - k);
			size_t run = s->chosen[k];
			s->chosen[k] = s->chosen[other];
			s->chosen[other] = run;
		}
		hits += energy_of(s) >= s->bar;
		if (hits >= SPLIT_HITS)
			return hits / draw;
	}
	return (hits + 1) / (SPLIT_DRAWS + 1);
}

struct split_test
split_test(const double *x, size_t points, const double *curve, size_t n_a, size_t n_b)
{
	struct splitting s = {x,    curve, points, n_a + n_b, n_a < n_b ? n_a : n_b,
			      NULL, NULL,  NULL,   0};
	struct split_test test = {NAN, NAN, NAN};

	if (s.small == 0)
		return test;
	s.total = mem_alloc(points, sizeof(*s.total));
	s.sum = mem_alloc(points, sizeof(*s.sum));
	s.chosen = mem_alloc(s.n, sizeof(*s.chosen));
	for (size_t j = 0; j < s.n; j++) {
		for (size_t i = 0; i < points; i++)
			s.total[i] += curve[j * points + i];
		s.chosen[j] = n_a <= n_b ? j : s.n - 1 - j;
	}
	test.energy = energy_of(&s);
	/* Rounding must not decide between splits that are the same, nor between curves that are.
	 */
	s.bar = test.energy * (1 - 1e-9) - 1e-20;
	double splits = choose((double)s.n, (double)s.small);
	bool exact = splits <= SPLIT_EXACT_MAX;
	test.p = exact ? p_of_all(&s) : p_of_some(&s);
	/* Where the sides are of one size, each split comes with its mirror image. */
	test.p_min = exact ? (n_a == n_b ? 2 : 1) / splits : 1.0 / (SPLIT_DRAWS + 1);
	free(s.total);
	free(s.sum);
	free(s.chosen);
	return test;
}
