/* Within-run jitter as one number a run. */
#include "analyze/statistics/jitter.h"

#include "analyze/statistics/moments.h"
#include "tests/unit/check.h"

static const double rate[] = {98, 102, 97, 103, 100, 99, 101, 96, 104, 100};

Test(jitter, is_the_logarithm_of_sd_over_mean)
{
	/* Deviations -2 2 -3 3 0 -1 1 -4 4 0: their squares add up to 60. */
	check_close(jitter_log_cv(rate, 10, 1e-9), log(sqrt(60.0 / 9) / 100), 1e-15, "log cv");
}

Test(jitter, does_not_depend_on_the_unit)
{
	double bytes[10];

	for (size_t i = 0; i < 10; i++)
		bytes[i] = rate[i] * 4096;
	check_close(jitter_log_cv(bytes, 10, 4096), jitter_log_cv(rate, 10, 1), 1e-15, "scaled");
}

Test(jitter, of_equal_samples_is_that_of_the_resolution)
{
	static const double flat[] = {100, 100, 100, 100, 100, 100, 100, 100, 100, 100};

	check_close(jitter_log_cv(flat, 10, 1), log(1 / sqrt(12) / 100), 1e-15, "one step");
	check_close(jitter_log_cv(rate, 10, 50), log(50 / sqrt(12) / 100), 1e-15, "wide steps");
}

Test(jitter, comes_from_moments_too)
{
	struct moments m = {10, 100, 60.0 / 9, 96, 104};

	check_close(jitter_log_cv_of(m, 1e-9), log(sqrt(60.0 / 9) / 100), 1e-15, "log cv");
	m.n = 9;
	check_nan(jitter_log_cv_of(m, 1e-9), "nine samples");
	m = (struct moments){10, 0, 1, 0, 0};
	check_nan(jitter_log_cv_of(m, 1e-9), "no rate");
}

Test(jitter, needs_ten_samples_and_a_rate)
{
	static const double zeros[10] = {0};

	check_nan(jitter_log_cv(rate, 9, 1), "nine samples");
	check_nan(jitter_log_cv(rate, 0, 1), "no sample");
	check_nan(jitter_log_cv(zeros, 10, 1), "no rate");
}

/* var(ln s) of n normal values tends to 1 / (2 (n - 1)); for n = 11 that is 0.05. */
Test(jitter, sampling_variance_of_a_logarithm)
{
	check_close(jitter_log_variance(11), 0.05, 1e-15, "11 samples");
	check_close(jitter_log_variance(2), 0.5, 1e-15, "2 samples");
	check_nan(jitter_log_variance(1), "one sample");
	check_nan(jitter_log_variance(0), "no sample");
}
