/* Processors for threads: different ones, and only those that the process may use. */
#include "collect/engine/pin.h"

#include <sched.h>

#include "tests/unit/check.h"

Test(pin, plans_different_processors_of_the_mask)
{
	static int cpu[CPU_SETSIZE + 1];
	cpu_set_t allowed, seen;

	cr_assert(sched_getaffinity(0, sizeof(allowed), &allowed) == 0);
	size_t all = (size_t)CPU_COUNT(&allowed);
	for (size_t n = 0; n <= all; n++) {
		CPU_ZERO(&seen);
		cr_assert(pin_plan(cpu, n) == true, "no plan for %zu of %zu", n, all);
		for (size_t i = 0; i < n; i++) {
			check_int(CPU_ISSET(cpu[i], &allowed) != 0, 1);
			CPU_SET(cpu[i], &seen);
		}
		check_int(CPU_COUNT(&seen), n);
	}
	cr_expect(pin_plan(cpu, all + 1) == false);
}

Test(pin, keeps_to_a_mask_of_one)
{
	int cpu[2] = {-1, -1};
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	cr_assert(sched_setaffinity(0, sizeof(one), &one) == 0);
	cr_assert(pin_plan(cpu, 1) == true);
	check_int(CPU_ISSET(cpu[0], &one) != 0, 1);
	cr_expect(pin_plan(cpu, 2) == false);
}

Test(pin, leaves_processor_0_to_the_kernel_while_there_are_others)
{
	int cpu = -1;
	cpu_set_t allowed;

	cr_assert(sched_getaffinity(0, sizeof(allowed), &allowed) == 0);
	CPU_CLR(0, &allowed);
	if (sched_setaffinity(0, sizeof(allowed), &allowed) != 0)
		cr_skip_test("needs a second processor");
	cr_assert(pin_plan(&cpu, 1) == true);
	int best = cpu;
	CPU_SET(0, &allowed);
	cr_assert(sched_setaffinity(0, sizeof(allowed), &allowed) == 0);
	cr_assert(pin_plan(&cpu, 1) == true);
	check_int(cpu, best);
}

Test(pin, splits_processors_among_clones)
{
	static const int allowed[] = {0, 3, 7};
	cpu_set_t set, none;

	CPU_ZERO(&set);
	CPU_ZERO(&none);
	for (size_t i = 0; i < 3; i++)
		CPU_SET(allowed[i], &set);
	for (unsigned clone = 0; clone < 7; clone++) {
		cpu_set_t one = pin_split(&set, clone);
		check_int(CPU_COUNT(&one), 1);
		check_int(CPU_ISSET(allowed[clone % 3], &one) != 0, 1);
	}
	cpu_set_t one = pin_split(&none, 5);
	check_int(CPU_COUNT(&one), 0);
}
