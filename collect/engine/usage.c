/* getrusage, the scheduler's statistics and the hardware's counters of one thread. */
#include "collect/engine/usage.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "collect/base/mem.h"
#include "collect/base/sysfile.h"
#include "collect/engine/measure.h"

/* A whole number and the blank or the end behind it; *text moves past them. */
static bool
take_number(const char **text, uint64_t *out)
{
	char *end;

	if (**text < '0' || **text > '9')
		return false;
	errno = 0;
	*out = strtoull(*text, &end, 10);
	if (errno || (*end != ' ' && *end != '\0'))
		return false;
	*text = *end ? end + 1 : end;
	return true;
}

double
usage_parse_delay_ns(const char *schedstat)
{
	uint64_t ran_ns, waited_ns, times;

	if (!take_number(&schedstat, &ran_ns) || !take_number(&schedstat, &waited_ns) ||
	    !take_number(&schedstat, &times))
		return NAN;
	/* Whoever reads it has run at least once: the kernel does not count then. */
	return times ? (double)waited_ns : NAN;
}

/* The thread's time in the run queue: Documentation/scheduler/sched-stats.rst of Linux. */
static double
run_delay_ns(void)
{
	char line[128];

	if (!sysfile_line(line, sizeof(line), "/proc/thread-self/schedstat"))
		return NAN;
	return usage_parse_delay_ns(line);
}

/* Processor time of the thread. */
static double
cpu_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void
usage_open(struct usage *usage)
{
	static const struct counter_kind kinds[] = {
	    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
	    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS}};

	counters_open(&usage->counters, kinds, countof(kinds));
}

void
usage_start(struct usage *usage)
{
	usage->delay_at_start_ns = run_delay_ns();
	getrusage(RUSAGE_THREAD, &usage->at_start);
	usage->cpu_at_start_s = cpu_s();
	counters_start(&usage->counters);
}

static double
seconds_between(struct timeval from, struct timeval to)
{
	return (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_usec - from.tv_usec) / 1e6;
}

void
usage_split(double all_s, double user_s, double system_s, struct measure_result *result)
{
	double share_s = system_s > 0 ? all_s * system_s / (user_s + system_s) : 0;

	/* The quotient is rounded, and may be more than the whole. */
	result->cpu_system_s = share_s < all_s ? share_s : all_s;
	result->cpu_user_s = all_s - result->cpu_system_s;
}

void
usage_end(struct usage *usage, struct measure_result *result)
{
	double counted[COUNTERS_MAX] = {NAN, NAN, NAN, NAN};
	struct rusage end;

	counters_stop(&usage->counters, counted);
	double all_s = cpu_s() - usage->cpu_at_start_s;
	getrusage(RUSAGE_THREAD, &end);
	double user_s = seconds_between(usage->at_start.ru_utime, end.ru_utime);
	double system_s = seconds_between(usage->at_start.ru_stime, end.ru_stime);
	usage_split(all_s, user_s, system_s, result);
	result->switches = (uint64_t)(end.ru_nvcsw - usage->at_start.ru_nvcsw) +
			   (uint64_t)(end.ru_nivcsw - usage->at_start.ru_nivcsw);
	result->run_delay_s = (run_delay_ns() - usage->delay_at_start_ns) / 1e9;
	result->cycles = counted[0];
	result->instructions = counted[1];
}

void
usage_unknown(struct measure_result *result)
{
	result->run_delay_s = NAN;
	result->cycles = NAN;
	result->instructions = NAN;
	result->self_cost_ns = NAN;
}

void
usage_close(struct usage *usage)
{
	counters_close(&usage->counters);
}
