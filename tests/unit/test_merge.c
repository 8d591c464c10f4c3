/* Clones add up: counts and histograms exactly, intervals by their place, the longest runtime. */
#include "collect/campaign/merge.h"

#include <errno.h>

#include "collect/base/mem.h"
#include "tests/unit/check.h"

/* A clone that read n I/Os of 4096 bytes, in one interval each. */
static struct measure_result
clone_of(size_t n, double runtime_s)
{
	struct measure_result result = {.runtime_s = runtime_s,
					.n_intervals = n,
					.interval_s = 0.5,
					.ring_n = n + 1,
					.cpu_user_s = 0.25,
					.cpu_system_s = 0.5,
					.switches = 3};
	struct hist *hist = mem_alloc(1, sizeof(*hist));

	hist_init(hist);
	result.lat[DIRECTION_READ] = hist;
	result.interval = mem_alloc(n, sizeof(*result.interval));
	result.ring_reaped = mem_alloc(n + 1, sizeof(*result.ring_reaped));
	result.ring_standing = mem_alloc(n + 1, sizeof(*result.ring_standing));
	for (size_t i = 0; i < n; i++) {
		hist_add(hist, 1000 * (i + 1));
		result.ios[DIRECTION_READ]++;
		result.bytes[DIRECTION_READ] += 4096;
		result.interval[i].ios[DIRECTION_READ] = 1;
		result.interval[i].bytes[DIRECTION_READ] = 4096;
	}
	result.ring_reaped[n] = 1;
	result.ring_standing[0] = 2;
	snprintf(result.engine.reap, sizeof(result.engine.reap), "clone %zu", n);
	return result;
}

static void
free_all(struct measure_result *results, size_t n)
{
	for (size_t i = 0; i < n; i++)
		measure_result_free(&results[i]);
}

Test(merge, one_clone_is_itself)
{
	struct measure_result one = clone_of(3, 1.25), sum;

	merge_results(&one, 1, &sum);
	check_int(sum.ios[DIRECTION_READ], 3);
	check_int(sum.n_intervals, 3);
	check_int(sum.ring_n, 4);
	check_close(sum.runtime_s, 1.25, 0, "runtime");
	check_close(hist_mean(sum.lat[DIRECTION_READ]), 2000, 0, "mean");
	cr_expect(sum.lat[DIRECTION_WRITE] == NULL, "it does not write");
	measure_result_free(&sum);
	free_all(&one, 1);
}

Test(merge, clones_of_different_length_add_up)
{
	struct measure_result clones[] = {clone_of(2, 1), clone_of(4, 2), clone_of(1, 0.5)}, sum;

	clones[1].errors[EIO] = 2;
	clones[2].errors[EIO] = 1;
	merge_results(clones, 3, &sum);
	check_int(sum.ios[DIRECTION_READ], 7);
	check_int(sum.bytes[DIRECTION_READ], 7 * 4096);
	check_int(sum.lat[DIRECTION_READ]->n, 7);
	check_int(sum.lat[DIRECTION_READ]->max_ns, 4000);
	check_close(sum.runtime_s, 2, 0, "the longest");
	check_close(sum.interval_s, 0.5, 0, "grid");
	check_int(sum.n_intervals, 4);
	check_int(sum.interval[0].ios[DIRECTION_READ], 3);
	check_int(sum.interval[1].ios[DIRECTION_READ], 2);
	check_int(sum.interval[3].ios[DIRECTION_READ], 1);
	check_int(sum.ring_n, 5);
	check_int(sum.ring_reaped[1] + sum.ring_reaped[2] + sum.ring_reaped[4], 3);
	check_int(sum.ring_standing[0], 6);
	check_int(sum.errors[EIO], 3);
	check_close(sum.cpu_user_s, 0.75, 0, "cpu");
	check_int(sum.switches, 9);
	check_text(sum.engine.reap, "clone 2");
	measure_result_free(&sum);
	free_all(clones, 3);
}

Test(merge, the_first_error_stays)
{
	struct measure_result clones[] = {clone_of(1, 1), clone_of(1, 1), clone_of(1, 1)}, sum;

	clones[1].error = -EIO;
	snprintf(clones[1].why, sizeof(clones[1].why), "second");
	clones[2].error = -ENOSPC;
	merge_results(clones, 3, &sum);
	check_int(sum.error, -EIO);
	check_text(sum.why, "second");
	measure_result_free(&sum);
	free_all(clones, 3);
}

