/* Kendall's S by merge sort (Knight 1966), serial correlation by plain sums of centred values. */
#include "analyze/statistics/series.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/moments.h"
#include "collect/base/mem.h"

static const double rho_max = 0.95;
static const double tau_cost_max = 1e7;

struct sample {
	double x;
	size_t at; /* its index in time */
};

/* Sorts n samples by x, those of one x by time, and returns how many pairs fell in time. spare has
 * room for n. */
static double
sort_counting_falls(struct sample *sample, size_t n, struct sample *spare)
{
	size_t half = n / 2, i = 0, j = half, out = 0;

	if (n < 2)
		return 0;
	double falls = sort_counting_falls(sample, half, spare) +
		       sort_counting_falls(sample + half, n - half, spare);
	while (i < half && j < n) {
		if (sample[j].x < sample[i].x) {
			falls += (double)(half - i);
			spare[out++] = sample[j++];
		} else
			spare[out++] = sample[i++];
	}
	memcpy(spare + out, sample + i, (half - i) * sizeof(*spare));
	/* What is left of the upper half stands where it belongs. */
	memcpy(sample, spare, (out + half - i) * sizeof(*spare));
	return falls;
}

/* Fills rank with midranks by time, and takes ties out of trend's pairs and variance. */
static void
rank_sorted(const struct sample *sample, size_t n, double *rank, struct series_trend *trend)
{
	for (size_t first = 0, behind; first < n; first = behind) {
		for (behind = first + 1; behind < n; behind++)
			if (sample[behind].x > sample[first].x)
				break;
		double t = (double)(behind - first);
		trend->s -= t * (t - 1) / 2;
		trend->variance -= t * (t - 1) * (2 * t + 5) / 18;
		for (size_t i = first; i < behind; i++)
			rank[sample[i].at] = (double)(first + behind + 1) / 2;
	}
}

/* Takes the line of least squares out of y. */
static void
take_line_out(double *y, size_t n)
{
	double middle = ((double)n - 1) / 2, products = 0, squares = 0;

	for (size_t i = 0; i < n; i++) {
		double t = (double)i - middle;
		products += t * y[i];
		squares += t * t;
	}
	double mean = moments_of(y, n).mean, slope = products / squares;
	for (size_t i = 0; i < n; i++)
		y[i] -= mean + slope * ((double)i - middle);
}

static double
rho_of_ranks(double *rank, size_t n)
{
	double count = (double)n, ranks = moments_of(rank, n).variance;

	take_line_out(rank, n);
	/* What a straight line leaves is rounding. */
	if (!(moments_of(rank, n).variance > 1e-12 * ranks))
		return 0;
	double r = (count * moments_lag1(rank, n) + 2) / (count - 4);
	return fmin(fmax(2 * sin(M_PI / 6 * fmin(r, 1)), 0), rho_max);
}

/* How much larger the variance of S is than that of independent samples. */
static double
inflation(double rho, size_t n)
{
	double count = (double)n, sum = 0, power = 1;

	for (size_t k = 1; k < n && power > 1e-18; k++) {
		double left = (double)(n - k);
		power *= rho;
		sum += left * (left - 1) * (left - 2) * power;
	}
	return 1 + 2 * sum / (count * (count - 1) * (count - 2));
}

static double
trend_p(const struct series_trend *trend, size_t n)
{
	double count = (double)n;

	if (!(trend->variance > 0))
		return 1;
	double z = fmax(fabs(trend->s) - 1, 0) / sqrt(trend->variance * inflation(trend->rho, n));
	double df = fmax(count * (1 - trend->rho) / (1 + trend->rho) - 2, 1);
	return fmin(2 * pt(-z, df, true, false), 1);
}

struct series_trend
series_trend(const double *x, size_t n)
{
	struct series_trend trend = {NAN, NAN, NAN, NAN};
	double count = (double)n;

	if (n < SERIES_TREND_MIN)
		return trend;
	struct sample *sample = mem_alloc(n, sizeof(*sample));
	struct sample *spare = mem_alloc(n, sizeof(*spare));
	for (size_t i = 0; i < n; i++)
		sample[i] = (struct sample){x[i], i};
	trend.s = count * (count - 1) / 2 - 2 * sort_counting_falls(sample, n, spare);
	/* There may be millions: what is done with makes room for what comes. */
	free(spare);
	double *rank = mem_alloc(n, sizeof(*rank));
	trend.variance = count * (count - 1) * (2 * count + 5) / 18;
	rank_sorted(sample, n, rank, &trend);
	free(sample);
	trend.rho = rho_of_ranks(rank, n);
	trend.p = trend_p(&trend, n);
	free(rank);
	return trend;
}

double
series_drift(const double *x, size_t n)
{
	size_t third = n / 3;

	if (third == 0)
		return NAN;
	double first = moments_of(x, third).mean, last = moments_of(x + n - third, third).mean;
	double drift = first > 0 ? last / first - 1 : NAN;
	return isfinite(drift) ? drift : NAN;
}

double
series_effective(const double *x, size_t n)
{
	double r = moments_lag1(x, n);

	return (double)n * (1 - r) / (1 + r);
}

/* The sum over i of d[i] d[i + lag]. */
static double
products_at(const double *d, size_t n, size_t lag)
{
	double sum = 0;

	for (size_t i = 0; i + lag < n; i++)
		sum += d[i] * d[i + lag];
	return sum;
}

/* The deviations from the mean in units of the largest, so that no square overflows. NULL where all
 * are 0 or one is not finite. The caller frees it. */
static double *
deviations(const double *x, size_t n)
{
	struct moments m = moments_of(x, n);
	double largest = n ? fmax(m.max - m.mean, m.mean - m.min) : 0;

	if (!(largest > 0) || !isfinite(largest))
		return NULL;
	double *d = mem_alloc(n, sizeof(*d));
	for (size_t i = 0; i < n; i++)
		d[i] = (x[i] - m.mean) / largest;
	return d;
}

double
series_tau(const double *x, size_t n)
{
	double *d = deviations(x, n);

	if (!d)
		return NAN;
	double squares = products_at(d, n, 0), tau = -1;
	double lags = fmin(fmax(tau_cost_max / (double)n, 20), (double)n - 1);
	for (size_t lag = 0; (double)lag < lags; lag += 2) {
		double pair = (products_at(d, n, lag) + products_at(d, n, lag + 1)) / squares;
		if (!(pair > 0))
			break;
		tau += 2 * pair;
	}
	free(d);
	return tau;
}

double
series_neumann_sd(const double *x, size_t n)
{
	double largest = 0, squares = 0;

	if (n < 2)
		return NAN;
	for (size_t i = 0; i + 1 < n; i++)
		largest = fmax(largest, fabs(x[i + 1] - x[i]));
	if (!(largest > 0))
		return 0;
	for (size_t i = 0; i + 1 < n; i++) {
		double step = (x[i + 1] - x[i]) / largest;
		squares += step * step;
	}
	double sd = largest * sqrt(squares / (2 * ((double)n - 1)));
	return isfinite(sd) ? sd : NAN;
}
