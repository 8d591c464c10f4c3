/* Whole distributions of latencies: the band of the shift function, merged quantiles, the alarm. */
#include "tests/bench/simulate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyze/compare/distribution.h"
#include "analyze/statistics/merged.h"
#include "collect/engine/hist.h"
#include "collect/engine/xorshift.h"

enum { RUNS_MAX = 2 * SIMULATE_RUNS_MAX };

/* What a commit's latencies are: a log-normal body and, 2 % of all, a tail at twice the median that
 * is as wide. Between runs the size varies by 1 %, the width by 2 % and the tail's share by 10 %.
 */
struct latency {
	double size;  /* of the median of 100 us */
	double width; /* sd of the body's logarithm */
	double tail;  /* of the usual share */
};
static const struct latency usual = {1, 0.2, 1};
static const double ios = 1e6;

/* The share below value where this run's effects are normal[3]. */
static double
share_below(const struct latency *latency, const double normal[3], double value)
{
	double at = log(value / (1e5 * latency->size)) - 0.01 * normal[0];
	double width = latency->width * exp(0.02 * normal[1]);
	double tail = 0.02 * latency->tail * exp(0.1 * normal[2]);

	return (1 - tail) * 0.5 * erfc(-at / width / sqrt(2)) +
	       tail * 0.5 * erfc(-(at - log(2)) / width / sqrt(2));
}

/* A Poisson number: by products of uniform ones, beyond 50 by the normal one that is near. */
static double
poisson(struct noise_source *source, double mean)
{
	double n = -1, product = 1, end = exp(-mean);

	if (mean > 50)
		return fmax(0, nearbyint(mean + sqrt(mean) * noise_normal(source)));
	do {
		product *= xorshift_unit(&source->state);
		n++;
	} while (product > end);
	return n;
}

static struct quantile_buckets
draw_run(struct noise_source *source, const struct latency *latency)
{
	double normal[3], before = 0, upto = 0;
	size_t first = hist_bucket(30000), last = hist_bucket(2000000);
	struct quantile_buckets b;

	for (int i = 0; i < 3; i++)
		normal[i] = noise_normal(source);
	quantile_init(&b, last - first);
	for (size_t i = 0; i < b.n; i++) {
		b.low[i] = hist_low(first + i);
		b.high[i] = hist_high(first + i);
		double share = share_below(latency, normal, b.high[i]);
		b.upto[i] = upto += poisson(source, ios * (share - before));
		before = share;
	}
	return b;
}

/* What is counted of comparisons with one number of runs. */
struct distribution_shares {
	struct share band, single[3], changed;
};

static const char *const merged_names[3] = {"merged p50 holds", "merged p99 holds",
					    "merged p99.99 holds"};

/* Indices of the quantiles whose merged intervals are looked at: 50, 99 and 99.99 %. */
static const size_t looked_at[3] = {4, 10, 12};

/* What the quantiles of very many runs as one are. */
static void
find_truth(struct noise_source *source, double truth[3])
{
	enum { MANY = 400 };
	struct quantile_buckets *run = calloc(MANY, sizeof(*run)), sum;
	static const double q[3] = {0.5, 0.99, 0.9999};

	for (size_t i = 0; i < MANY; i++)
		run[i] = draw_run(source, &usual);
	merged_of(run, MANY, &sum);
	for (int k = 0; k < 3; k++)
		truth[k] = quantile_at(&sum, q[k]);
	quantile_free(&sum);
	for (size_t i = 0; i < MANY; i++)
		quantile_free(&run[i]);
	free(run);
}

static void
compare_once(struct noise_source *source, const struct latency *latency, size_t runs,
	     const double truth[3], struct distribution_shares *out)
{
	static const struct finding_shift names = {.base_runs = 0};
	struct quantile_buckets run[RUNS_MAX];
	struct distribution d, *all = &d;
	bool holds = true;

	for (size_t i = 0; i < 2 * runs; i++)
		run[i] = draw_run(source, i < runs ? &usual : latency);
	distribution_compare(run, runs, runs, &names, &d);
	distribution_decide(&all, 1);
	for (size_t i = 0; i < DISTRIBUTION_QUANTILES; i++)
		holds = holds && d.row[i].low <= latency->size - 1 &&
			d.row[i].high >= latency->size - 1;
	share_add(&out->band, holds);
	for (int k = 0; k < 3; k++) {
		const struct finding_shift *row = &d.row[looked_at[k]];
		share_add(&out->single[k],
			  row->merged_base_low <= truth[k] && row->merged_base_high >= truth[k]);
	}
	share_add(&out->changed, view_is(d.row[0].shape, "changed"));
	distribution_free(&d);
	for (size_t i = 0; i < 2 * runs; i++)
		quantile_free(&run[i]);
}

static void
print_shares(const char *differs, const char *counted, const struct distribution_shares *shares,
	     size_t offset)
{
	printf("| %s | %s |", differs, counted);
	for (int i = 0; i < SIMULATE_SIZES; i++)
		share_print(
		    *(const struct share *)(const void *)((const char *)&shares[i] + offset));
	puts("");
}

void
simulate_distribution(struct simulation *simulation)
{
	static const struct {
		const char *name;
		struct latency latency;
		bool pure; /* only the size differs, so that all quantiles' change is known */
	} row[] = {
	    {"nothing", {1, 0.2, 1}, true},
	    {"all is 0.8 % slower", {1.008, 0.2, 1}, true},
	    {"all is 10 % slower", {1.1, 0.2, 1}, true},
	    {"5 % wider", {1, 0.21, 1}, false},
	    {"10 % wider", {1, 0.22, 1}, false},
	    {"tail of 3 % instead of 2 %", {1, 0.2, 1.5}, false},
	};
	double truth[3];

	find_truth(&simulation->source, truth);
	puts("Whole distributions of 10^6 latencies a run:\n");
	puts("| what differs | what is counted | 3 runs a side | 5 | 10 |\n|---|---|--:|--:|--:|");
	for (size_t r = 0; r < sizeof(row) / sizeof(row[0]); r++) {
		struct distribution_shares out[SIMULATE_SIZES] = {{.band = {0, 0}}};
		for (int i = 0; i < SIMULATE_SIZES; i++)
			for (size_t t = 0; t < simulation->trials; t++)
				compare_once(&simulation->source, &row[r].latency, simulate_runs[i],
					     truth, &out[i]);
		print_shares(row[r].name, "shape changed", out,
			     offsetof(struct distribution_shares, changed));
		if (row[r].pure)
			print_shares(row[r].name, "all 13 intervals of the shift hold", out,
				     offsetof(struct distribution_shares, band));
		for (size_t k = 0; r == 0 && k < 3; k++)
			print_shares(row[r].name, merged_names[k], out,
				     offsetof(struct distribution_shares, single) +
					 k * sizeof(struct share));
	}
	puts("");
}
