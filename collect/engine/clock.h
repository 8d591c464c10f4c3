/* The clock of the measuring loop: the processor's time stamp counter where it can be trusted,
 * which saves a few percent of fast I/O, else clock_gettime. */
#ifndef COLLECT_ENGINE_CLOCK_H
#define COLLECT_ENGINE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

struct clock {
	bool tsc;
	uint64_t base_ns;          /* CLOCK_MONOTONIC at base_ticks */
	uint64_t base_ticks;       /* of the counter */
	uint64_t ns_per_tick_2_32; /* nanoseconds of one tick times 2^32 */
};

/* The clock to use. The first call calibrates it, which takes about 50 ms; safe from any thread. */
const struct clock *clock_get(void);

/* "tsc" or "clock_gettime". */
const char *clock_name(const struct clock *clock);

/* CLOCK_MONOTONIC in ns, by clock_gettime. */
uint64_t clock_monotonic_ns(void);

/* A moment by this clock and by CLOCK_MONOTONIC_RAW. */
struct clock_pair {
	uint64_t ns, raw_ns;
};
struct clock_pair clock_pair(const struct clock *clock);

/* How much faster the clock ran between two moments than CLOCK_MONOTONIC_RAW, in parts per million;
 * negative = slower. The kernel may steer CLOCK_MONOTONIC itself by some of them. 0 where the
 * moments are less than 0.1 s apart, for the readings are not that exact. */
double clock_drift_ppm(struct clock_pair from, struct clock_pair to);

/* CLOCK_MONOTONIC in ns by the cheapest way; with the counter it drifts from it by parts per
 * million. */
static inline uint64_t
clock_now_ns(const struct clock *clock)
{
#if defined(__x86_64__)
	if (clock->tsc) {
		__extension__ typedef unsigned __int128 wide;
		uint64_t ticks = __rdtsc() - clock->base_ticks;
		return clock->base_ns + (uint64_t)((wide)ticks * clock->ns_per_tick_2_32 >> 32);
	}
#else
	(void)clock;
#endif
	return clock_monotonic_ns();
}

#endif
