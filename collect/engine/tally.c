/* The tally's two ends: what is set up before the measuring and drawn up after it. */
#include "collect/engine/tally.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"

enum {
	/* A grid for runs of unknown length, and the largest for any: 100 MB, as 12 days by
	 * seconds or 17 minutes by milliseconds take. */
	GRID_UNKNOWN = 1 << 16,
	GRID_MAX = 1 << 20,
	CELLS_EACH = 1 << 9,
	CELLS_MAX = 1 << 21, /* 32 MB */
	TOUCH_MAX = 1 << 23  /* bytes */
};

/* Those in flight at the end may come late: room for a minute of them. */
#define LATE_NS UINT64_C(60000000000)

static struct hist *
new_hist(void)
{
	struct hist *hist = mem_alloc(1, sizeof(*hist));

	hist_init(hist); /* writes every byte, so no page fault is left for the loop */
	return hist;
}

/* Fresh memory of the heap may be mapped at its first use only. Of long arrays that most runs use
 * little of only the beginning is touched: what lies behind costs a fault a page, while an interval
 * ends. */
static void *
new_touched(size_t n, size_t size)
{
	char *p = mem_alloc(n, size);
	size_t bytes = n * size;

	memset(p, 0, bytes < TOUCH_MAX ? bytes : TOUCH_MAX);
	return p;
}

static void
open_hists(struct tally *tally, const struct tally_setup *setup)
{
	struct measure_result *result = tally->result;

	for (int d = 0; d < DIRECTIONS; d++) {
		if (!setup->has[d])
			continue;
		result->slat[d] = new_hist();
		result->clat[d] = new_hist();
		result->lat[d] = new_hist();
		tally->clat[d] = new_hist();
	}
	result->no_latency = !setup->latency;
	result->sync = setup->syncs ? new_hist() : NULL;
	result->lag = setup->rates ? new_hist() : NULL;
}

/* Enough for the grid if each interval has CELLS_EACH buckets that hold something: latencies of a
 * steady device fill a few hundred. */
static void
open_cells(struct tally *tally, const struct tally_setup *setup)
{
	size_t directions = 0;

	for (int d = 0; d < DIRECTIONS; d++)
		directions += setup->has[d];
	uint64_t max = tally->interval_max * directions * CELLS_EACH; /* at most 2^32 */
	tally->cells_max = max < CELLS_MAX ? max : CELLS_MAX;
	tally->result->cell = new_touched(tally->cells_max, sizeof(*tally->result->cell));
}

void
tally_open(struct tally *tally, struct measure_result *result, const struct tally_setup *setup)
{
	size_t queue_n = (size_t)setup->depth + 1;
	uint64_t span_ns;

	memset(tally, 0, sizeof(*tally));
	tally->result = result;
	tally->start_ns = UINT64_MAX;
	usage_open(&tally->usage);
	open_hists(tally, setup);
	if (setup->ring) {
		result->ring_n = queue_n;
		result->ring_reaped = new_touched(queue_n, sizeof(*result->ring_reaped));
		result->ring_standing = new_touched(queue_n, sizeof(*result->ring_standing));
	}
	result->inflight_n = queue_n;
	result->inflight = new_touched(queue_n, sizeof(*result->inflight));
	tally->interval_ns =
	    setup->interval_s > 1e-9 ? (uint64_t)(setup->interval_s * 1e9 + 0.5) : 1;
	result->interval_s = (double)tally->interval_ns / 1e9;
	if (__builtin_add_overflow(setup->expected_ns, LATE_NS, &span_ns))
		span_ns = UINT64_MAX;
	uint64_t grid = setup->expected_ns ? span_ns / tally->interval_ns + 1 : GRID_UNKNOWN;
	tally->interval_max = grid < GRID_MAX ? grid : GRID_MAX;
	result->interval = new_touched(tally->interval_max, sizeof(*result->interval));
	tally->interval_end_ns = UINT64_MAX; /* nothing counts before the measured part */
	if (setup->heatmap)
		open_cells(tally, setup);
}

void
tally_close(struct tally *tally)
{
	for (int d = 0; d < DIRECTIONS; d++)
		free(tally->clat[d]);
}

