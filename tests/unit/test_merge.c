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
