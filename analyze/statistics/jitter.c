/* Within-run jitter as one number a run. */
#include "analyze/statistics/jitter.h"

#include <math.h>

double
jitter_log_cv(const double *rate, size_t n, double resolution)
{
	return jitter_log_cv_of(moments_of(rate, n), resolution);
}

double
jitter_log_cv_of(struct moments m, double resolution)
{
	if (!(m.n >= JITTER_SAMPLES_MIN) || !(m.mean > 0))
		return NAN;
	return log(fmax(moments_sd(m), resolution / sqrt(12)) / m.mean);
}

double
jitter_log_variance(size_t n)
{
	return n > 1 ? 0.5 / (double)(n - 1) : NAN;
}
