/* Sums results of clones. */
#include "collect/campaign/merge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"

static void
add_hist(struct hist **into, const struct hist *from)
{
	if (!from)
		return;
	if (!*into) {
		*into = mem_alloc(1, sizeof(**into));
		hist_init(*into);
	}
	hist_merge(*into, from);
}

/* Means are weighted by what they are of. Percentiles do not add up; see merged_percentiles. */
static void
add_interval(struct measure_interval *into, const struct measure_interval *from)
{
	for (size_t d = 0; d < DIRECTIONS; d++) {
		uint64_t more = from->ios[d], all = into->ios[d] + more;

		if (more) {
			double share = (double)more / (double)all;
			into->clat_mean_ns[d] +=
			    (from->clat_mean_ns[d] - into->clat_mean_ns[d]) * share;
			into->clat_p99_ns[d] = from->clat_p99_ns[d];
		}
		into->ios[d] = all;
		into->bytes[d] += from->bytes[d];
	}
}

static void
add_intervals(struct measure_result *into, const struct measure_result *from)
{
	if (from->n_intervals > into->n_intervals) {
		into->interval =
		    mem_resize(into->interval, from->n_intervals, sizeof(*into->interval));
		for (size_t i = into->n_intervals; i < from->n_intervals; i++)
			into->interval[i] = (struct measure_interval){0};
		into->n_intervals = from->n_intervals;
	}
	for (size_t i = 0; i < from->n_intervals; i++)
		add_interval(&into->interval[i], &from->interval[i]);
	into->interval_s = from->interval_s;
	into->intervals_lost |= from->intervals_lost;
}

static int
cell_order(const void *a, const void *b)
{
	const struct measure_cell *x = a, *y = b;

	if (x->interval != y->interval)
		return x->interval < y->interval ? -1 : 1;
	if (x->direction != y->direction)
		return x->direction < y->direction ? -1 : 1;
	return (x->bucket > y->bucket) - (x->bucket < y->bucket);
}

/* Sorts the cells of all clones and adds up those of one place. */
static void
fold_cells(struct measure_result *result)
{
	struct measure_cell *cell = result->cell;
	size_t kept = 0;

	if (!result->n_cells)
		return;
	qsort(cell, result->n_cells, sizeof(*cell), cell_order);
	for (size_t i = 1; i < result->n_cells; i++) {
		if (cell_order(&cell[kept], &cell[i]) != 0)
			cell[++kept] = cell[i];
		else if (__builtin_add_overflow(cell[kept].count, cell[i].count, &cell[kept].count))
			cell[kept].count = UINT32_MAX;
	}
	result->n_cells = kept + 1;
}

static void
add_cells(struct measure_result *into, const struct measure_result *from)
{
	into->cells_lost |= from->cells_lost;
	if (!from->n_cells)
		return;
	into->cell = mem_resize(into->cell, into->n_cells + from->n_cells, sizeof(*into->cell));
	memcpy(into->cell + into->n_cells, from->cell, from->n_cells * sizeof(*from->cell));
	into->n_cells += from->n_cells;
}

/* The 99th percentile of n cells of one interval and direction, sorted by bucket: the middle of the
 * one that holds it. NaN unless they are of all the interval's I/Os. */
static double
cells_p99_ns(const struct measure_cell *cell, size_t n, uint64_t ios)
{
	uint64_t all = 0, below = 0;
	size_t i = 0;

	for (size_t k = 0; k < n; k++)
		all += cell[k].count;
	if (n == 0 || all != ios)
		return NAN;
	for (i = 0; i + 1 < n; i++) {
		below += cell[i].count;
		if (below >= all - all / 100)
			break;
	}
	return (hist_low(cell[i].bucket) + hist_high(cell[i].bucket)) / 2;
}

/* Percentiles of several clones: from the cells, or none at all. */
static void
merged_percentiles(struct measure_result *result)
{
	for (size_t i = 0; i < result->n_intervals; i++)
		for (size_t d = 0; d < DIRECTIONS; d++)
			result->interval[i].clat_p99_ns[d] = NAN;
	for (size_t at = 0, n; at < result->n_cells; at += n) {
		const struct measure_cell *cell = &result->cell[at];

		for (n = 1; at + n < result->n_cells; n++)
			if (cell[n].interval != cell->interval ||
			    cell[n].direction != cell->direction)
				break;
		if (cell->interval >= result->n_intervals)
			continue;
		struct measure_interval *interval = &result->interval[cell->interval];
		interval->clat_p99_ns[cell->direction] =
		    cells_p99_ns(cell, n, interval->ios[cell->direction]);
	}
}

static void
add_counts(uint64_t **into, size_t into_n, const uint64_t *from, size_t n)
{
	if (n > into_n) {
		*into = mem_resize(*into, n, sizeof(**into));
		for (size_t i = into_n; i < n; i++)
			(*into)[i] = 0;
	}
	for (size_t i = 0; i < n; i++)
		(*into)[i] += from[i];
}

static void
add_result(struct measure_result *into, const struct measure_result *from)
{
	if (!into->error && from->error) {
		into->error = from->error;
		snprintf(into->why, sizeof(into->why), "%s", from->why);
	}
	if (from->runtime_s > into->runtime_s)
		into->runtime_s = from->runtime_s;
	for (size_t d = 0; d < DIRECTIONS; d++) {
		into->ios[d] += from->ios[d];
		into->bytes[d] += from->bytes[d];
		add_hist(&into->slat[d], from->slat[d]);
		add_hist(&into->clat[d], from->clat[d]);
		add_hist(&into->lat[d], from->lat[d]);
	}
	add_intervals(into, from);
	add_counts(&into->ring_reaped, into->ring_n, from->ring_reaped, from->ring_n);
	add_counts(&into->ring_standing, into->ring_n, from->ring_standing, from->ring_n);
	if (from->ring_n > into->ring_n)
		into->ring_n = from->ring_n;
	add_counts(&into->inflight, into->inflight_n, from->inflight, from->inflight_n);
	if (from->inflight_n > into->inflight_n)
		into->inflight_n = from->inflight_n;
	add_cells(into, from);
	add_hist(&into->sync, from->sync);
	add_hist(&into->lag, from->lag);
	/* Both of the clone that was furthest behind. */
	if (from->lag_end_ns > into->lag_end_ns) {
		into->lag_end_ns = from->lag_end_ns;
		into->lag_half_ns = from->lag_half_ns;
	}
	for (size_t i = 0; i < MEASURE_ERRNOS; i++)
		into->errors[i] += from->errors[i];
	into->cpu_user_s += from->cpu_user_s;
	into->cpu_system_s += from->cpu_system_s;
	into->switches += from->switches;
	/* What one clone does not know, the sum does not. */
	into->run_delay_s += from->run_delay_s;
	into->cycles += from->cycles;
	into->instructions += from->instructions;
	into->all_ios += from->all_ios;
	into->no_latency |= from->no_latency;
}

void
merge_results(const struct measure_result *results, size_t n, struct measure_result *out)
{
	/* Of the job, each clone has the same. */
	*out = (struct measure_result){.engine = results[0].engine,
				       .self_cost_ns = results[0].self_cost_ns,
				       .steady = results[0].steady,
				       .steady_criterion = results[0].steady_criterion};
	for (size_t i = 0; i < n; i++)
		add_result(out, &results[i]);
	fold_cells(out);
	if (n > 1)
		merged_percentiles(out);
}
