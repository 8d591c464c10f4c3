/* Random numbers below n that are not alike: Zipf, Pareto and normal, as fio's random_distribution
 * names them. */
#ifndef COLLECT_ENGINE_DISTRIBUTION_H
#define COLLECT_ENGINE_DISTRIBUTION_H

#include <stdint.h>

#include "collect/job/job.h"

struct distribution {
	enum job_distribution kind;
	uint64_t n;
	double parameter; /* zipf: theta; pareto: the exponent of u; normal: sd in numbers */
	/* zipf: the bounds of what is inverted, and what is accepted at once */
	double low, high, squeeze;
};

/* Numbers 0 .. n - 1, 1 <= n <= 2^63:
 *
 * zipf: number k - 1 with a probability proportional to k^-theta. fio draws by an approximation
 * (Gray et al. 1994) that needs a sum over all of n; here it is exact, and n may be anything
 * (rejection-inversion: Hoermann and Derflinger 1996, "Rejection-inversion to generate variates
 * from monotone discrete distributions").
 *
 * pareto: floor(n * u^(log h / log(1 - h))), u uniform in (0, 1): the share h of the numbers, the
 * first ones, gets the share 1 - h of the draws. fio's formula.
 *
 * normal: around n / 2 with a standard deviation of parameter percent of n; what falls outside is
 * drawn again. By fio's formula (a mean of twelve uniform numbers and one more) the deviation that
 * is asked for hardly changes what is drawn.
 *
 * random: all alike. So is what no parameter makes sense of: one that is not above 0, or an h of 1
 * or more. */
void distribution_init(struct distribution *distribution, enum job_distribution kind,
		       double parameter, uint64_t n);

/* The next number; state is that of xorshift.h. */
uint64_t distribution_next(const struct distribution *distribution, uint64_t *state);

#endif