void
tally_start_usage(struct tally *tally)
{
	kthreads_begin(&tally->kernel_at_start, tally->result);
	usage_start(&tally->usage);
}

void
tally_start(struct tally *tally, uint64_t now_ns)
{
	struct measure_result *result = tally->result;

	for (size_t i = 0; i < result->ring_n; i++) {
		result->ring_reaped[i] = 0;
		result->ring_standing[i] = 0;
	}
	for (size_t i = 0; i < result->inflight_n; i++)
		result->inflight[i] = 0;
	tally->start_ns = now_ns;
	tally->interval = 0;
	if (__builtin_add_overflow(now_ns, tally->interval_ns, &tally->interval_end_ns))
		tally->interval_end_ns = UINT64_MAX;
}

static void
add_cells(struct tally *tally, enum direction direction, const struct hist *hist)
{
	struct measure_result *result = tally->result;
	size_t last = hist_bucket(hist->max_ns);

	for (size_t i = hist_bucket(hist->min_ns); i <= last; i++) {
		if (hist->count[i] == 0)
			continue;
		if (result->n_cells == tally->cells_max) {
			result->cells_lost = true;
			return;
		}
		result->cell[result->n_cells++] = (struct measure_cell){
		    .interval = (uint32_t)tally->interval,
		    .bucket = (uint32_t)i,
		    .count = hist->count[i] < UINT32_MAX ? (uint32_t)hist->count[i] : UINT32_MAX,
		    .direction = direction};
	}
}

/* Puts what the current interval saw into its place on the grid, unless that is full, and adds it
 * to the whole. */
static void
close_interval(struct tally *tally)
{
	struct measure_result *result = tally->result;

	for (int d = 0; d < DIRECTIONS; d++) {
		struct hist *clat = tally->clat[d];
		if (tally->interval < tally->interval_max) {
			struct measure_interval *now = &result->interval[tally->interval];
			now->ios[d] = tally->ios[d];
			now->bytes[d] = tally->bytes[d];
			if (clat && clat->n) {
				now->clat_mean_ns[d] = hist_mean(clat);
				now->clat_p99_ns[d] = hist_middle(hist_quantile(clat, 0.99));
				if (tally->cells_max)
					add_cells(tally, (enum direction)d, clat);
			}
		}
		result->ios[d] += tally->ios[d];
		result->bytes[d] += tally->bytes[d];
		tally->ios[d] = 0;
		tally->bytes[d] = 0;
		if (clat)
			hist_move(result->clat[d], clat);
	}
}

void
tally_next_interval(struct tally *tally, uint64_t now_ns)
{
	if (now_ns < tally->interval_end_ns)
		return;
	close_interval(tally);
	uint64_t index = (now_ns - tally->start_ns) / tally->interval_ns;
	if (index < tally->interval_max) {
		tally->interval = index;
		tally->interval_end_ns = tally->start_ns + (index + 1) * tally->interval_ns;
		return;
	}
	tally->interval = tally->interval_max;
	tally->interval_end_ns = UINT64_MAX;
	tally->result->intervals_lost = true;
}

void
tally_end(struct tally *tally, uint64_t now_ns, bool own_thread)
{
	struct measure_result *result = tally->result;

	if (tally->start_ns == UINT64_MAX)
		return; /* ended within the ramp: nothing was measured */
	if (own_thread) {
		usage_end(&tally->usage, result);
		kthreads_end(&tally->kernel_at_start, result);
	}
	/* A clone that waited in vain until now_ns was stalled, not finished, at its last
	 * completion: the wait is part of what was measured. */
	uint64_t end_ns = tally->last_ns > tally->until_ns ? tally->last_ns : tally->until_ns;
	if (!own_thread || end_ns == 0)
		end_ns = now_ns;
	/* An end on a line of the grid begins no interval, unless an I/O completed right then. */
	tally_next_interval(tally, tally->last_ns < end_ns && end_ns ? end_ns - 1 : end_ns);
	close_interval(tally);
	result->runtime_s = (double)(end_ns - tally->start_ns) / 1e9;
	result->n_intervals =
	    tally->interval < tally->interval_max ? tally->interval + 1 : tally->interval_max;
}
