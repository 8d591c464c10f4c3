/* What is counted of I/Os at times that the test makes up. */
#include "collect/engine/tally.h"

#include "collect/base/mem.h"
#include "tests/unit/check.h"

static const uint64_t ms = 1000000;

static struct tally_setup
reads_by_ms(void)
{
	return (struct tally_setup){.has = {true, false, false},
				    .depth = 4,
				    .ring = true,
				    .latency = true,
				    .interval_s = 1e-3,
				    .expected_ns = 10 * ms};
}

/* A read that was prepared, submitted and reaped then; its slat is a fifth of its clat. */
static void
one_read(struct tally *tally, uint64_t entered_ns, uint64_t clat_ns)
{
	struct tally_stamps stamps = {.prepared_ns = entered_ns,
				      .entered_ns = entered_ns,
				      .left_ns = entered_ns + clat_ns / 5};

	tally_reap(tally, 1, 1, entered_ns + clat_ns);
	tally_io(tally, DIRECTION_READ, 512, &stamps, entered_ns + clat_ns);
}

static void
finish(struct tally *tally, struct measure_result *result)
{
	tally_close(tally);
	free(result->slat[0]);
	free(result->clat[0]);
	free(result->lat[0]);
	free(result->interval);
	free(result->ring_reaped);
	free(result->ring_standing);
	free(result->inflight);
	free(result->cell);
	free(result->sync);
	free(result->lag);
}

Test(tally, intervals_have_their_own_latencies)
{
	struct measure_result result = {0};
	struct tally tally;
	struct tally_setup setup = reads_by_ms();

	tally_open(&tally, &result, &setup);
	tally_start(&tally, ms);
	/* The first: clat 1 .. 100 us, once each. Mean 50.5; the 99th of 100 is 99 us, in the
	 * bucket from 98304 to 99328 ns (96 * 1024, 97 * 1024), whose middle is 98816. */
	for (uint64_t us = 1; us <= 100; us++)
		one_read(&tally, ms, us * 1000);
	/* The third: one of 100 ns, which has a bucket of its own. The fourth, partial: two. */
	one_read(&tally, 3 * ms, 100);
	one_read(&tally, 4 * ms, 1000);
	one_read(&tally, 4 * ms, 2000);
	tally_end(&tally, 5 * ms, true);

	check_int(result.n_intervals, 4);
	check_int(result.ios[DIRECTION_READ], 103);
	check_int(result.bytes[DIRECTION_READ], 103 * 512);
	check_close(result.runtime_s, 0.003002, 1e-12, "runtime");
	check_int(result.interval[0].ios[DIRECTION_READ], 100);
	check_close(result.interval[0].clat_mean_ns[DIRECTION_READ], 50500, 1e-15, "mean");
	check_close(result.interval[0].clat_p99_ns[DIRECTION_READ], 98816, 1e-15, "p99");
	check_int(result.interval[1].ios[DIRECTION_READ], 0);
	check_close(result.interval[1].clat_mean_ns[DIRECTION_READ], 0, 0, "empty mean");
	check_close(result.interval[1].clat_p99_ns[DIRECTION_READ], 0, 0, "empty p99");
	check_int(result.interval[2].ios[DIRECTION_READ], 1);
	check_close(result.interval[2].clat_mean_ns[DIRECTION_READ], 100, 0, "mean of one");
	check_close(result.interval[2].clat_p99_ns[DIRECTION_READ], 100, 0, "p99 of one");
	check_int(result.interval[3].bytes[DIRECTION_READ], 1024);
	check_close(result.interval[3].clat_mean_ns[DIRECTION_READ], 1500, 1e-15, "mean of two");
	/* From 1024 on buckets are 16 wide: 2000 .. 2016. */
	check_close(result.interval[3].clat_p99_ns[DIRECTION_READ], 2008, 1e-15, "p99 of two");
	check_int(result.clat[DIRECTION_READ]->n, 103);
	check_int(result.clat[DIRECTION_READ]->max_ns, 100000);
	check_int(result.clat[DIRECTION_READ]->min_ns, 100);
	check_int((uint64_t)result.clat[DIRECTION_READ]->sum_ns, 5050000 + 100 + 3000);
	check_int(result.lat[DIRECTION_READ]->n, 103);
	check_int(result.slat[DIRECTION_READ]->n, 103);
	check_int(result.n_cells, 0);
	finish(&tally, &result);
}

