/* Sums results of clones. */
#include "collect/campaign/merge.h"

#include <stdio.h>
#include <stdlib.h>

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
	for (size_t i = 0; i < from->n_intervals; i++) {
		for (size_t d = 0; d < DIRECTIONS; d++) {
			into->interval[i].ios[d] += from->interval[i].ios[d];
			into->interval[i].bytes[d] += from->interval[i].bytes[d];
		}
	}
	into->interval_s = from->interval_s;
	into->intervals_lost |= from->intervals_lost;
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
	for (size_t i = 0; i < MEASURE_ERRNOS; i++)
		into->errors[i] += from->errors[i];
	into->cpu_user_s += from->cpu_user_s;
	into->cpu_system_s += from->cpu_system_s;
	into->switches += from->switches;
}

void
merge_results(const struct measure_result *results, size_t n, struct measure_result *out)
{
	*out = (struct measure_result){.engine = results[0].engine};
	for (size_t i = 0; i < n; i++)
		add_result(out, &results[i]);
}
