/* /proc/cpuinfo and /sys/devices/system. */
#include "collect/machine/processor.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/machine/facts.h"
#include "collect/machine/procfile.h"

static const char folder[] = "/sys/devices/system/cpu";

char *
processor_values(const char *root, const char *file)
{
	UT_array *cpus = procfile_names("cpu", "%s%s", root, folder);
	UT_array *values = lines_new();
	char line[SYSFILE_LINE];
	const char *cpu;

	for (size_t i = 0; (cpu = lines_at(cpus, i)); i++)
		if (isdigit((unsigned char)cpu[3]) &&
		    sysfile_line(line, sizeof(line), "%s%s/%s/%s", root, folder, cpu, file))
			lines_note(values, "%s", line);
	char *all = lines_join(values, ",");
	lines_free(values);
	lines_free(cpus);
	return all;
}

static void
add_values(struct fact **facts, const char *metric, const char *root, const char *file,
	   const char *absent)
{
	char *all = processor_values(root, file);

	facts_add(facts, metric, "%s", all[0] ? all : absent);
	free(all);
}

const char *
processor_turbo(const char *root)
{
	double off = procfile_single(-1, "%s%s/intel_pstate/no_turbo", root, folder);
	double boost = procfile_single(-1, "%s%s/cpufreq/boost", root, folder);

	if (off >= 0)
		return off > 0 ? "off" : "on";
	if (boost >= 0)
		return boost > 0 ? "on" : "off";
	return "";
}

unsigned
processor_count(const char *list)
{
	unsigned long n = 0;

	while (isdigit((unsigned char)*list)) {
		char *end;
		unsigned long first = strtoul(list, &end, 10), last = first;

		if (*end == '-' && isdigit((unsigned char)end[1]))
			last = strtoul(end + 1, &end, 10);
		if (last < first || last - first >= UINT_MAX / 2 || n >= UINT_MAX / 2)
			return 0;
		n += last - first + 1;
		list = *end == ',' ? end + 1 : end;
	}
	return *list ? 0 : (unsigned)n;
}

unsigned
processor_allowed(const char *root)
{
	char list[SYSFILE_LINE];

	procfile_value(root, "/proc/self/status", "Cpus_allowed_list", ':', list);
	return processor_count(list);
}

/* The driver and the governor of idle states, and the states that were switched off, which are
 * alike on all processors. */
static void
add_idle(struct fact **facts, const char *root)
{
	char driver[SYSFILE_LINE], governor[SYSFILE_LINE], line[SYSFILE_LINE];
	UT_array *states = procfile_names("state", "%s%s/cpu0/cpuidle", root, folder);
	UT_array *off = lines_new();
	const char *state;

	sysfile_line(driver, sizeof(driver), "%s%s/cpuidle/current_driver", root, folder);
	if (!sysfile_line(governor, sizeof(governor), "%s%s/cpuidle/current_governor", root,
			  folder))
		sysfile_line(governor, sizeof(governor), "%s%s/cpuidle/current_governor_ro", root,
			     folder);
	facts_add(facts, "meta.cpu.idle", "%s%s%s", driver, driver[0] && governor[0] ? " " : "",
		  governor);
	for (size_t i = 0; (state = lines_at(states, i)); i++)
		if (procfile_single(0, "%s%s/cpu0/cpuidle/%s/disable", root, folder, state) > 0 &&
		    sysfile_line(line, sizeof(line), "%s%s/cpu0/cpuidle/%s/name", root, folder,
				 state))
			lines_note(off, "%s", line);
	char *all = lines_join(off, ",");
	facts_add(facts, "meta.cpu.idle.off", "%s", all);
	free(all);
	lines_free(off);
	lines_free(states);
}

/* Where this process may not use all processors that there are. */
static void
add_allowed(struct fact **facts, const char *root)
{
	char allowed[SYSFILE_LINE], online[SYSFILE_LINE];

	if (procfile_value(root, "/proc/self/status", "Cpus_allowed_list", ':', allowed) &&
	    sysfile_line(online, sizeof(online), "%s%s/online", root, folder) &&
	    processor_count(allowed) < processor_count(online))
		facts_add(facts, "meta.cpus.allowed", "%s", allowed);
}

/* Processors that the scheduler or its tick leave alone. The kernel prints an empty mask in several
 * ways, none of which begins with a digit. */
static void
add_isolated(struct fact **facts, const char *root)
{
	static const struct {
		const char *metric, *file;
	} rows[] = {{"meta.cpus.isolated", "isolated"}, {"meta.cpus.nohz_full", "nohz_full"}};
	char line[SYSFILE_LINE];

	for (size_t i = 0; i < countof(rows); i++)
		if (sysfile_line(line, sizeof(line), "%s%s/%s", root, folder, rows[i].file) &&
		    processor_count(line))
			facts_add(facts, rows[i].metric, "%s", line);
}

void
processor_facts(const char *root, struct fact **facts)
{
	/* x86 names the model, others the board or only the kind of core. */
	static const char *const keys[] = {"model name", "cpu model", "Model", "cpu", "CPU part"};
	char line[SYSFILE_LINE] = "";

	for (size_t i = 0; i < countof(keys) && !line[0]; i++)
		procfile_value(root, "/proc/cpuinfo", keys[i], ':', line);
	facts_add(facts, "meta.cpu", "%s", line);
	procfile_value(root, "/proc/cpuinfo", "microcode", ':', line);
	facts_add(facts, "meta.cpu.microcode", "%s", line);
	facts_add(facts, "meta.cpus", "%ld", sysconf(_SC_NPROCESSORS_ONLN));
	add_allowed(facts, root);
	add_isolated(facts, root);
	sysfile_line(line, sizeof(line), "%s%s/smt/control", root, folder);
	facts_add(facts, "meta.smt", "%s", line[0] ? line : "unknown");
	add_values(facts, "meta.governor", root, "cpufreq/scaling_governor", "none");
	add_values(facts, "meta.cpu.driver", root, "cpufreq/scaling_driver", "");
	add_values(facts, "meta.cpu.preference", root, "cpufreq/energy_performance_preference", "");
	facts_add(facts, "meta.cpu.turbo", "%s", processor_turbo(root));
	add_idle(facts, root);
	sysfile_line(line, sizeof(line), "%s/sys/devices/system/node/online", root);
	facts_add(facts, "meta.numa", "%s", line);
	sysfile_line(line, sizeof(line),
		     "%s/sys/devices/system/clocksource/clocksource0/current_clocksource", root);
	facts_add(facts, "meta.clocksource", "%s", line);
}
