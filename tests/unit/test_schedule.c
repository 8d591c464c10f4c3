/* When I/Os are meant to start. */
#include "collect/engine/schedule.h"

#include "tests/unit/check.h"

static struct schedule
new_schedule(uint64_t rate, uint64_t rate_iops, enum job_rate_process process)
{
	struct schedule s;

	schedule_init(&s, rate, rate_iops, process, 7);
	schedule_start(&s, 1000);
	return s;
}

Test(schedule, limits_only_where_a_rate_is_given)
{
	struct schedule none = new_schedule(0, 0, JOB_RATE_LINEAR);
	struct schedule bytes = new_schedule(1, 0, JOB_RATE_POISSON);
	struct schedule ios = new_schedule(0, 1, JOB_RATE_LINEAR);

	cr_expect(schedule_limits(&none) == false);
	cr_expect(schedule_limits(&bytes) == true);
	cr_expect(schedule_limits(&ios) == true);
}

/* The k-th I/O, from 0, at start + k / rate: 1e9 / 40000 = 25000 ns; 4096 bytes at 1 MiB/s =
 * 3906250 ns. */
Test(schedule, linear_gaps_are_exact)
{
	struct schedule ios = new_schedule(0, 40000, JOB_RATE_LINEAR);
	struct schedule bytes = new_schedule(1 << 20, 0, JOB_RATE_LINEAR);

	check_int(schedule_next(&ios, 4096), 1000);
	check_int(schedule_next(&ios, 4096), 1000 + 25000);
	check_int(schedule_next(&ios, 1), 1000 + 50000);
	check_int(schedule_next(&bytes, 4096), 1000);
	check_int(schedule_next(&bytes, 8192), 1000 + 3906250);
	check_int(schedule_next(&bytes, 1), 1000 + 3 * 3906250);
}

/* 90000 a second have gaps of 11111.1 ns: whole ns would be 1e-5 off, whole us 1 %. */
Test(schedule, no_error_adds_up)
{
	struct schedule s = new_schedule(0, 90000, JOB_RATE_LINEAR);
	uint64_t at = 0;

	for (unsigned i = 0; i <= 9000000; i++)
		at = schedule_next(&s, 512);
	check_close((double)at, 1000 + 100e9, 1e-9, "9000000 gaps take 100 s");
}

Test(schedule, the_smaller_rate_wins)
{
	struct schedule s = new_schedule(4096000, 500, JOB_RATE_LINEAR); /* 1 and 2 ms a block */

	check_int(schedule_next(&s, 4096), 1000);
	check_int(schedule_next(&s, 4096), 1000 + 2000000);
	check_int(schedule_next(&s, 40960), 1000 + 4000000);
	check_int(schedule_next(&s, 4096), 1000 + 12000000); /* 12 blocks by bytes, 6 ms by I/Os */
}

/* Gaps of a Poisson process are exponential: mean 1, standard deviation 1, and P(gap > 1) = 1/e,
 * P(gap > 3) = 1/e^3, in units of the mean. With n = 10^6 the standard errors are 0.001, sqrt(8)/2
 * * 0.001, and sqrt(p (1 - p) / n); the seed is fixed. */
Test(schedule, poisson_gaps_are_exponential)
{
	enum { N = 1000000 };
	struct schedule s = new_schedule(0, 50000, JOB_RATE_POISSON);
	double sum = 0, squares = 0;
	unsigned above_1 = 0, above_3 = 0;
	uint64_t before = 1000;

	for (unsigned i = 0; i < N; i++) {
		uint64_t at = schedule_next(&s, 4096);
		cr_assert(at >= before);
		double gap = (double)(at - before) / 20000;
		sum += gap;
		squares += gap * gap;
		above_1 += gap > 1;
		above_3 += gap > 3;
		before = at;
	}
	double mean = sum / N;
	check_close(mean, 1, 0.004, "mean");
	check_close(sqrt(squares / N - mean * mean), 1, 0.006, "standard deviation");
	check_close((double)above_1 / N, exp(-1), 0.006, "above 1");
	check_close((double)above_3 / N, exp(-3), 0.018, "above 3");
}

Test(schedule, seeds_tell_schedules_apart)
{
	struct schedule a, b;

	schedule_init(&a, 0, 1000, JOB_RATE_POISSON, 1);
	schedule_init(&b, 0, 1000, JOB_RATE_POISSON, 2);
	schedule_start(&a, 0);
	schedule_start(&b, 0);
	cr_expect(schedule_next(&a, 1) != schedule_next(&b, 1));
}

Test(schedule, what_no_clock_can_tell_is_never)
{
	struct schedule slow = new_schedule(1, 0, JOB_RATE_LINEAR);
	struct schedule late = new_schedule(0, 1, JOB_RATE_POISSON);
	struct schedule fast = new_schedule(UINT64_MAX, UINT64_MAX, JOB_RATE_LINEAR);

	check_int(schedule_next(&slow, UINT64_MAX), 1000);
	for (int i = 0; i < 3; i++)
		cr_expect(schedule_next(&slow, UINT64_MAX) == UINT64_MAX);
	schedule_start(&late, UINT64_MAX - 1);
	for (int i = 0; i < 100; i++)
		schedule_next(&late, 1);
	cr_expect(schedule_next(&late, 1) == UINT64_MAX);
	check_int(schedule_next(&fast, 1), 1000);
}

/* In whole seconds: 1 a second are 1, 2 and 3 I/Os in 1, 2 and 3 s, and none waits for the first.
 */
Test(schedule, a_time_of_whole_gaps_holds_as_many)
{
	for (uint64_t seconds = 0; seconds <= 3; seconds++) {
		struct schedule s = new_schedule(0, 1, JOB_RATE_LINEAR);
		uint64_t n = 0;

		while (schedule_next(&s, 4096) < 1000 + seconds * 1000000000)
			n++;
		check_int(n, seconds);
	}
}

Test(schedule, it_can_begin_anew)
{
	struct schedule s = new_schedule(0, 1000000, JOB_RATE_LINEAR);
	struct schedule random = new_schedule(0, 1000000, JOB_RATE_POISSON);

	check_int(schedule_next(&s, 1), 1000);
	check_int(schedule_next(&s, 1), 2000);
	schedule_start(&s, 700000);
	check_int(schedule_next(&s, 1), 700000);
	check_int(schedule_next(&s, 1), 701000);
	schedule_next(&random, 1);
	schedule_start(&random, 700000);
	uint64_t first = schedule_next(&random, 1);
	cr_expect(first > 700000 && first < 750000, "%llu", (unsigned long long)first);
}
