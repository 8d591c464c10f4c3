/* What a thread takes of the machine between two moments: processor time, waiting for a processor,
 * cycles. */
#ifndef COLLECT_ENGINE_USAGE_H
#define COLLECT_ENGINE_USAGE_H

#include <stdint.h>
#include <sys/resource.h>

#include "collect/engine/counters.h"

struct measure_result;

/* All zero before usage_open; all calls are of the thread that is looked at. */
struct usage {
	struct rusage at_start;
	double cpu_at_start_s;
	double delay_at_start_ns; /* NaN = not known */
	struct counters counters;
};

/* Opens the hardware's counters, which may take some ms. Without it there are no cycles. */
void usage_open(struct usage *usage);

/* Here it begins; some us. */
void usage_start(struct usage *usage);

/* Here it ends. Fills the result's cpu_user_s, cpu_system_s, switches, run_delay_s, cycles and
 * instructions; the last three are NaN where the kernel or the hardware does not tell. The two cpu
 * add up to the thread's clock, which is exact; getrusage, which may be behind by some ticks, says
 * how it is split. What is too short for that is user. */
void usage_end(struct usage *usage, struct measure_result *result);

/* Splits all_s seconds of the thread's clock as user_s to system_s, which are at least 0, and so
 * are both parts. */
void usage_split(double all_s, double user_s, double system_s, struct measure_result *result);

/* Marks in a result that nothing is known yet of what may stay unknown. */
void usage_unknown(struct measure_result *result);

void usage_close(struct usage *usage);

/* The line of a schedstat file: time run and time waited for a processor, in ns, and how often it
 * ran. Returns the second one; NaN when it is not there, or when the last is 0, as where
 * the kernel does not count. */
double usage_parse_delay_ns(const char *schedstat);

#endif
