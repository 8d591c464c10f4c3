/* Chooses processors by the machine's topology. */
#include "collect/engine/pin.h"

#include <sched.h>
#include <stdlib.h>

#include "collect/base/sysfile.h"

/* The first of the processors that share cpu's core; cpu itself where that is not told. */
static int
first_sibling(int cpu)
{
	char list[64];

	if (!sysfile_line(list, sizeof(list),
			  "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu))
		return cpu;
	return (int)strtol(list, NULL, 10);
}

/* Smaller is better. Processor 0 does the kernel's housekeeping, and two threads on one core slow
 * each other down. */
enum { RANK_OWN_CORE, RANK_HOUSEKEEPING, RANK_SHARED_CORE, RANKS };

static int
rank_of(int cpu)
{
	if (first_sibling(cpu) != cpu)
		return RANK_SHARED_CORE;
	return cpu == 0 ? RANK_HOUSEKEEPING : RANK_OWN_CORE;
}

bool
pin_plan(int *cpu, size_t n)
{
	cpu_set_t allowed;
	size_t found = 0;

	if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0 || (size_t)CPU_COUNT(&allowed) < n)
		return false;
	for (int rank = 0; rank < RANKS; rank++)
		for (int i = 0; i < CPU_SETSIZE && found < n; i++)
			if (CPU_ISSET(i, &allowed) && rank_of(i) == rank)
				cpu[found++] = i;
	return found == n;
}

cpu_set_t
pin_split(const cpu_set_t *allowed, unsigned clone)
{
	unsigned n = (unsigned)CPU_COUNT(allowed), seen = 0;
	cpu_set_t one = *allowed;

	for (int i = 0; n && i < CPU_SETSIZE; i++) {
		if (!CPU_ISSET(i, allowed) || seen++ != clone % n)
			continue;
		CPU_ZERO(&one);
		CPU_SET(i, &one);
		break;
	}
	return one;
}
