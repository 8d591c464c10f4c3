/* Decides whether the time stamp counter can be trusted, and calibrates it. */
#include "collect/engine/clock.h"

#include <math.h>
#include <pthread.h>
#include <string.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "collect/base/sysfile.h"

enum {
	READINGS = 16, /* of two clocks at once: of several the one is taken that an interrupt or a
			* fault widened least */
	DRIFT_MIN_NS = 100000000
};

static struct clock the_clock;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static uint64_t
kernel_ns(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
}

uint64_t
clock_monotonic_ns(void)
{
	return kernel_ns(CLOCK_MONOTONIC);
}

struct clock_pair
clock_pair(const struct clock *clock)
{
	struct clock_pair best = {0, 0};
	uint64_t best_width = UINT64_MAX;

	for (int i = 0; i < READINGS; i++) {
		uint64_t before = clock_now_ns(clock);
		uint64_t raw_ns = kernel_ns(CLOCK_MONOTONIC_RAW);
		uint64_t width = clock_now_ns(clock) - before;
		if (width < best_width) {
			best_width = width;
			best = (struct clock_pair){before + width / 2, raw_ns};
		}
	}
	return best;
}

double
clock_drift_ppm(struct clock_pair from, struct clock_pair to)
{
	if (to.raw_ns < from.raw_ns + DRIFT_MIN_NS || to.ns < from.ns)
		return 0;
	double raw = (double)(to.raw_ns - from.raw_ns);
	return ((double)(to.ns - from.ns) - raw) / raw * 1e6;
}

#if defined(__x86_64__)

/* The processor says that the counter runs at one rate in all power states (CPUID 80000007h, EDX
 * bit 8). */
static bool
tsc_invariant(void)
{
	unsigned eax, ebx, ecx, edx;

	return __get_cpuid(0x80000007, &eax, &ebx, &ecx, &edx) && (edx & 1U << 8);
}

/* The kernel uses the counter for its own time. It stops doing so when it finds the counters of the
 * processors apart or the rate unsteady, which a program cannot find out as well. */
static bool
tsc_is_kernels_clock(void)
{
	char name[16];

	return sysfile_line(name, sizeof(name), "%s",
			    "/sys/devices/system/clocksource/clocksource0/current_clocksource") &&
	       strcmp(name, "tsc") == 0;
}

struct reading {
	uint64_t ticks;
	uint64_t ns;
};

/* Both clocks at the same moment. */
static struct reading
read_both(void)
{
	struct reading best = {0, 0};
	uint64_t best_width = UINT64_MAX;

	for (int i = 0; i < READINGS; i++) {
		uint64_t before = __rdtsc();
		uint64_t ns = clock_monotonic_ns();
		uint64_t width = __rdtsc() - before;
		if (width < best_width) {
			best_width = width;
			best = (struct reading){before + width / 2, ns};
		}
	}
	return best;
}

static double
ns_per_tick(struct reading from, struct reading to)
{
	return (double)(to.ns - from.ns) / (double)(to.ticks - from.ticks);
}

static bool
calibrate(struct clock *clock)
{
	const struct timespec pause = {.tv_nsec = 25000000};
	struct reading a = read_both();
	nanosleep(&pause, NULL);
	struct reading b = read_both();
	nanosleep(&pause, NULL);
	struct reading c = read_both();

	if (b.ticks <= a.ticks || c.ticks <= b.ticks)
		return false;
	/* Two halves that differ by more than 100 ppm: something stops or scales the counter. */
	if (fabs(ns_per_tick(a, b) / ns_per_tick(b, c) - 1) > 1e-4)
		return false;
	clock->base_ticks = c.ticks;
	clock->base_ns = c.ns;
	clock->ns_per_tick_2_32 = (uint64_t)ldexp(ns_per_tick(a, c), 32);
	return true;
}

static void
decide(void)
{
	the_clock.tsc = tsc_invariant() && tsc_is_kernels_clock() && calibrate(&the_clock);
}

#else

static void
decide(void)
{
	the_clock.tsc = false;
}

#endif

const struct clock *
clock_get(void)
{
	pthread_once(&once, decide);
	return &the_clock;
}

const char *
clock_name(const struct clock *clock)
{
	return clock->tsc ? "tsc" : "clock_gettime";
}
