/* Where threads run: a processor of its own for each, while there are enough. */
#ifndef COLLECT_ENGINE_PIN_H
#define COLLECT_ENGINE_PIN_H

#include <stdbool.h>
#include <stddef.h>

/* Fills cpu[0 .. n - 1] with different processors of this process's affinity mask, the least
 * disturbed ones first: one of each core, processor 0, then the others. Returns false when there
 * are fewer than n. */
bool pin_plan(int *cpu, size_t n);

#endif