Test(tally, nothing_is_measured_before_the_start)
{
	struct measure_result result = {0};
	struct tally tally;
	struct tally_setup setup = reads_by_ms();

	tally_open(&tally, &result, &setup);
	one_read(&tally, ms, 1000);
	result.inflight[3] = 7;
	tally_start(&tally, 2 * ms);
	one_read(&tally, 2 * ms - 1, 5000); /* prepared before, reaped after */
	tally_end(&tally, 3 * ms, true);
	check_int(result.ios[DIRECTION_READ], 0);
	check_int(result.clat[DIRECTION_READ]->n, 0);
	check_int(result.inflight[3], 0);
	check_int(result.ring_reaped[1], 1);
	check_close(result.runtime_s, 0.001, 1e-12, "waited in vain");
	check_int(result.n_intervals, 1); /* of 1 ms */
	finish(&tally, &result);
}

Test(tally, an_end_without_a_start_is_nothing)
{
	struct measure_result result = {0};
	struct tally tally;
	struct tally_setup setup = reads_by_ms();

	tally_open(&tally, &result, &setup);
	one_read(&tally, ms, 1000);
	tally_end(&tally, 3 * ms, true);
	check_int(result.n_intervals, 0);
	check_int(result.ios[DIRECTION_READ], 0);
	finish(&tally, &result);
}

/* Of a run that goes on after its last completion, or has none: by intervals of 1 ms. */
Test(tally, the_measured_part_lasts_until_it_is_told)
{
	static const struct {
		unsigned n; /* completions, 1 ms apart from 0.5 ms on */
		uint64_t until_us;
		double runtime_s;
		size_t n_intervals;
	} rows[] = {
	    {0, 0, 0.009, 9}, /* waited in vain until all was over */
	    {0, 3000, 0.003, 3}, {0, 3001, 0.003001, 4}, {1, 0, 0.0005, 1},
	    {1, 400, 0.0005, 1}, {1, 1000, 0.001, 1}, /* nothing is left for a second one */
	    {2, 3000, 0.003, 3}, {2, 3001, 0.003001, 4}, {2, 1200, 0.0015, 2},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		struct measure_result result = {0};
		struct tally tally;
		struct tally_setup setup = reads_by_ms();

		tally_open(&tally, &result, &setup);
		tally_start(&tally, ms);
		for (unsigned k = 0; k < rows[i].n; k++)
			one_read(&tally, ms + ms / 2 + k * ms - 100, 100);
		tally.until_ns = rows[i].until_us ? ms + rows[i].until_us * 1000 : 0;
		tally_end(&tally, 10 * ms, true);
		check_close(result.runtime_s, rows[i].runtime_s, 1e-9, "runtime");
		check_int(result.n_intervals, rows[i].n_intervals);
		check_int(result.ios[DIRECTION_READ], rows[i].n);
		finish(&tally, &result);
	}
}

/* The grid holds 60 s more than expected: 1 ms then. */
Test(tally, what_comes_after_a_full_grid_counts_in_the_whole)
{
	struct measure_result result = {0};
	struct tally tally;
	struct tally_setup setup = reads_by_ms();

	setup.expected_ns = 1;
	setup.heatmap = true;
	tally_open(&tally, &result, &setup);
	check_int(tally.interval_max, 60001);
	tally_start(&tally, 0);
	one_read(&tally, 1, 1000);
	cr_expect(result.intervals_lost == false);
	one_read(&tally, 60001 * ms, 1000);
	one_read(&tally, 70000 * ms, 1000);
	tally_end(&tally, 70000 * ms, true);
	cr_expect(result.intervals_lost == true);
	check_int(result.n_intervals, 60001);
	check_int(result.ios[DIRECTION_READ], 3);
	check_int(result.clat[DIRECTION_READ]->n, 3);
	check_int(result.n_cells, 1);
	check_int(result.interval[60000].ios[DIRECTION_READ], 0);
	finish(&tally, &result);
}

