/* Looking at clones while they run: sums, the percentile so far, jobs that become steady. */
#include "collect/engine/watch.h"

#include "collect/base/mem.h"
#include "tests/unit/check.h"

static const uint64_t second = 1000000000;

/* Bucket counts as a clone would have them; freed by free. */
static struct hist *
hist_of(uint64_t ns, unsigned n)
{
	struct hist *hist = mem_alloc(1, sizeof(*hist));

	hist_init(hist);
	for (unsigned i = 0; i < n; i++)
		hist_add(hist, ns);
	return hist;
}

Test(watch, the_percentile_is_that_of_all_clones)
{
	struct measure_result results[2] = {0};

	check_nan(watch_p99_ns(results, 0), "no clones");
	check_nan(watch_p99_ns(results, 2), "no histograms");
	results[0].lat[DIRECTION_READ] = hist_of(0, 0);
	check_nan(watch_p99_ns(results, 2), "an empty one");
	hist_add(results[0].lat[DIRECTION_READ], 11300);
	/* The bucket [11264, 11392). */
	check_close(watch_p99_ns(results, 2), 11328, 0, "one I/O");
	results[1].lat[DIRECTION_WRITE] = hist_of(100, 98);
	check_close(watch_p99_ns(results, 2), 11328, 0, "the 99th of 99");
	hist_add(results[1].lat[DIRECTION_WRITE], 100);
	check_close(watch_p99_ns(results, 2), 100, 0, "the 99th of 100");
	free(results[0].lat[DIRECTION_READ]);
	free(results[1].lat[DIRECTION_WRITE]);
}

static void
write_progress(struct measure_progress *progress, uint64_t ios, uint64_t at_ns, bool measuring)
{
	progress->ios = ios;
	progress->bytes = ios * 4096;
	progress->at_ns = at_ns;
	progress->measuring = measuring;
}

Test(watch, sums_up)
{
	struct job job = {.numjobs = 2};
	struct measure_task tasks[] = {{.job = &job}, {.job = &job, .clone = 1}};
	struct measure_result results[2] = {0};
	struct watch watch;

	watch_init(&watch, tasks, 2, results);
	check_int(watch.n_jobs, 0);
	watch_look(&watch, second, true);
	check_int(watch.all.ios, 0);
	cr_expect(watch.all.measuring == false);
	cr_expect(watch.all.settling == false);
	write_progress(&watch.progress[0], 10, 1, false);
	write_progress(&watch.progress[1], 32, 1, true);
	watch_look(&watch, 2 * second, true);
	check_int(watch.all.ios, 42);
	check_int(watch.all.bytes, 42 * 4096);
	cr_expect(watch.all.measuring == true);
	check_nan(watch.all.p99_ns, "p99");
	watch_end(&watch, results);
	check_int(results[0].all_ios, 10);
	check_int(results[1].all_ios, 32);
	check_nan(results[1].steady_criterion, "criterion");
	cr_expect(results[1].steady == false);
	watch_free(&watch);
}

/* Two jobs side by side: one with a rule and two clones, whose words come at times of their own;
 * the other has no rule. */
Test(watch, a_steady_job_alone_is_told_that_it_is_enough)
{
	struct job settles = {.numjobs = 2,
			      .steadystate = {.metric = JOB_STEADY_IOPS,
					      .limit = 0.1,
					      .percent = true,
					      .duration_ns = 3 * second}},
		   other = {.numjobs = 1};
	struct measure_task tasks[] = {
	    {.job = &settles}, {.job = &settles, .clone = 1}, {.job = &other}};
	struct measure_result results[3] = {0};
	struct watch watch;

	watch_init(&watch, tasks, 3, results);
	check_int(watch.n_jobs, 1);
	for (unsigned look = 1; look <= 6; look++) {
		/* 1000 I/Os a second by 960 to 1040 ms, 500 by a clock that is 30 ms behind; the
		 * second one measures from the second look on. */
		uint64_t late = look % 2 ? 40 : 0;
		write_progress(&watch.progress[0], 1000U * look + late,
			       look * second + late * 1000000, true);
		write_progress(&watch.progress[1], 500U * look, look * second - 30000000,
			       look >= 2);
		watch_look(&watch, look * second + 10000000, false);
		/* Rates are had from the third look on, and three fill the window. */
		cr_expect(watch.all.settling == (look < 5), "look %u", look);
		for (size_t i = 0; i < 3; i++)
			cr_expect(watch.progress[i].enough == (look >= 5 && i < 2),
				  "look %u, clone %zu", look, i);
	}
	watch_end(&watch, results);
	cr_expect(results[0].steady == true);
	cr_expect(results[1].steady == true);
	cr_expect(results[2].steady == false);
	cr_expect(results[0].steady_criterion < 1e-6, "%g %%", results[0].steady_criterion);
	check_nan(results[2].steady_criterion, "no rule");
	watch_free(&watch);
}

/* A clone that says nothing for a second counts as nothing: that is not steady. */
Test(watch, a_stall_is_not_steady)
{
	struct job job = {
	    .numjobs = 1,
	    .steadystate = {
		.metric = JOB_STEADY_BW, .limit = 50, .percent = true, .duration_ns = 2 * second}};
	struct measure_task task = {.job = &job};
	struct measure_result result = {0};
	struct watch watch;

	watch_init(&watch, &task, 1, &result);
	write_progress(watch.progress, 1000, second, true);
	watch_look(&watch, second, false);
	write_progress(watch.progress, 2000, 2 * second, true);
	watch_look(&watch, 2 * second, false);
	watch_look(&watch, 3 * second, false);
	cr_expect(watch.all.settling == true);
	watch_end(&watch, &result);
	cr_expect(result.steady == false);
	/* 4096000 and 0 are both as far from their mean as it is large. */
	check_close(result.steady_criterion, 100, 1e-9, "criterion");
	watch_free(&watch);
}
