/* Within-run jitter as one number a run, and what may stand behind it. */
#include "analyze/statistics/jitter.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/statistics/difference.h"
#include "analyze/statistics/series.h"
#include "collect/base/mem.h"

static const double drift_min = 0.10, drift_alpha = 0.05;
/* Of a warm-up's change, the share that may lie behind the middle third. */
static const double warm_up_rest = 0.25;

static double
log_cv_of(double sd, double mean, double resolution)
{
	return isnan(sd) ? NAN : log(fmax(sd, resolution / sqrt(12)) / mean);
}

static int
ascending(const void *a, const void *b)
{
	const double *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

/* A cliff that falls within an interval makes two large steps. */
enum { CLIFF_STEPS = 2 };

/* n is at least JITTER_SAMPLES_MIN. */
static double
step_sd(const double *rate, size_t n)
{
	double *step = mem_alloc(n, sizeof(*step));
	double sign = rate[n - 1] < rate[0] ? -1 : 1;

	for (size_t i = 0; i + 1 < n; i++)
		step[i] = sign * (rate[i + 1] - rate[i]);
	qsort(step, n - 1, sizeof(*step), ascending);
	for (size_t i = 0; i < CLIFF_STEPS; i++)
		step[n - 2 - i] = step[n - 2 - CLIFF_STEPS];
	double variance = moments_of(step, n - 1).variance;
	free(step);
	return sqrt(variance / 2);
}

static const struct jitter unknown = {.log_cv = {NAN, NAN},
				      .lag1 = NAN,
				      .effective = NAN,
				      .tau = NAN,
				      .third = {NAN, NAN, NAN},
				      .drift = NAN,
				      .drift_p = NAN};

struct jitter
jitter_of_moments(struct moments m, double resolution)
{
	struct jitter jitter = unknown;

	jitter.n = m.n;
	if (m.n >= JITTER_SAMPLES_MIN && m.mean > 0)
		jitter.log_cv[JITTER_BY_MEAN] = log_cv_of(moments_sd(m), m.mean, resolution);
	return jitter;
}

struct jitter
jitter_of(const double *rate, size_t n, double resolution)
{
	struct moments m = moments_of(rate, n);
	struct jitter jitter = jitter_of_moments(m, resolution);

	if (isnan(jitter.log_cv[JITTER_BY_MEAN]))
		return jitter;
	size_t third = n / 3;
	jitter.log_cv[JITTER_BY_STEP] = log_cv_of(step_sd(rate, n), m.mean, resolution);
	jitter.lag1 = moments_lag1(rate, n);
	jitter.effective = series_effective(rate, n);
	jitter.tau = series_tau(rate, n);
	jitter.third[0] = moments_of(rate, third).mean;
	jitter.third[1] = moments_of(rate + third, n - 2 * third).mean;
	jitter.third[2] = moments_of(rate + n - third, third).mean;
	jitter.drift = series_drift(rate, n);
	jitter.drift_p = series_trend(rate, n).p;
	return jitter;
}

double
jitter_log_cv(const double *rate, size_t n, double resolution)
{
	return jitter_of_moments(moments_of(rate, n), resolution).log_cv[JITTER_BY_MEAN];
}

double
jitter_log_variance(double n)
{
	return n > 1 ? 0.5 / (n - 1) : NAN;
}

double
jitter_step_log_variance(double n)
{
	return n > 1 ? (3 * n - 4) / (4 * (n - 1) * (n - 1)) : NAN;
}

double
jitter_warm_up(const struct jitter *jitter)
{
	return 2 * jitter->third[0] / (jitter->third[1] + jitter->third[2]) - 1;
}

enum drift
jitter_drift(const struct jitter *jitter, bool known)
{
	double change = jitter->third[2] - jitter->third[0];
	double rest = jitter->third[2] - jitter->third[1];

	if (!(known || jitter->drift_p <= drift_alpha) || !(fabs(jitter->drift) > drift_min))
		return DRIFT_NONE;
	return fabs(rest) <= warm_up_rest * fabs(change) ? DRIFT_WARM_UP : DRIFT_LASTING;
}

struct jitter_together
jitter_together(const double *drift, size_t n)
{
	double *log_ratio = mem_alloc(n, sizeof(*log_ratio));

	for (size_t i = 0; i < n; i++)
		log_ratio[i] = log1p(drift[i]);
	struct moments m = moments_of(log_ratio, n);
	free(log_ratio);
	return (struct jitter_together){
	    expm1(m.mean),
	    difference_test(m.mean, m.variance / m.n, m.n - 1, NAN, difference_confidence).p};
}

double
jitter_between_share(const struct jitter_run *run, size_t n)
{
	double within = 0, error = 0;
	double *mean = mem_alloc(n, sizeof(*mean));

	for (size_t i = 0; i < n; i++) {
		mean[i] = run[i].samples.mean;
		within += run[i].samples.variance / (double)n;
		error += run[i].samples.variance / run[i].effective / (double)n;
	}
	double between = moments_of(mean, n).variance - error;
	free(mean);
	between = between < 0 ? 0 : between;
	return between + within > 0 ? between / (between + within) : NAN;
}
