/* How long jobs run: sums worked out by hand. */
#include "collect/campaign/duration.h"

#include "tests/unit/check.h"

static const uint64_t second = 1000000000;

Test(duration, adds_groups_and_takes_the_longest_job_of_each)
{
	struct job jobs[] = {
	    {.group = 0, .runtime_ns = 10 * second},
	    {.group = 0, .runtime_ns = 8 * second, .startdelay_ns = 3 * second},
	    {.group = 1, .runtime_ns = 5 * second, .ramp_time_ns = second / 2},
	    {.group = 2, .runtime_ns = 1 * second},
	};
	const double want[] = {0, 10, 11, 16.5, 17.5};

	for (size_t n = 0; n <= 4; n++)
		check_close(duration_s(&(struct job_list){jobs, n}), want[n], 1e-12, "sum");
	check_close(duration_job_s(&jobs[1]), 11, 1e-12, "job");
	jobs[2].runtime_ns = 0;
	check_nan(duration_s(&(struct job_list){jobs, 4}), "until its size is done");
	check_nan(duration_job_s(&jobs[2]), "until its size is done");
}

Test(duration, large_times_do_not_wrap)
{
	struct job job = {
	    .runtime_ns = UINT64_MAX, .ramp_time_ns = UINT64_MAX, .startdelay_ns = UINT64_MAX};

	check_close(duration_job_s(&job), 3 * 18446744073.709551615, 1e-12, "three times 2^64 ns");
}
