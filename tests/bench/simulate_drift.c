/* The verdict on jitter where rates drift, beside that of plain coefficients of variation. */
#include "tests/bench/simulate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyze/compare/row.h"
#include "analyze/compare/steadiness.h"
#include "analyze/compare/verdict.h"
#include "analyze/sample/derive.h"
#include "analyze/sample/side.h"
#include "analyze/statistics/jitter.h"
#include "analyze/statistics/welch.h"
#include "collect/engine/xorshift.h"

enum { SCALES = 3, SIZES = 2 }; /* 3 and 5 runs a side */

enum shape { SHAPE_LEVEL, SHAPE_FALL, SHAPE_CLIFF };

static const struct {
	const char *name;
	enum shape shape[2]; /* of base and commit */
	double cv_sd;        /* of the logarithm of the runs' own CVs */
} cases[] = {
    {"both level", {SHAPE_LEVEL, SHAPE_LEVEL}, 0},
    {"both level, ln CV of runs ±0.2", {SHAPE_LEVEL, SHAPE_LEVEL}, 0.2},
    {"both fall", {SHAPE_FALL, SHAPE_FALL}, 0},
    {"both have a cliff", {SHAPE_CLIFF, SHAPE_CLIFF}, 0},
    {"one is level, one falls", {SHAPE_LEVEL, SHAPE_FALL}, 0},
    {"one is level, one has a cliff", {SHAPE_LEVEL, SHAPE_CLIFF}, 0},
};

/* One side as analyze has it. */
struct flock {
	struct group group;
	struct run run[SIMULATE_RUNS_MAX];
	struct derived derived[SIMULATE_RUNS_MAX];
	const struct derived *one[SIMULATE_RUNS_MAX]; /* points there, for the one metric */
	struct jitter jitter[SIMULATE_RUNS_MAX];
	struct side side;
};

/* Lets the samples sink by 30 +- 10 % along the run, or at one moment of its middle 60 %. */
static void
bend(struct noise_source *source, enum shape shape, double *sample)
{
	double depth = 0.3 + 0.1 * noise_normal(source);
	double at = 0.2 + 0.6 * xorshift_unit(&source->state);

	for (int i = 0; i < NOISE_SAMPLES; i++) {
		double time = (double)i / (NOISE_SAMPLES - 1);
		if (shape == SHAPE_FALL)
			sample[i] *= 1 - depth * time;
		if (shape == SHAPE_CLIFF && time >= at)
			sample[i] *= 1 - depth;
	}
}

static void
flock_fill(struct flock *flock, struct noise_source *source, enum shape shape, double cv_sd,
	   double scale, size_t runs)
{
	struct noise noise = noise_usual(NOISE_PLAIN);
	double sample[NOISE_SAMPLES], usual = noise.sample_sd * scale;

	list_init(&flock->group.runs, &ut_ptr_icd);
	for (size_t r = 0; r < runs; r++) {
		struct run *run = &flock->run[r];
		noise.sample_sd = usual * exp(cv_sd * noise_normal(source));
		double mean = noise_run(source, &noise, 0, sample);
		bend(source, shape, sample);
		flock->jitter[r] = jitter_of(sample, NOISE_SAMPLES, 0);
		flock->derived[r] =
		    (struct derived){.value = exp(mean), .jitter = &flock->jitter[r]};
		flock->one[r] = &flock->derived[r];
		*run = (struct run){.derived = &flock->one[r]};
		list_push(&flock->group.runs, &run);
	}
	flock->side = side_of(&flock->group, 0);
}

static void
flock_done(struct flock *flock)
{
	side_free(&flock->side);
	list_done(&flock->group.runs);
}

/* Whether analyze would claim more or less jitter, were this its only cell. */
static bool
claims(const struct flock *a, const struct flock *b)
{
	static const struct metric iops = {.source = METRIC_RATE};
	struct row row = row_new();

	row.metric = &iops;
	steadiness_fill(&row, (struct steadiness_side){&a->group, &a->side, NULL},
			(struct steadiness_side){&b->group, &b->side, NULL}, 0, NULL);
	row.jitter_p_holm = row.jitter.p;
	steadiness_decide(&row);
	enum jitter_verdict verdict = row.finding.jitter_verdict;
	row_free(&row);
	return verdict == JITTER_MORE || verdict == JITTER_STEADIER;
}

static struct welch_side
plain_of(const struct flock *flock, size_t runs)
{
	double log_cv[SIMULATE_RUNS_MAX];

	for (size_t r = 0; r < runs; r++)
		log_cv[r] = flock->jitter[r].log_cv[JITTER_BY_MEAN];
	return (struct welch_side){moments_of(log_cv, runs), jitter_log_variance(NOISE_SAMPLES)};
}

/* The same without a thought of drift. */
static bool
plain_claims(const struct flock *a, const struct flock *b, size_t runs)
{
	struct difference w =
	    welch_test(plain_of(a, runs), plain_of(b, runs), difference_confidence);

	return verdict_jitter(exp(w.difference), NAN, NAN, w.p) != JITTER_UNDECIDED;
}

static void
print_case(const char *name, const char *rule, struct share out[SIZES][SCALES])
{
	printf("| %s | %s |", name, rule);
	for (int i = 0; i < SIZES; i++)
		for (int s = 0; s < SCALES; s++)
			share_print(out[i][s]);
	puts("");
}

void
simulate_drift(struct simulation *simulation)
{
	puts("Jitter within runs called different, where rates drift:\n");
	puts("| rates | CV | 3 runs a side: same | ×2 | ×3 | 5 runs: same | ×2 | ×3 |\n"
	     "|---|---|--:|--:|--:|--:|--:|--:|");
	for (size_t c = 0; c < countof(cases); c++) {
		struct share verdict[SIZES][SCALES] = {0}, plain[SIZES][SCALES] = {0};
		for (size_t cell = 0; cell < SIZES * SCALES * simulation->trials; cell++) {
			size_t i = cell % SIZES, s = cell / SIZES % SCALES, n = simulate_runs[i];
			struct flock a, b;
			flock_fill(&a, &simulation->source, cases[c].shape[0], cases[c].cv_sd, 1,
				   n);
			flock_fill(&b, &simulation->source, cases[c].shape[1], cases[c].cv_sd,
				   (double)s + 1, n);
			share_add(&verdict[i][s], claims(&a, &b));
			share_add(&plain[i][s], plain_claims(&a, &b, n));
			flock_done(&a);
			flock_done(&b);
		}
		print_case(cases[c].name, "analyze", verdict);
		print_case(cases[c].name, "plain", plain);
	}
	puts("");
}
