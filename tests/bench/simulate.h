/* The experiments of simulate, each printed as tables of Markdown in per cent. */
#ifndef TESTS_BENCH_SIMULATE_H
#define TESTS_BENCH_SIMULATE_H

#include <stdbool.h>
#include <stddef.h>

#include "tests/bench/noise.h"

enum { SIMULATE_SIZES = 3, SIMULATE_RUNS_MAX = 10 };
extern const size_t simulate_runs[SIMULATE_SIZES]; /* a side: 3, 5, 10 */

struct simulation {
	struct noise_source source;
	size_t trials; /* comparisons for each figure */
};

/* How often something was so. */
struct share {
	double hits, n;
};
void share_add(struct share *share, bool hit);

/* " 5.1 |" */
void share_print(struct share share);

/* False alarms, power, coverage and family-wise alarms of the grades and of other tools' rules. */
void simulate_means(struct simulation *simulation);

/* The same of randomised blocks. */
void simulate_blocks(struct simulation *simulation);

/* False alarms where sides have sessions of their own, and where one test alone judges blocks. */
void simulate_sessions(struct simulation *simulation);

/* Size and power of the tests of jitter. */
void simulate_spread(struct simulation *simulation);

/* The same within runs whose rates drift. */
void simulate_drift(struct simulation *simulation);

/* Coverage and alarms of whole distributions. */
void simulate_distribution(struct simulation *simulation);

#endif
