/* Normal numbers by Marsaglia's polar method (1964) over xorshift64*. */
#include "tests/bench/noise.h"

#include <math.h>
#include <stdbool.h>

#include "collect/engine/xorshift.h"

const char *const noise_name[NOISE_KINDS] = {[NOISE_PLAIN] = "plain",
					     [NOISE_STALLED] = "stalled",
					     [NOISE_HARD] = "stalled hard",
					     [NOISE_LEVELS] = "two levels"};

static const double stall_share = 0.1, stall_sds = 5, level_sds = 5;

struct noise
noise_usual(enum noise_kind kind)
{
	return (struct noise){.run_sd = 0.01, .sample_sd = 0.05, .rho = 0.6, .kind = kind};
}

struct noise
noise_scaled(struct noise noise, double scale)
{
	noise.run_sd *= scale;
	noise.sample_sd *= scale;
	return noise;
}

/* Of the mean of NOISE_SAMPLES samples: var = s^2 / n (1 + 2 sum_k (1 - k / n) rho^k). */
static double
samples_mean_sd(const struct noise *noise)
{
	double sum = 1, power = 1;

	for (int k = 1; k < NOISE_SAMPLES; k++) {
		power *= noise->rho;
		sum += 2 * (1 - (double)k / NOISE_SAMPLES) * power;
	}
	return noise->sample_sd * sqrt(sum / NOISE_SAMPLES);
}

double
noise_mean_sd(const struct noise *noise)
{
	return hypot(noise->run_sd, samples_mean_sd(noise));
}

struct noise_source
noise_source_of(uint64_t seed)
{
	return (struct noise_source){xorshift_seed(seed), NAN};
}

double
noise_normal(struct noise_source *source)
{
	double x, y, square;

	if (!isnan(source->spare)) {
		x = source->spare;
		source->spare = NAN;
		return x;
	}
	do {
		x = 2 * xorshift_unit(&source->state) - 1;
		y = 2 * xorshift_unit(&source->state) - 1;
		square = x * x + y * y;
	} while (square >= 1 || square == 0);
	double factor = sqrt(-2 * log(square) / square);
	source->spare = y * factor;
	return x * factor;
}

static double
run_level(struct noise_source *source, const struct noise *noise, double level)
{
	double sd = noise_mean_sd(noise);

	bool stalls = noise->kind == NOISE_STALLED || noise->kind == NOISE_HARD;

	if (stalls && xorshift_unit(&source->state) < stall_share)
		level -= stall_sds * (noise->kind == NOISE_HARD ? sd : noise->run_sd);
	if (noise->kind == NOISE_LEVELS && xorshift_unit(&source->state) < 0.5)
		level -= level_sds * sd;
	return level + noise->run_sd * noise_normal(source);
}

double
noise_run(struct noise_source *source, const struct noise *noise, double level, double *sample)
{
	double at = exp(run_level(source, noise, level)), sum = 0;
	double state = noise_normal(source), fresh = sqrt(1 - noise->rho * noise->rho);

	for (int i = 0; i < NOISE_SAMPLES; i++) {
		if (i)
			state = noise->rho * state + fresh * noise_normal(source);
		sample[i] = at * (1 + noise->sample_sd * state);
		sum += sample[i];
	}
	return log(sum / NOISE_SAMPLES);
}

double
noise_run_mean(struct noise_source *source, const struct noise *noise, double level)
{
	return run_level(source, noise, level) + samples_mean_sd(noise) * noise_normal(source);
}
