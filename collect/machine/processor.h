/* The processors: model, how they are clocked and put to sleep, which of them are ours. root as in
 * procfile.h. */
#ifndef COLLECT_MACHINE_PROCESSOR_H
#define COLLECT_MACHINE_PROCESSOR_H

struct fact;

/* Appends meta.cpu, meta.cpus and what is below them, meta.smt, meta.governor, meta.numa,
 * meta.clocksource. */
void processor_facts(const char *root, struct fact **facts);

/* All different values of a file of each processor's folder, "cpufreq/scaling_governor", with
 * commas between; "" where there is none. On the heap. */
char *processor_values(const char *root, const char *file);

/* "on" or "off"; "" where the kernel does not say. */
const char *processor_turbo(const char *root);

/* How many processors a list as "0-3,8" has; 0 for one that is none. */
unsigned processor_count(const char *list);

/* How many processors this process may use; 0 = unknown. */
unsigned processor_allowed(const char *root);

#endif
