/* Where threads run: a processor of its own for each, while there are enough. */
#ifndef COLLECT_ENGINE_PIN_H
#define COLLECT_ENGINE_PIN_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>

/* Fills cpu[0 .. n - 1] with different processors of this process's affinity mask, the least
 * disturbed ones first: one of each core, processor 0, then the others. Returns false when there
 * are fewer than n. */
bool pin_plan(int *cpu, size_t n);

/* Only the clone-th processor of those allowed, from 0 and round again; all of them where there is
 * none. */
cpu_set_t pin_split(const cpu_set_t *allowed, unsigned clone);

#endif
