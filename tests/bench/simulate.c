/* Measures how often the tests of analyze are right, on simulated runs: simulate [-s SEED] [-n
 * COMPARISONS]. The tables stand in doc/statistics.md. */
#include "tests/bench/simulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const size_t simulate_runs[SIMULATE_SIZES] = {3, 5, 10};

void
share_add(struct share *share, bool hit)
{
	share->hits += hit;
	share->n++;
}

void
share_print(struct share share)
{
	printf(" %.1f |", share.n > 0 ? 100 * share.hits / share.n : 0);
}

int
main(int argc, char **argv)
{
	unsigned long seed = 20240229, trials = 3000;
	int option;

	while ((option = getopt(argc, argv, "s:n:")) != -1) {
		if (option == 's') {
			seed = strtoul(optarg, NULL, 10);
		} else if (option == 'n') {
			trials = strtoul(optarg, NULL, 10);
		} else {
			fputs("usage: simulate [-s SEED] [-n COMPARISONS]\n", stderr);
			return 2;
		}
	}
	struct simulation simulation = {noise_source_of(seed), trials};
	printf("Seed %lu, %lu comparisons of equals.\n\n", seed, trials);
	simulate_means(&simulation);
	simulate_blocks(&simulation);
	simulate_spread(&simulation);
	puts("");
	simulate_drift(&simulation);
	struct simulation fresh = {noise_source_of(seed), trials};
	simulate_sessions(&fresh);
	/* Slower than all above: a third of the comparisons tells its figures well enough. */
	struct simulation third = {noise_source_of(seed), (trials + 2) / 3};
	simulate_distribution(&third);
	return fflush(stdout) ? 2 : 0;
}
