/* The clock of the loop against those of the kernel. */
#include "collect/engine/clock.h"

#include "tests/unit/check.h"

Test(clock, has_a_name)
{
	check_text(clock_name(clock_get()), clock_get()->tsc ? "tsc" : "clock_gettime");
}

/* A reading between two of the kernel's: after seconds of a process both may be apart by the little
 * that the calibration is off. */
Test(clock, tells_the_time_of_the_kernel)
{
	const struct clock *clock = clock_get();
	const double tolerance_ns = 20000;

	for (int i = 0; i < 100; i++) {
		double before = (double)clock_monotonic_ns();
		double now = (double)clock_now_ns(clock);
		double after = (double)clock_monotonic_ns();
		cr_expect(now >= before - tolerance_ns && now <= after + tolerance_ns,
			  "%.0f is not within %.0f and %.0f", now, before, after);
	}
}

Test(clock, does_not_go_back)
{
	const struct clock *clock = clock_get();
	uint64_t before = clock_now_ns(clock);

	for (int i = 0; i < 100000; i++) {
		uint64_t now = clock_now_ns(clock);
		cr_assert(now >= before);
		before = now;
	}
}

/* Seconds of 1e9 ns: 1000 ns more in one are 1 ppm. */
Test(clock, drift_is_in_parts_per_million)
{
	const struct clock_pair from = {5000000000, 7000000000};
	const uint64_t second = 1000000000;
	static const struct {
		uint64_t ns, raw_ns;
		double ppm;
	} rows[] = {
	    {0, 0, 0},
	    {1000000000, 1000000000, 0},
	    {1000001000, 1000000000, 1},
	    {999999000, 1000000000, -1},
	    {100000000, 50000000, 0},           /* too short to tell */
	    {100000010, 100000000, 0.1},        /* just long enough */
	    {2000000000000, 1000000000000, 1e6} /* twice as fast */
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct clock_pair to = {from.ns + rows[i].ns, from.raw_ns + rows[i].raw_ns};
		check_close(clock_drift_ppm(from, to), rows[i].ppm, 1e-12, "drift");
	}
	/* Clocks that went back tell nothing. */
	check_close(clock_drift_ppm(from, (struct clock_pair){0, 9 * second}), 0, 0, "backwards");
	check_close(clock_drift_ppm(from, (struct clock_pair){9 * second, 0}), 0, 0, "backwards");
}

Test(clock, pairs_are_of_one_moment)
{
	const struct clock *clock = clock_get();
	struct clock_pair a = clock_pair(clock);
	uint64_t now = clock_now_ns(clock);
	struct clock_pair b = clock_pair(clock);

	cr_expect(a.ns <= now && now <= b.ns);
	cr_expect(a.raw_ns <= b.raw_ns);
}
