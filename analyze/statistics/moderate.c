/* The scaled inverse chi-square prior by the moments of ln s^2. With e = ln s^2 - psi(d / 2) +
 * ln(d / 2), whose mean is ln s0^2 - psi(d0 / 2) + ln(d0 / 2) and whose variance is trigamma(d / 2)
 * + trigamma(d0 / 2), both unknowns follow from the mean and variance of the cells' e. */
#include "analyze/statistics/moderate.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "analyze/statistics/moments.h"
#include "collect/base/mem.h"

/* What is summed over the cells that can be used. */
struct cells {
	double *log_variance; /* e above */
	double *noise;        /* of it: trigamma(d / 2) */
	size_t n;
	double pooled; /* their variances' mean, weighted by df */
	double df_sum;
};

/* Solves trigamma(y) = x for x > 0 by Newton's method on 1 / trigamma, which is convex and nearly
 * straight: from this start it converges from below, without a step past the root (Smyth 2004,
 * appendix). The limits are where the asymptotes are as good as a double. */
static double
trigamma_inverse(double x)
{
	if (x > 1e7)
		return 1 / sqrt(x);
	if (x < 1e-6)
		return 1 / x;
	double y = 0.5 + 1 / x;
	for (int i = 0; i < 50; i++) {
		double at = trigamma(y);
		double step = at * (1 - at / x) / tetragamma(y);
		y += step;
		if (!(fabs(step) > 1e-15 * y))
			break;
	}
	return y;
}

/* psi(y) - ln y, which loses its digits in the subtraction where y is large: there it is -1 / (2 y)
 * and what is left of the series is below a rounding error of e. */
static double
bias(double y)
{
	return y > 1e8 ? -0.5 / y : digamma(y) - log(y);
}

static struct cells
cells_of(const double *variance, const double *df, size_t n)
{
	struct cells cells = {mem_alloc(n + 1, sizeof(double)), mem_alloc(n + 1, sizeof(double)), 0,
			      0, 0};

	for (size_t i = 0; i < n; i++) {
		bool usable =
		    variance[i] > 0 && isfinite(variance[i]) && df[i] > 0 && isfinite(df[i]);
		if (!usable)
			continue;
		cells.log_variance[cells.n] = log(variance[i]) - bias(df[i] / 2);
		cells.noise[cells.n++] = trigamma(df[i] / 2);
		cells.df_sum += df[i];
		/* A running mean: a sum of the largest variances would overflow. */
		cells.pooled += (variance[i] - cells.pooled) * (df[i] / cells.df_sum);
	}
	return cells;
}

static void
cells_done(struct cells *cells)
{
	free(cells->log_variance);
	free(cells->noise);
}

struct prior
moderate_fit(const double *variance, const double *df, size_t n)
{
	struct cells cells = cells_of(variance, df, n);
	struct prior prior = {NAN, 0, cells.df_sum};

	if (cells.n >= MODERATE_CELLS_MIN) {
		struct moments e = moments_of(cells.log_variance, cells.n);
		double beyond = e.variance - moments_of(cells.noise, cells.n).mean;
		if (beyond > 0) {
			prior.df = 2 * trigamma_inverse(beyond);
			prior.variance = exp(e.mean + bias(prior.df / 2));
		} else {
			prior.df = INFINITY;
			prior.variance = cells.pooled;
		}
		/* Cells at both ends of what a double holds leave no prior that it holds. */
		if (!(prior.variance > 0 && isfinite(prior.variance)))
			prior = (struct prior){NAN, 0, cells.df_sum};
	}
	cells_done(&cells);
	return prior;
}

double
moderate_variance(const struct prior *prior, double variance, double df)
{
	if (isnan(prior->variance))
		return variance;
	if (!(df > 0))
		return prior->variance;
	double share = 1 / (1 + prior->df / df); /* d / (d0 + d), also for infinite d0 */
	return prior->variance + share * (variance - prior->variance);
}

double
moderate_df(const struct prior *prior, double df)
{
	if (isnan(prior->variance))
		return df;
	return fmin(prior->df + fmax(df, 0), prior->df_sum);
}
