/* Chooses processors by the machine's topology. */
#include "collect/engine/pin.h"

#include <sched.h>
#include <stdio.h>

/* The first of the processors that share cpu's core; cpu itself where that is not told. */
static int
first_sibling(int cpu)
{
	char path[96];
	int first = cpu;

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list",
		 cpu);
	FILE *file = fopen(path, "re");
	if (!file)
		return cpu;
	if (fscanf(file, "%d", &first) != 1) /* NOLINT(cert-err34-c): the kernel's own number */
		first = cpu;
	fclose(file);
	return first;
}

bool
pin_plan(int *cpu, size_t n)
{
	cpu_set_t allowed;
	size_t found = 0;

	if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0 || (size_t)CPU_COUNT(&allowed) < n)
		return false;
	for (int others = 0; others < 2; others++)
		for (int i = 0; i < CPU_SETSIZE && found < n; i++)
			if (CPU_ISSET(i, &allowed) && (first_sibling(i) != i) == others)
				cpu[found++] = i;
	return found == n;
}