/* Intervals of two clones by hand: means by their weights, percentiles only where cells tell. */
Test(merge, latencies_of_intervals)
{
	struct measure_interval a[] = {{.ios = {1}, .clat_mean_ns = {100}, .clat_p99_ns = {100.5}},
				       {.ios = {0}}},
				b[] = {{.ios = {3}, .clat_mean_ns = {200}, .clat_p99_ns = {400}},
				       {.ios = {2}, .clat_mean_ns = {50}, .clat_p99_ns = {50.5}}};
	struct measure_result clones[] = {{.interval = a, .n_intervals = 2, .interval_s = 1},
					  {.interval = b, .n_intervals = 2, .interval_s = 1}},
			      sum;

	merge_results(clones, 1, &sum);
	check_close(sum.interval[0].clat_mean_ns[DIRECTION_READ], 100, 0, "one clone's mean");
	check_close(sum.interval[0].clat_p99_ns[DIRECTION_READ], 100.5, 0, "and percentile");
	measure_result_free(&sum);
	merge_results(clones, 2, &sum);
	check_close(sum.interval[0].clat_mean_ns[DIRECTION_READ], 175, 1e-15, "(100 + 3 200) / 4");
	check_close(sum.interval[1].clat_mean_ns[DIRECTION_READ], 50, 0, "one of them idle");
	check_nan(sum.interval[0].clat_p99_ns[DIRECTION_READ], "no cells");
	check_nan(sum.interval[1].clat_p99_ns[DIRECTION_READ], "none in any interval");
	measure_result_free(&sum);
}

Test(merge, cells_of_one_place_add_up)
{
	struct measure_interval a[] = {{.ios = {99}}, {.ios = {0, 3}}},
				b[] = {{.ios = {1}}, {.ios = {0, 2}}};
	struct measure_cell of_a[] = {{0, 90, 60, DIRECTION_READ},
				      {0, 80, 39, DIRECTION_READ},
				      {1, 70, 3, DIRECTION_WRITE}},
			    of_b[] = {{0, 700, 1, DIRECTION_READ}, {1, 70, 1, DIRECTION_WRITE}};
	struct measure_result clones[] = {
	    {.interval = a, .n_intervals = 2, .cell = of_a, .n_cells = 3},
	    {.interval = b, .n_intervals = 2, .cell = of_b, .n_cells = 2, .cells_lost = true}};
	struct measure_result sum;

	merge_results(clones, 2, &sum);
	check_int(sum.n_cells, 4);
	check_int(sum.cell[0].bucket, 80);
	check_int(sum.cell[1].bucket, 90);
	check_int(sum.cell[2].bucket, 700);
	check_int(sum.cell[3].count, 4);
	check_int(sum.cell[3].interval, 1);
	cr_expect(sum.cells_lost == true);
	/* The 99th of 100 is in bucket 90, which is exact. */
	check_close(sum.interval[0].clat_p99_ns[DIRECTION_READ], 90.5, 0, "p99 from cells");
	check_nan(sum.interval[1].clat_p99_ns[DIRECTION_WRITE], "4 cells of 5 I/Os");
	measure_result_free(&sum);
	of_b[1].count = UINT32_MAX;
	merge_results(clones, 2, &sum);
	check_int(sum.cell[3].count, UINT32_MAX);
	measure_result_free(&sum);
}

Test(merge, what_stands_around_adds_up)
{
	static uint64_t few[] = {1, 2}, more[] = {10, 20, 30};
	struct measure_result clones[] = {clone_of(1, 1), clone_of(1, 2)}, sum;

	for (int i = 0; i < 2; i++) {
		clones[i].sync = mem_alloc(1, sizeof(struct hist));
		clones[i].lag = mem_alloc(1, sizeof(struct hist));
		hist_init(clones[i].sync);
		hist_init(clones[i].lag);
		hist_add(clones[i].sync, 100);
		hist_add(clones[i].lag, 20 + 10 * (uint64_t)i);
		clones[i].inflight_n = 2 + (size_t)i;
		clones[i].inflight = mem_alloc(3, sizeof(uint64_t));
		memcpy(clones[i].inflight, i ? more : few, (2 + (size_t)i) * sizeof(uint64_t));
		clones[i].lag_end_ns = 7 - (uint64_t)i;
		clones[i].lag_half_ns = 3 + (uint64_t)i;
		clones[i].run_delay_s = 0.5;
		clones[i].cycles = 1e9;
		clones[i].instructions = i ? NAN : 1;
		clones[i].self_cost_ns = 30;
		clones[i].all_ios = 21;
		clones[i].steady = true;
		clones[i].steady_criterion = 0.25;
	}
	merge_results(clones, 2, &sum);
	check_int(sum.sync->n, 2);
	check_int(sum.lag->max_ns, 30);
	check_int(sum.lag_end_ns, 7);
	check_int(sum.lag_half_ns, 3); /* of the same clone */
	check_int(sum.inflight_n, 3);
	check_int(sum.inflight[0], 11);
	check_int(sum.inflight[1], 22);
	check_int(sum.inflight[2], 30);
	check_close(sum.run_delay_s, 1, 0, "run delay");
	check_close(sum.cycles, 2e9, 0, "cycles");
	check_nan(sum.instructions, "what one does not know");
	check_close(sum.self_cost_ns, 30, 0, "cost of the loop");
	check_close(sum.steady_criterion, 0.25, 0, "criterion");
	check_int(sum.all_ios, 42);
	cr_expect(sum.steady == true);
	measure_result_free(&sum);
	free_all(clones, 2);
}
