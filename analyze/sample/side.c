/* Gathering one number a run. */
#include "analyze/sample/side.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/sample/derive.h"

struct side
side_of(const struct group *group, size_t i)
{
	struct side side = {.positive = true};

	if (group_runs(group) == 0)
		return side;
	side.value = mem_alloc(group_runs(group), sizeof(*side.value));
	side.floor = mem_alloc(group_runs(group), sizeof(*side.floor));
	side.run = mem_alloc(group_runs(group), sizeof(*side.run));
	for (size_t r = 0; r < group_runs(group); r++) {
		const struct derived *derived = group_run(group, r)->derived[i];
		if (isnan(derived->value))
			continue;
		side.value[side.n] = derived->value;
		side.floor[side.n] = derived->floor;
		side.run[side.n] = r;
		side.thin += derived->thin;
		side.positive = side.positive && derived->value > 0;
		side.n++;
	}
	return side;
}

void
side_free(struct side *side)
{
	free(side->value);
	free(side->floor);
	free(side->run);
	side->value = side->floor = NULL;
	side->run = NULL;
}

double *
side_scaled(const struct side *side, bool geometric, double *floor)
{
	double *x = mem_alloc(side->n + 1, sizeof(*x));

	*floor = 0;
	for (size_t i = 0; i < side->n; i++) {
		double value = side->value[i];
		x[i] = geometric ? log(value) : value;
		*floor += side->floor[i] / (geometric ? value * value : 1) / (double)side->n;
	}
	return x;
}

struct welch_side
side_moments(const struct side *side, bool geometric)
{
	struct welch_side out = {.floor = 0};
	double *x = side_scaled(side, geometric, &out.floor);

	out.observed = moments_of(x, side->n);
	free(x);
	return out;
}

double
side_value(const struct side *side, bool geometric)
{
	struct moments values = moments_of(side->value, side->n);

	/* exp(log(x)) is not always x. */
	if (!geometric || values.min == values.max)
		return values.mean;
	return exp(side_moments(side, true).observed.mean);
}
