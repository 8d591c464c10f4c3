/* The rules by which other tools call two sides different, from what they publish of them. */
#ifndef TESTS_BENCH_PEER_H
#define TESTS_BENCH_PEER_H

#include <stdbool.h>
#include <stddef.h>

struct peer_side {
	const double *mean; /* of each run */
	size_t runs;
	const double *sample; /* of all runs, one run behind the other */
	size_t samples;
};

struct peer {
	const char *name;
	bool (*alarms)(const struct peer_side *a, const struct peer_side *b);
};

enum { PEERS = 7 };
extern const struct peer peer_table[PEERS];

#endif
