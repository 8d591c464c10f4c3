/* Selection among pairs by bisection over the doubles. The value of a pair never falls along the
 * sorted observations, rounding included, so the pairs up to a value lie below a staircase. */
#include "analyze/statistics/pairwise.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"

static int
ascending(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return (a > b) - (a < b);
}

double *
pairwise_sorted(const double *x, size_t n)
{
	double *sorted = mem_alloc(n, sizeof(*sorted));

	if (n == 0)
		return sorted;
	memcpy(sorted, x, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), ascending);
	return sorted;
}

double
pairwise_middle(double a, double b)
{
	double sum = a + b;

	return isfinite(sum) ? sum / 2 : a / 2 + b / 2;
}

size_t
pairwise_n(const struct pairwise *pairs)
{
	size_t n = pairs->n_a;

	switch (pairs->kind) {
	case PAIRWISE_DIFFERENCE:
		return n * pairs->n_b;
	case PAIRWISE_AVERAGE:
		return n * (n + 1) / 2;
	case PAIRWISE_DISTANCE:
		return n ? n * (n - 1) / 2 : 0;
	}
	return 0;
}

static size_t
differences_upto(const struct pairwise *pairs, double value)
{
	size_t count = 0, i = 0;

	for (size_t j = 0; j < pairs->n_b; j++) {
		while (i < pairs->n_a && pairs->b[j] - pairs->a[i] > value)
			i++;
		count += pairs->n_a - i;
	}
	return count;
}

static size_t
averages_upto(const struct pairwise *pairs, double value)
{
	size_t count = 0, behind = pairs->n_a;

	for (size_t i = 0; i < behind; i++) {
		while (behind > i && pairwise_middle(pairs->a[i], pairs->a[behind - 1]) > value)
			behind--;
		count += behind - i;
	}
	return count;
}

static size_t
distances_upto(const struct pairwise *pairs, double value)
{
	size_t count = 0, i = 0;

	for (size_t j = 1; j < pairs->n_a; j++) {
		while (i < j && pairs->a[j] - pairs->a[i] > value)
			i++;
		count += j - i;
	}
	return count;
}

static size_t
count_upto(const struct pairwise *pairs, double value)
{
	switch (pairs->kind) {
	case PAIRWISE_DIFFERENCE:
		return differences_upto(pairs, value);
	case PAIRWISE_AVERAGE:
		return averages_upto(pairs, value);
	case PAIRWISE_DISTANCE:
		return distances_upto(pairs, value);
	}
	return 0;
}

/* The bits of a double as a number of the same order; both zeros are 0. */
static int64_t
key_of(double x)
{
	int64_t bits;

	memcpy(&bits, &x, sizeof(bits));
	return bits < 0 ? INT64_MIN - bits : bits;
}

static double
value_of(int64_t key)
{
	int64_t bits = key < 0 ? INT64_MIN - key : key;
	double x;

	memcpy(&x, &bits, sizeof(x));
	return x;
}

double
pairwise_at(const struct pairwise *pairs, size_t k)
{
	if (k < 1 || k > pairwise_n(pairs))
		return NAN;
	int64_t low = key_of(-INFINITY), high = key_of(INFINITY);
	while (low < high) {
		/* Unsigned: the distance of the two may not fit a signed number. */
		uint64_t half = ((uint64_t)high - (uint64_t)low) / 2;
		int64_t middle = (int64_t)((uint64_t)low + half);
		if (count_upto(pairs, value_of(middle)) >= k)
			high = middle;
		else
			low = middle + 1;
	}
	return value_of(low);
}

double
pairwise_median(const struct pairwise *pairs)
{
	size_t n = pairwise_n(pairs);

	if (n == 0)
		return NAN;
	double upper = pairwise_at(pairs, n / 2 + 1);
	return n % 2 ? upper : pairwise_middle(pairwise_at(pairs, n / 2), upper);
}
