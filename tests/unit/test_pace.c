/* The pace of a clone with rates, with a clock of the test's own. */
#include "collect/engine/pace.h"

#include "tests/unit/check.h"
#include "tests/unit/trial.h"

static struct pattern pattern;

static void
free_pattern(void)
{
	pattern_free(&pattern);
}

TestSuite(pace, .fini = free_pattern);

static struct pace
new_pace(enum job_rw rw, uint64_t reads, uint64_t writes)
{
	struct job job = {.rw = rw,
			  .rwmixread = 50,
			  .bs = JOB_SIZES(4096),
			  .rate_iops = {reads, writes},
			  .rate_process = JOB_RATE_LINEAR};
	struct measure_task task = TRIAL_TASK(&job, -1, 0, 1 << 20);
	bool has[DIRECTIONS];
	struct pace pace;

	free_pattern();
	pattern_init(&pattern, &task);
	for (unsigned d = 0; d < DIRECTIONS; d++)
		has[d] = pattern_has(&pattern, (enum direction)d);
	pace_init(&pace, &job, 0, has);
	if (pace.limited)
		pace_start(&pace, 1000000);
	return pace;
}

/* The first I/O due in steps of 1 us from *now on, which is left where it was due. */
static enum direction
next_at(struct pace *pace, uint64_t *now, uint64_t *due)
{
	struct pattern_io io;

	while (!pace_next(pace, &pattern, *now, &io, due)) {
		cr_assert(now[0] < due[0]);
		*now += 1000;
	}
	return io.direction;
}

Test(pace, only_rates_of_directions_that_there_are_limit)
{
	cr_expect(new_pace(JOB_RW_RANDREAD, 0, 0).limited == false);
	cr_expect(new_pace(JOB_RW_RANDREAD, 0, 100).limited == false);
	cr_expect(new_pace(JOB_RW_RANDREAD, 100, 0).limited == true);
	cr_expect(new_pace(JOB_RW_RANDRW, 0, 100).limited == true);
}

Test(pace, nothing_comes_before_its_time)
{
	struct pace pace = new_pace(JOB_RW_RANDREAD, 1000, 0); /* each ms */
	struct pattern_io io;
	uint64_t due;

	cr_expect(pace_next(&pace, &pattern, 999999, &io, &due) == false);
	check_int(due, 1000000);
	cr_expect(pace_next(&pace, &pattern, 1000000, &io, &due) == true);
	check_int(due, 1000000);
	cr_expect(pace_next(&pace, &pattern, 1999999, &io, &due) == false);
	check_int(due, 2000000);
	cr_expect(pace_next(&pace, &pattern, 2000000, &io, &due) == true);
	check_int(due, 2000000);
}

Test(pace, what_is_late_comes_at_once_and_in_order)
{
	struct pace pace = new_pace(JOB_RW_RANDREAD, 1000, 0);
	struct pattern_io io;
	uint64_t due;

	check_int(pace_behind(&pace, &pattern, 1000000), 0);
	check_int(pace_behind(&pace, &pattern, 10500000), 9500000);
	for (unsigned k = 0; k < 10; k++) {
		cr_expect(pace_next(&pace, &pattern, 10500000, &io, &due) == true);
		check_int(due, 1000000 + k * 1000000);
	}
	cr_expect(pace_next(&pace, &pattern, 10500000, &io, &due) == false);
	check_int(pace_behind(&pace, &pattern, 10500000), 0);
}

/* 3000 reads and 1000 writes a second, whatever rwmixread says. */
Test(pace, each_direction_of_a_mix_keeps_its_own_rate)
{
	struct pace pace = new_pace(JOB_RW_RANDRW, 3000, 1000);
	unsigned n[DIRECTIONS] = {0};
	uint64_t now = 1000000, due = 0;

	while (due < 1001000000) {
		enum direction d = next_at(&pace, &now, &due);
		n[d]++;
		cr_expect(due <= now && now < due + 1000);
	}
	cr_expect(abs((int)n[DIRECTION_READ] - 3000) <= 5, "%u reads", n[DIRECTION_READ]);
	cr_expect(abs((int)n[DIRECTION_WRITE] - 1000) <= 2, "%u writes", n[DIRECTION_WRITE]);
}

Test(pace, what_has_no_rate_takes_what_the_others_leave)
{
	struct pace pace = new_pace(JOB_RW_RANDRW, 0, 1000);
	struct pattern_io io;
	uint64_t due;

	cr_expect(pace_next(&pace, &pattern, 1500000, &io, &due) == true);
	check_int(io.direction, DIRECTION_WRITE);
	check_int(due, 1000000);
	for (unsigned i = 0; i < 5; i++) {
		cr_expect(pace_next(&pace, &pattern, 1500000, &io, &due) == true);
		check_int(io.direction, DIRECTION_READ);
		check_int(due, 1500000);
	}
	cr_expect(pace_next(&pace, &pattern, 2500000, &io, &due) == true);
	check_int(io.direction, DIRECTION_WRITE);
	check_int(due, 2000000); /* the second one */
	cr_expect(pace_next(&pace, &pattern, 2500000, &io, &due) == true);
	check_int(io.direction, DIRECTION_READ);
}

/* What was drawn comes first, at the new beginning; what was missed before does not. */
Test(pace, beginning_anew_forgets_what_was_missed)
{
	struct pace pace = new_pace(JOB_RW_RANDRW, 1000, 100);
	struct pattern_io io;
	uint64_t due;

	check_int(pace_behind(&pace, &pattern, 6500000), 5500000);
	pace_start(&pace, 6500000);
	check_int(pace_behind(&pace, &pattern, 6500000), 0);
	for (unsigned k = 0; k < 2; k++) {
		cr_expect(pace_next(&pace, &pattern, 6500000, &io, &due) == true);
		check_int(io.direction, k ? DIRECTION_WRITE : DIRECTION_READ);
		check_int(due, 6500000);
	}
	cr_expect(pace_next(&pace, &pattern, 7499999, &io, &due) == false);
	check_int(due, 7500000);
	/* Nor does one that waits for its time go on waiting: the next read, from 7.5 ms on. */
	pace_start(&pace, 7000000);
	cr_expect(pace_next(&pace, &pattern, 7000000, &io, &due) == true);
	check_int(due, 7000000);
}
