/* Runs of a storage benchmark as random numbers: what a rate does within a run and between runs. */
#ifndef TESTS_BENCH_NOISE_H
#define TESTS_BENCH_NOISE_H

#include <stddef.h>
#include <stdint.h>

enum { NOISE_SAMPLES = 30 }; /* one a second */

enum noise_kind {
	NOISE_PLAIN,
	NOISE_STALLED, /* one run in ten lies 5 standard deviations between runs lower */
	NOISE_HARD,    /* the same, 5 standard deviations of a run's mean */
	NOISE_LEVELS,  /* each run is on one of two levels, 5 standard deviations apart */
	NOISE_KINDS,
};
extern const char *const noise_name[NOISE_KINDS];

/* A run's level is log-normal about that of its commit; its samples scatter about the level as a
 * normal AR(1) process. */
struct noise {
	double run_sd;    /* of the logarithm of a run's level */
	double sample_sd; /* of a sample, as a fraction of the level */
	double rho;       /* correlation of a sample with the next one */
	enum noise_kind kind;
};

/* 1 % between runs, 5 % between samples with rho 0.6: together 2.1 % for the mean of a run. */
struct noise noise_usual(enum noise_kind kind);

/* Of the logarithm of a run's mean, without stalls and levels. */
double noise_mean_sd(const struct noise *noise);

/* The noise that is scale times as large, between runs and within. */
struct noise noise_scaled(struct noise noise, double scale);

struct noise_source {
	uint64_t state;
	double spare; /* the second of a pair of normal numbers; NaN = none left */
};
struct noise_source noise_source_of(uint64_t seed);

double noise_normal(struct noise_source *source);

/* The NOISE_SAMPLES samples of a run of a commit whose level has this logarithm; returns the
 * logarithm of their mean. */
double noise_run(struct noise_source *source, const struct noise *noise, double level,
		 double *sample);

/* The same logarithm without the samples: quicker, and alike in distribution but for terms of the
 * order of the square of the sd. */
double noise_run_mean(struct noise_source *source, const struct noise *noise, double level);

#endif
