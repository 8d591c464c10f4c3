/* The tally's two ends: what is set up before the measuring and drawn up after it. */
#include "collect/engine/tally.h"

#include <string.h>

#include "collect/base/mem.h"

/* A grid for runs of unknown length, and the largest for any: 32 MB. */
enum { GRID_UNKNOWN = 1 << 16, GRID_MAX = 1 << 20 };

static struct hist *
new_hist(void)
{
	struct hist *hist = mem_alloc(1, sizeof(*hist));

	hist_init(hist); /* writes every byte, so no page fault is left for the loop */
	return hist;
}

/* Fresh memory of the heap may be mapped at its first use only. */
static void *
new_touched(size_t n, size_t size)
{
	void *p = mem_alloc(n, size);

	memset(p, 0, n * size);
	return p;
}

void
tally_open(struct tally *tally, struct measure_result *result, const bool has[DIRECTIONS],
	   unsigned ring_depth, double interval_s, uint64_t expected_ns)
{
	memset(tally, 0, sizeof(*tally));
	tally->result = result;
	tally->start_ns = UINT64_MAX;
	usage_open(&tally->usage);
	for (int d = 0; d < DIRECTIONS; d++) {
		if (!has[d])
			continue;
		result->slat[d] = new_hist();
		result->clat[d] = new_hist();
		result->lat[d] = new_hist();
	}
	if (ring_depth) {
		result->ring_n = (size_t)ring_depth + 1;
		result->ring_reaped = new_touched(result->ring_n, sizeof(*result->ring_reaped));
		result->ring_standing = new_touched(result->ring_n, sizeof(*result->ring_standing));
	}
	tally->interval_ns = interval_s > 1e-9 ? (uint64_t)(interval_s * 1e9 + 0.5) : 1;
	result->interval_s = (double)tally->interval_ns / 1e9;
	/* Those in flight at the end may come late: room for a minute of them. */
	uint64_t grid =
	    expected_ns ? (expected_ns + 60000000000U) / tally->interval_ns + 1 : GRID_UNKNOWN;
	tally->interval_max = grid < GRID_MAX ? grid : GRID_MAX;
	result->interval = new_touched(tally->interval_max, sizeof(*result->interval));
	tally->interval_end_ns = UINT64_MAX;
	tally->now = &tally->lost; /* nothing counts before the measured part */
}

void
tally_start(struct tally *tally, uint64_t now_ns)
{
	struct measure_result *result = tally->result;

	for (size_t i = 0; i < result->ring_n; i++) {
		result->ring_reaped[i] = 0;
		result->ring_standing[i] = 0;
	}
	tally->start_ns = now_ns;
	tally->interval = 0;
	tally->interval_end_ns = now_ns + tally->interval_ns;
	tally->now = result->interval;
	usage_start(&tally->usage);
}

void
tally_next_interval(struct tally *tally, uint64_t now_ns)
{
	if (now_ns < tally->interval_end_ns)
		return;
	uint64_t index = (now_ns - tally->start_ns) / tally->interval_ns;
	if (index < tally->interval_max) {
		tally->interval = index;
		tally->now = &tally->result->interval[index];
		tally->interval_end_ns = tally->start_ns + (index + 1) * tally->interval_ns;
		return;
	}
	tally->interval = tally->interval_max - 1;
	tally->now = &tally->lost;
	tally->interval_end_ns = UINT64_MAX;
	tally->result->intervals_lost = true;
}

void
tally_end(struct tally *tally, uint64_t now_ns, bool own_thread)
{
	struct measure_result *result = tally->result;

	if (tally->start_ns == UINT64_MAX)
		return; /* ended within the ramp: nothing was measured */
	if (own_thread)
		usage_end(&tally->usage, result);
	/* A clone that waited in vain until now_ns was stalled, not finished, at its last
	 * completion: the wait is part of what was measured. */
	uint64_t end_ns = own_thread && tally->last_ns ? tally->last_ns : now_ns;
	tally_next_interval(tally, end_ns);
	result->runtime_s = (double)(end_ns - tally->start_ns) / 1e9;
	result->n_intervals = tally->interval + 1;
}
