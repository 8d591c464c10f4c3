/* Tests of jitter: within runs by their log CVs, between runs by variances of run means. */
#include "tests/bench/simulate.h"

#include <math.h>
#include <stdio.h>

#include "analyze/compare/verdict.h"
#include "analyze/statistics/jitter.h"
#include "analyze/statistics/kurtosis.h"
#include "analyze/statistics/variance_ratio.h"
#include "analyze/statistics/welch.h"

enum { SCALES = 3, EARLIER = 10 };
static const double scales[SCALES] = {1, 2, 3}; /* of b's sd over a's */

enum spread_rule {
	SPREAD_WITHIN,
	SPREAD_TWO,
	SPREAD_NORMAL,
	SPREAD_HISTORY,
	SPREAD_BF,
	SPREAD_RULES
};

static const char *const spread_name[SPREAD_RULES] = {
    [SPREAD_WITHIN] = "within runs: Welch on log CV",
    [SPREAD_TWO] = "between runs: F of the two sides",
    [SPREAD_NORMAL] = "between runs: F against 10 earlier commits",
    [SPREAD_HISTORY] = "the same, their tails allowed for",
    [SPREAD_BF] = "between runs: Brown-Forsythe",
};

/* As analyze/compare does it for one side. */
static struct welch_side
log_cvs(struct noise_source *source, const struct noise *noise, size_t runs)
{
	double log_cv[SIMULATE_RUNS_MAX], sample[NOISE_SAMPLES];

	for (size_t r = 0; r < runs; r++) {
		noise_run(source, noise, 0, sample);
		log_cv[r] = jitter_log_cv(sample, NOISE_SAMPLES, 0);
	}
	return (struct welch_side){moments_of(log_cv, runs), jitter_log_variance(NOISE_SAMPLES)};
}

static bool
within_alarms(struct noise_source *source, enum noise_kind kind, size_t runs, double scale)
{
	struct noise noise = noise_usual(kind), more = noise;

	more.sample_sd *= scale;
	struct welch_side a = log_cvs(source, &noise, runs), b = log_cvs(source, &more, runs);
	return welch_test(a, b, difference_confidence).p <= verdict_alpha;
}

static void
between_alarms(struct noise_source *source, enum noise_kind kind, size_t runs, double scale,
	       struct share *out)
{
	struct noise noise = noise_usual(kind), more = noise_scaled(noise, scale);
	double a[SIMULATE_RUNS_MAX], b[SIMULATE_RUNS_MAX], earlier[SIMULATE_RUNS_MAX];
	struct variance_known history = {0, EARLIER * (double)(runs - 1), 0};
	struct kurtosis tails = {.df = 0};

	for (size_t r = 0; r < runs; r++) {
		a[r] = noise_run_mean(source, &noise, 0);
		b[r] = noise_run_mean(source, &more, 0);
	}
	for (int c = 0; c < EARLIER; c++) {
		for (size_t r = 0; r < runs; r++)
			earlier[r] = noise_run_mean(source, &noise, 0);
		history.variance += moments_of(earlier, runs).variance / EARLIER;
		kurtosis_add(&tails, earlier, runs);
	}
	struct variance_known of_a = {moments_of(a, runs).variance, (double)(runs - 1), 0};
	struct variance_known of_b = {moments_of(b, runs).variance, (double)(runs - 1), 0};
	struct anova_group group[] = {{a, runs}, {b, runs}};
	share_add(&out[SPREAD_TWO],
		  variance_ratio_test(of_a, of_b, difference_confidence).p <= verdict_alpha);
	share_add(&out[SPREAD_NORMAL],
		  variance_ratio_test(history, of_b, difference_confidence).p <= verdict_alpha);
	double excess = kurtosis_excess(&tails);
	history.df = kurtosis_df(excess, history.df, history.df);
	of_b.df = kurtosis_df(excess, of_b.df, of_b.df + 1);
	share_add(&out[SPREAD_HISTORY],
		  variance_ratio_test(history, of_b, difference_confidence).p <= verdict_alpha);
	share_add(&out[SPREAD_BF], variance_brown_forsythe(group, 2).p <= verdict_alpha);
}

static void
print_spread(enum noise_kind kind, struct share out[SIMULATE_SIZES][SCALES][SPREAD_RULES])
{
	for (int rule = 0; rule < SPREAD_RULES; rule++) {
		printf("| %s | %s |", noise_name[kind], spread_name[rule]);
		for (int s = 0; s < SCALES; s++)
			for (int i = 0; i < SIMULATE_SIZES; i++)
				share_print(out[i][s][rule]);
		puts("");
	}
}

void
simulate_spread(struct simulation *simulation)
{
	puts("Jitter called different at 5 %, where it is the same, twice and three times as "
	     "large:\n");
	puts("| noise | test | same, runs a side: 3 | 5 | 10 | ×2: 3 | 5 | 10 | ×3: 3 | 5 | 10 |\n"
	     "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
	for (enum noise_kind kind = NOISE_PLAIN; kind <= NOISE_HARD; kind++) {
		struct share out[SIMULATE_SIZES][SCALES][SPREAD_RULES] = {0};
		for (int i = 0; i < SIMULATE_SIZES; i++)
			for (int s = 0; s < SCALES; s++)
				for (size_t t = 0; t < 10 * simulation->trials; t++) {
					share_add(&out[i][s][SPREAD_WITHIN],
						  within_alarms(&simulation->source, kind,
								simulate_runs[i], scales[s]));
					between_alarms(&simulation->source, kind, simulate_runs[i],
						       scales[s], out[i][s]);
				}
		print_spread(kind, out);
	}
}
