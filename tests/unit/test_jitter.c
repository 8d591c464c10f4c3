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
	struct jitter j = jitter_of_moments(m, 1e-9);

	check_close(j.log_cv[JITTER_BY_MEAN], log(sqrt(60.0 / 9) / 100), 1e-15, "log cv");
	check_close(j.n, 10, 0, "n");
	check_nan(j.log_cv[JITTER_BY_STEP], "no order");
	check_int(jitter_drift(&j, true), DRIFT_NONE);
	m.n = 9;
	check_nan(jitter_of_moments(m, 1e-9).log_cv[JITTER_BY_MEAN], "nine samples");
	m = (struct moments){10, 0, 1, 0, 0};
	check_nan(jitter_of_moments(m, 1e-9).log_cv[JITTER_BY_MEAN], "no rate");
	m = (struct moments){10, 100, NAN, 96, 104};
	check_nan(jitter_of_moments(m, 1e-9).log_cv[JITTER_BY_MEAN], "no variance");
}

/* Steps 4 -5 6 -3 -1 2 -5 8 -4, of which 6 and 8 become 4: their sum is -4, that of their squares
 * 128. Products of neighbours' deviations -4 -6 -9 0 0 -1 -4 -16 0 add up to -40, of 60. */
Test(jitter, tells_of_the_order_of_samples)
{
	struct jitter j = jitter_of(rate, 10, 1e-9);

	check_close(j.log_cv[JITTER_BY_MEAN], log(sqrt(60.0 / 9) / 100), 1e-15, "log cv");
	check_close(j.log_cv[JITTER_BY_STEP], log(sqrt((128 - 16.0 / 9) / 16) / 100), 1e-14,
		    "by steps");
	check_close(j.lag1, -40.0 / 60, 1e-14, "lag 1");
	check_close(j.effective, 10 * (100.0 / 60) / (20.0 / 60), 1e-13, "effective");
	check_close(j.third[0], 99, 1e-15, "98 102 97");
	check_close(j.third[1], 403.0 / 4, 1e-15, "103 100 99 101");
	check_close(j.third[2], 100, 1e-15, "96 104 100");
	check_close(j.drift, 100.0 / 99 - 1, 1e-13, "drift");
	cr_expect(j.drift_p > 0.5);
}

/* 30 samples that fall by a third; that do so within the first ten; 1 % up and down beside. */
static struct jitter
falling(bool early)
{
	double x[30];

	for (int i = 0; i < 30; i++)
		x[i] =
		    (150 - 50.0 / 30 * (early ? (i < 10 ? 3 * i : 30) : i)) + (i * 7 % 5 - 2) * 0.5;
	return jitter_of(x, 30, 1e-9);
}

Test(jitter, drift_and_warm_up)
{
	struct jitter lasting = falling(false), early = falling(true);

	check_int(jitter_drift(&lasting, false), DRIFT_LASTING);
	/* Means of the thirds: 142.5, 125.8, 109.2. */
	check_close(lasting.drift, 109.1666666666 / 142.5 - 1, 1e-9, "drift");
	check_int(jitter_drift(&early, true), DRIFT_WARM_UP);
	/* Means of the thirds: 127.5, 100, 100. */
	check_close(jitter_warm_up(&early), 0.275, 1e-12, "warm-up");
	early.drift_p = 0.06;
	check_int(jitter_drift(&early, false), DRIFT_NONE);
	lasting.drift = -0.1;
	check_int(jitter_drift(&lasting, true), DRIFT_NONE);
}

/* The steps of a straight line are all alike. */
Test(jitter, steps_leave_out_a_drift)
{
	struct jitter j = falling(false);
	double line[12];

	for (int i = 0; i < 12; i++)
		line[i] = 100 + 8 * i;
	check_close(jitter_of(line, 12, 1).log_cv[JITTER_BY_STEP], log(1 / sqrt(12) / 144), 1e-14,
		    "a straight line");

	cr_expect(exp(j.log_cv[JITTER_BY_MEAN]) > 0.1);
	cr_expect(exp(j.log_cv[JITTER_BY_STEP]) < 0.015);
}

