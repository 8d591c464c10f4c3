/* The host's fingerprint out of uname, /proc and /sys. */
#include "collect/machine/machine.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "collect/machine/cgroup.h"
#include "collect/machine/facts.h"
#include "collect/machine/moment.h"
#include "collect/machine/processor.h"
#include "collect/machine/procfile.h"

/* FNV-1a (Fowler, Noll, Vo), 32 bits: tells two texts apart, no more. */
static uint32_t
hash(uint32_t state, const char *text)
{
	for (; *text; text++)
		state = (state ^ (unsigned char)*text) * 16777619U;
	return state;
}

/* How many known faults are open, and a hash of all that the kernel says about them: short, and
 * different when anything is. */
static void
add_vulnerabilities(struct fact **facts, const char *root)
{
	static const char folder[] = "/sys/devices/system/cpu/vulnerabilities";
	UT_array *names = procfile_names("", "%s%s", root, folder);
	char line[SYSFILE_LINE];
	const char *name;
	unsigned open_faults = 0;
	uint32_t state = 2166136261U;

	for (size_t i = 0; (name = lines_at(names, i)); i++) {
		if (!sysfile_line(line, sizeof(line), "%s%s/%s", root, folder, name))
			continue;
		open_faults += strncmp(line, "Vulnerable", 10) == 0;
		state = hash(hash(state, name), line);
	}
	facts_add(facts, "meta.vulnerabilities", "%u open, %08x", open_faults, state);
	lines_free(names);
}

static bool
starts(const char *word, const char *beginning)
{
	return strncmp(word, beginning, strlen(beginning)) == 0;
}

/* The kernel's command line, without the names of its own files, which change with each version and
 * which meta.kernel tells; and what it says of mitigations. */
static void
add_command_line(struct fact **facts, const char *root)
{
	char line[SYSFILE_LINE], *rest = line, *word;
	const char *mitigations = "default";
	UT_array *words = lines_new();

	sysfile_line(line, sizeof(line), "%s/proc/cmdline", root);
	while ((word = strsep(&rest, " "))) {
		if (starts(word, "mitigations="))
			mitigations = word + strlen("mitigations=");
		if (*word && !starts(word, "BOOT_IMAGE=") && !starts(word, "initrd="))
			lines_add(words, word);
	}
	char *all = lines_join(words, " ");
	facts_add(facts, "meta.kernel.command", "%s", all);
	facts_add(facts, "meta.mitigations", "%s", mitigations);
	free(all);
	lines_free(words);
}

/* Rounded up to whole GiB: what the kernel keeps for itself differs between builds. */
static void
add_memory(struct fact **facts, const char *root)
{
	double kib = procfile_number(root, "/proc/meminfo", "MemTotal", ':', 0);
	double swap = procfile_number(root, "/proc/meminfo", "SwapTotal", ':', 0);
	char line[SYSFILE_LINE], text[UNIT_TEXT];

	if (kib > 0)
		facts_add(facts, "meta.memory", "%.0fGiB", ceil(kib / (1 << 20)));
	if (swap >= 0 && swap < 0x1p53)
		facts_add(facts, "meta.swap", "%s",
			  swap > 0 ? unit_size((unsigned long long)swap * 1024, text) : "none");
	if (sysfile_line(line, sizeof(line), "%s/sys/kernel/mm/transparent_hugepage/enabled", root))
		facts_add(facts, "meta.thp", "%s", sysfile_chosen(line));
}

/* What the administrator allows of asynchronous I/O. */
static void
add_limits(struct fact **facts, const char *root)
{
	char line[SYSFILE_LINE];

	sysfile_line(line, sizeof(line), "%s/proc/sys/kernel/io_uring_disabled", root);
	facts_add(facts, "meta.sysctl.io_uring_disabled", "%s", line);
	sysfile_line(line, sizeof(line), "%s/proc/sys/fs/aio-max-nr", root);
	facts_add(facts, "meta.sysctl.aio_max_nr", "%s", line);
}

bool
machine_is_guest(const char *root)
{
	char flags[SYSFILE_LINE];

	procfile_value(root, "/proc/cpuinfo", "flags", ':', flags);
	return strstr(flags, " hypervisor") ||
	       procfile_exists("%s/proc/device-tree/hypervisor", root) ||
	       procfile_exists("%s/sys/hypervisor/type", root);
}

/* "none" on bare metal, else what the guest is told about its machine. */
static void
add_virtual(struct fact **facts, const char *root)
{
	char type[128], vendor[128], product[128];

	if (!machine_is_guest(root)) {
		facts_add(facts, "meta.virtual", "none");
		return;
	}
	sysfile_line(type, sizeof(type), "%s/sys/hypervisor/type", root);
	sysfile_line(vendor, sizeof(vendor), "%s/sys/class/dmi/id/sys_vendor", root);
	sysfile_line(product, sizeof(product), "%s/sys/class/dmi/id/product_name", root);
	facts_add(facts, "meta.virtual", "guest%s%s%s%s%s%s", type[0] ? " " : "", type,
		  vendor[0] ? " " : "", vendor, product[0] ? " " : "", product);
}

bool
machine_on_battery(const char *root, bool *has_battery)
{
	UT_array *supplies = procfile_names("", "%s/sys/class/power_supply", root);
	char type[64], scope[64], status[64];
	const char *name;
	bool discharging = false;

	*has_battery = false;
	for (size_t i = 0; (name = lines_at(supplies, i)); i++) {
		sysfile_line(type, sizeof(type), "%s/sys/class/power_supply/%s/type", root, name);
		sysfile_line(scope, sizeof(scope), "%s/sys/class/power_supply/%s/scope", root,
			     name);
		/* That of a mouse says nothing about the machine. */
		if (strcmp(type, "Battery") != 0 || strcmp(scope, "Device") == 0)
			continue;
		sysfile_line(status, sizeof(status), "%s/sys/class/power_supply/%s/status", root,
			     name);
		*has_battery = true;
		discharging |= strcmp(status, "Discharging") == 0;
	}
	lines_free(supplies);
	return discharging;
}

void
machine_facts_at(const char *root, struct fact **facts)
{
	struct utsname name;
	char boot_id[MACHINE_BOOT_ID];
	bool has_battery;

	if (uname(&name) == 0) {
		facts_add(facts, "meta.host", "%s", name.nodename);
		facts_add(facts, "meta.kernel", "%s", name.release);
		facts_add(facts, "meta.kernel.build", "%s", name.version);
		facts_add(facts, "meta.arch", "%s", name.machine);
	}
	add_command_line(facts, root);
	processor_facts(root, facts);
	add_vulnerabilities(facts, root);
	add_memory(facts, root);
	add_virtual(facts, root);
	bool on_battery = machine_on_battery(root, &has_battery);
	if (has_battery)
		facts_add(facts, "meta.power", "%s", on_battery ? "battery" : "mains");
	add_limits(facts, root);
	cgroup_facts(root, facts);
	sysfile_line(boot_id, sizeof(boot_id), "%s/proc/sys/kernel/random/boot_id", root);
	facts_add(facts, "meta.boot", "%s", boot_id);
}

void
machine_facts(struct fact **facts)
{
	machine_facts_at("", facts);
}

void
machine_load(struct fact **facts)
{
	moment_facts("", facts);
}

char *
machine_boot_id(char out[MACHINE_BOOT_ID])
{
	if (!sysfile_line(out, MACHINE_BOOT_ID, "/proc/sys/kernel/random/boot_id"))
		snprintf(out, MACHINE_BOOT_ID, "unknown");
	return out;
}