Test(tally, cells_hold_each_io_once)
{
	struct measure_result result = {0};
	struct tally tally;
	struct tally_setup setup = reads_by_ms();
	uint64_t total[HIST_BUCKETS] = {0}, in_first = 0;

	setup.heatmap = true;
	tally_open(&tally, &result, &setup);
	tally_start(&tally, 0);
	for (uint64_t k = 0; k < 2500; k++)
		one_read(&tally, k * 1000, 100 + k % 700);
	tally_end(&tally, 3 * ms, true);
	cr_expect(result.n_cells > 3);
	cr_expect(result.cells_lost == false);
	for (size_t i = 0; i < result.n_cells; i++) {
		const struct measure_cell *cell = &result.cell[i];
		total[cell->bucket] += cell->count;
		in_first += cell->interval == 0 ? cell->count : 0;
		check_int(cell->direction, DIRECTION_READ);
		if (i == 0)
			continue;
		const struct measure_cell *before = &result.cell[i - 1];
		cr_expect(before->interval < cell->interval ||
			  (before->interval == cell->interval && before->bucket < cell->bucket));
	}
	check_int(in_first, result.interval[0].ios[DIRECTION_READ]);
	cr_expect(memcmp(total, result.clat[DIRECTION_READ]->count, sizeof(total)) == 0);
	finish(&tally, &result);
}

Test(tally, cells_that_have_no_room_are_lost_and_said_so)
{
	struct measure_result result = {0};
	struct tally tally;
	struct tally_setup setup = reads_by_ms();

	setup.heatmap = true;
	tally_open(&tally, &result, &setup);
	tally.cells_max = 2;
	tally_start(&tally, 0);
	for (uint64_t k = 1; k <= 3; k++)
		one_read(&tally, 0, k * 1000);
	tally_end(&tally, ms, true);
	check_int(result.n_cells, 2);
	cr_expect(result.cells_lost == true);
	check_int(result.clat[DIRECTION_READ]->n, 3);
	finish(&tally, &result);
}

Test(tally, without_latencies_only_ios_count)
{
	struct measure_result result = {0};
	struct tally tally;
	struct tally_setup setup = reads_by_ms();

	setup.latency = false;
	tally_open(&tally, &result, &setup);
	tally_start(&tally, ms);
	one_read(&tally, ms, 1000);
	tally_end(&tally, 2 * ms, true);
	cr_expect(result.no_latency == true);
	check_int(result.ios[DIRECTION_READ], 1);
	check_int(result.interval[0].ios[DIRECTION_READ], 1);
	check_int(result.clat[DIRECTION_READ]->n + result.lat[DIRECTION_READ]->n, 0);
	check_int(result.slat[DIRECTION_READ]->n, 0);
	finish(&tally, &result);
}

Test(tally, completions_from_outside_the_ring_say_nothing_about_it)
{
	struct measure_result result = {0};
	struct tally tally;
	struct tally_setup setup = reads_by_ms();

	tally_open(&tally, &result, &setup);
	tally_start(&tally, 0);
	tally_reap(&tally, 3, 2, 10);
	tally_reap(&tally, 0, 4, 10);
	check_int(result.ring_standing[3], 1);
	check_int(result.ring_standing[0], 0);
	check_int(result.ring_reaped[2], 1);
	check_int(result.ring_reaped[4], 0);
	tally_end(&tally, ms, true);
	finish(&tally, &result);
}

Test(tally, syncs_and_lags_are_kept_where_there_are_any)
{
	struct measure_result result = {0};
	struct tally tally;
	struct tally_setup setup = reads_by_ms();
	struct tally_stamps stamps = {.prepared_ns = ms, .entered_ns = ms + 10, .late_ns = 7};

	tally_open(&tally, &result, &setup);
	cr_expect(result.sync == NULL && result.lag == NULL);
	finish(&tally, &result);
	result = (struct measure_result){0};
	setup.syncs = setup.rates = true;
	tally_open(&tally, &result, &setup);
	tally_start(&tally, ms);
	tally_sync(&tally, &stamps, ms + 110);
	tally_io(&tally, DIRECTION_READ, 512, &stamps, ms + 60);
	stamps.prepared_ns = ms - 1;
	tally_sync(&tally, &stamps, ms + 200);
	tally_end(&tally, 2 * ms, true);
	check_int(result.sync->n, 1);
	check_int(result.sync->max_ns, 100);
	check_int(result.lag->n, 1);
	check_int(result.lag->max_ns, 7);
	check_int(result.ios[DIRECTION_READ], 1);
	finish(&tally, &result);
}