/* A cliff in the middle of an interval is taken out, a stall is not. */
Test(jitter, steps_leave_out_a_cliff)
{
	double flat[30], cliff[30], stall[30];

	for (int i = 0; i < 30; i++) {
		flat[i] = 100 + (i * 7 % 5 - 2) * 0.5;
		cliff[i] = flat[i] * (i < 12 ? 1 : i == 12 ? 0.8 : 0.6);
		stall[i] = i == 12 ? 0 : flat[i];
	}
	double without = exp(jitter_of(flat, 30, 1e-9).log_cv[JITTER_BY_STEP]);
	double with = exp(jitter_of(cliff, 30, 1e-9).log_cv[JITTER_BY_STEP]);
	cr_expect(fabs(with / without - 1) < 0.2, "%g %g", with, without);
	cr_expect(exp(jitter_of(cliff, 30, 1e-9).log_cv[JITTER_BY_MEAN]) > 10 * with);
	cr_expect(exp(jitter_of(stall, 30, 1e-9).log_cv[JITTER_BY_STEP]) > 0.1);
}

/* t.test(log(c(.8, .9, .85))) of R 4.2.2. */
Test(jitter, runs_drift_together)
{
	static const double drift[] = {-0.2, -0.1, -0.15};
	struct jitter_together t = jitter_together(drift, 3);

	check_close(t.drift, -0.1509815251224453, 1e-13, "geometric mean");
	check_close(t.p, 0.04055860967962455, 1e-11, "p");
	check_nan(jitter_together(drift, 1).p, "one run");
	check_nan(jitter_together(drift, 0).drift, "no run");
}

/* Of equal runs nothing lies between; of runs with means 90, 100, 110 and variance 100 from 50
 * independent samples B = 100 - 2. */
Test(jitter, share_of_variance_between_runs)
{
	struct jitter_run run[3];

	for (int r = 0; r < 3; r++)
		run[r] = (struct jitter_run){{100, 90 + 10 * r, 100, 0, 200}, 50};
	check_close(jitter_between_share(run, 3), 98.0 / 198, 1e-14, "share");
	check_nan(jitter_between_share(run, 1), "one run");
	check_nan(jitter_between_share(run, 0), "no run");
	for (int r = 0; r < 3; r++)
		run[r].samples.mean = 100 + r;
	check_close(jitter_between_share(run, 3), 0, 0, "less than sampling");
	for (int r = 0; r < 3; r++)
		run[r].samples.variance = 0;
	check_close(jitter_between_share(run, 3), 1, 0, "steady runs");
	run[1].samples.variance = NAN;
	check_nan(jitter_between_share(run, 3), "not known");
}

Test(jitter, needs_ten_samples_and_a_rate)
{
	static const double zeros[10] = {0};

	check_nan(jitter_log_cv(rate, 9, 1), "nine samples");
	check_nan(jitter_log_cv(rate, 0, 1), "no sample");
	check_nan(jitter_log_cv(zeros, 10, 1), "no rate");
	check_nan(jitter_of(rate, 9, 1).drift_p, "nine samples");
	check_close(jitter_of(rate, 9, 1).n, 9, 0, "that there are");
	check_nan(jitter_of(rate, 0, 1).drift, "no sample");
	check_nan(jitter_of(zeros, 10, 1).drift, "no rate");
}

/* var(ln s) of n normal values tends to 1 / (2 (n - 1)); for n = 11 that is 0.05. By steps it is 29
 * / 400; with two values both are the same. */
Test(jitter, sampling_variance_of_a_logarithm)
{
	check_close(jitter_log_variance(11), 0.05, 1e-15, "11 samples");
	check_close(jitter_step_log_variance(11), 29.0 / 400, 1e-15, "11 samples");
	check_close(jitter_log_variance(2), 0.5, 1e-15, "2 samples");
	check_close(jitter_step_log_variance(2), 0.5, 1e-15, "2 samples");
	check_nan(jitter_log_variance(1), "one sample");
	check_nan(jitter_step_log_variance(0), "no sample");
}
