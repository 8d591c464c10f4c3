/* The processor's own counters for one thread, by perf_event_open(2). */
#ifndef COLLECT_ENGINE_COUNTERS_H
#define COLLECT_ENGINE_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { COUNTERS_MAX = 4 };

/* What to count, as linux/perf_event.h numbers it. */
struct counter_kind {
	uint32_t type;
	uint64_t config;
};

struct counters {
	int fd[COUNTERS_MAX];
	size_t n; /* 0 = none are open */
};

/* Opens the n kinds, 1 .. COUNTERS_MAX, as one group that is counted together, of the calling
 * thread in user and kernel mode. They stand still until counters_start. Returns false where the
 * machine or the kernel does not allow all of them; nothing is open then. The first one of a
 * machine may take some ms, since the kernel patches itself. */
bool counters_open(struct counters *counters, const struct counter_kind *kind, size_t n);

/* From 0 on. */
void counters_start(struct counters *counters);

/* Stops them and gives each one's count. Where the group shared the hardware with others, it is
 * scaled by the time that it had. NaN = nothing was counted. */
void counters_stop(struct counters *counters, double *out);

void counters_close(struct counters *counters);

#endif
