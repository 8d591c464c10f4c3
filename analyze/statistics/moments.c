/* Moments by two passes over compensated sums (Neumaier 1974). */
#include "analyze/statistics/moments.h"

#include <math.h>

struct sum {
	double total, lost;
};

static void
add(struct sum *sum, double x)
{
	double total = sum->total + x;

	/* Whichever is larger keeps its low bits in the subtraction, so the other's are found. */
	if (fabs(sum->total) >= fabs(x))
		sum->lost += (sum->total - total) + x;
	else
		sum->lost += (x - total) + sum->total;
	sum->total = total;
}

static double
mean_of(const double *x, size_t n)
{
	struct sum sum = {0, 0};

	for (size_t i = 0; i < n; i++)
		add(&sum, x[i]);
	return (sum.total + sum.lost) / (double)n;
}

struct moments
moments_of(const double *x, size_t n)
{
	struct moments m = {(double)n, NAN, NAN, NAN, NAN};
	struct sum squares = {0, 0};

	if (n == 0)
		return m;
	m.mean = mean_of(x, n);
	m.min = m.max = x[0];
	for (size_t i = 0; i < n; i++) {
		add(&squares, (x[i] - m.mean) * (x[i] - m.mean));
		m.min = fmin(m.min, x[i]);
		m.max = fmax(m.max, x[i]);
	}
	/* The mean of equal numbers may differ from them by a rounding, which is no spread. */
	if (m.min == m.max)
		m.mean = m.min;
	if (n > 1)
		m.variance = m.min == m.max ? 0 : (squares.total + squares.lost) / (double)(n - 1);
	return m;
}

double
moments_sd(struct moments m)
{
	return sqrt(m.variance);
}

/* Sum of squared deviations. */
static double
squares_of(struct moments m)
{
	return m.n > 1 ? m.variance * (m.n - 1) : 0;
}

struct moments
moments_pool(struct moments a, struct moments b)
{
	if (!(a.n > 0))
		return b;
	if (!(b.n > 0))
		return a;
	struct moments m = {.n = a.n + b.n, .variance = NAN};
	double apart = b.mean - a.mean;
	m.mean = a.mean + apart * (b.n / m.n);
	if (m.n > 1)
		m.variance =
		    (squares_of(a) + squares_of(b) + apart * apart * (a.n * b.n / m.n)) / (m.n - 1);
	m.min = fmin(a.min, b.min);
	m.max = fmax(a.max, b.max);
	return m;
}

double
moments_lag1(const double *x, size_t n)
{
	struct sum products = {0, 0}, squares = {0, 0};

	if (n < 2)
		return NAN;
	double mean = mean_of(x, n);
	for (size_t i = 0; i < n; i++) {
		add(&squares, (x[i] - mean) * (x[i] - mean));
		if (i + 1 < n)
			add(&products, (x[i] - mean) * (x[i + 1] - mean));
	}
	double total = squares.total + squares.lost;
	return total > 0 ? (products.total + products.lost) / total : NAN;
}
