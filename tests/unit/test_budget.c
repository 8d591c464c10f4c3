/* How much a job does. */
#include "collect/engine/budget.h"

#include "tests/unit/check.h"

enum { PASS = 1000 };

static struct budget
of(struct job job)
{
	return budget_of(&job, PASS);
}

Test(budget, passes)
{
	check_int(of((struct job){.rw = JOB_RW_READ}).bytes, PASS);
	check_int(of((struct job){.loops = 1}).bytes, PASS);
	check_int(of((struct job){.loops = 7}).bytes, 7 * PASS);
	cr_expect(of((struct job){.loops = 7}).ios == UINT64_MAX);
	check_int(of((struct job){.loops = 7, .number_ios = 5}).ios, 5);
}

Test(budget, io_size_stands_for_passes)
{
	check_int(of((struct job){.loops = 7, .io_size = {.bytes = 1}}).bytes, 1);
	check_int(of((struct job){.io_size = {.bytes = 12345}}).bytes, 12345);
	check_int(of((struct job){.io_size = {.percent = 50}}).bytes, PASS / 2);
	check_int(of((struct job){.io_size = {.percent = 250}}).bytes, PASS * 5 / 2);
	struct job least = {.io_size = {.percent = 1}};
	check_int(budget_of(&least, 1).bytes, 1);
}

Test(budget, time_ends_a_time_based_job)
{
	struct job job = {.time_based = true, .runtime_ns = 1, .loops = 1, .number_ios = 9};

	cr_expect(of(job).bytes == UINT64_MAX);
	check_int(of(job).ios, 9);
	job.runtime_ns = 0;
	check_int(of(job).bytes, PASS);
}

Test(budget, what_does_not_fit_has_no_end)
{
	struct job job = {.loops = 3};

	cr_expect(budget_of(&job, UINT64_MAX / 2).bytes == UINT64_MAX);
	job.io_size.percent = 300;
	cr_expect(budget_of(&job, UINT64_MAX / 2).bytes == UINT64_MAX);
	job.io_size.percent = 100;
	check_int(budget_of(&job, UINT64_MAX).bytes, UINT64_MAX);
}
