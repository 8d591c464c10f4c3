/* The host's fingerprint out of uname, /proc and /sys. */
#include "collect/machine/machine.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/base/sysfile.h"
#include "collect/machine/facts.h"

/* The value behind the first of the "key : value" lines of /proc/cpuinfo or /proc/meminfo whose key
 * it is; "" where there is none. */
static void
keyed_value(const char *path, const char *key, char out[SYSFILE_LINE])
{
	FILE *in = fopen(path, "re");
	char line[SYSFILE_LINE];
	size_t n = strlen(key);

	out[0] = '\0';
	while (in && !out[0] && fgets(line, sizeof(line), in)) {
		char *value = line + n + strspn(line + n, " \t");

		if (strncmp(line, key, n) != 0 || *value != ':')
			continue;
		value += 1 + strspn(value + 1, " \t");
		value[strcspn(value, "\n")] = '\0';
		snprintf(out, SYSFILE_LINE, "%s", value);
	}
	if (in)
		fclose(in);
}

/* x86 names the model, others the board or only the kind of core. */
static void
add_cpu(struct fact **facts)
{
	static const char *const keys[] = {"model name", "cpu model", "Model", "cpu", "CPU part"};
	char model[SYSFILE_LINE] = "";

	for (size_t i = 0; i < countof(keys) && !model[0]; i++)
		keyed_value("/proc/cpuinfo", keys[i], model);
	facts_add(facts, "meta.cpu", "%s", model);
	facts_add(facts, "meta.cpus", "%ld", sysconf(_SC_NPROCESSORS_ONLN));
	sysfile_line(model, sizeof(model), "/sys/devices/system/cpu/smt/control");
	facts_add(facts, "meta.smt", "%s", model[0] ? model : "unknown");
}

/* The governors in use: mostly one for all cores, or "none" where frequencies are not ours. */
static void
add_governor(struct fact **facts)
{
	long cpus = sysconf(_SC_NPROCESSORS_CONF);
	char line[256], all[SYSFILE_LINE] = "";
	size_t n = 0;

	for (long cpu = 0; cpu < cpus; cpu++) {
		if (!sysfile_line(line, sizeof(line),
				  "/sys/devices/system/cpu/cpu%ld/cpufreq/scaling_governor", cpu) ||
		    strstr(all, line) || n + sizeof(line) > sizeof(all))
			continue;
		n += (size_t)snprintf(all + n, sizeof(all) - n, "%s%s", n ? "," : "", line);
	}
	facts_add(facts, "meta.governor", "%s", n ? all : "none");
}

/* FNV-1a (Fowler, Noll, Vo), 32 bits: tells two texts apart, no more. */
static uint32_t
hash(uint32_t state, const char *text)
{
	for (; *text; text++)
		state = (state ^ (unsigned char)*text) * 16777619U;
	return state;
}

/* The word of the kernel's command line, how many known faults are open, and a hash of all that the
 * kernel says about them: short, and different when anything is. */
static void
add_mitigations(struct fact **facts)
{
	static const char folder[] = "/sys/devices/system/cpu/vulnerabilities";
	char line[SYSFILE_LINE], word[256] = "default";
	struct dirent **entry;
	unsigned open_faults = 0;
	uint32_t state = 2166136261U;

	sysfile_line(line, sizeof(line), "/proc/cmdline");
	const char *given = strstr(line, "mitigations=");
	if (given)
		snprintf(word, sizeof(word), "%.*s", (int)strcspn(given + 12, " "), given + 12);
	int n = scandir(folder, &entry, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		if (entry[i]->d_name[0] != '.' &&
		    sysfile_line(line, sizeof(line), "%s/%s", folder, entry[i]->d_name)) {
			open_faults += strncmp(line, "Vulnerable", 10) == 0;
			state = hash(hash(state, entry[i]->d_name), line);
		}
		free(entry[i]);
	}
	if (n >= 0)
		free(entry);
	facts_add(facts, "meta.mitigations", "%s", word);
	facts_add(facts, "meta.vulnerabilities", "%u open, %08x", open_faults, state);
}

/* Rounded up to whole GiB: what the kernel keeps for itself differs between builds. */
static void
add_memory(struct fact **facts)
{
	char line[SYSFILE_LINE];

	keyed_value("/proc/meminfo", "MemTotal", line);
	unsigned long long kib = strtoull(line, NULL, 10);
	if (kib)
		facts_add(facts, "meta.memory", "%lluGiB", (kib + (1 << 20) - 1) >> 20);
}

/* "none" on bare metal, else what the guest is told about its machine. */
static void
add_virtual(struct fact **facts)
{
	char flags[SYSFILE_LINE], type[128], vendor[128], product[128];

	keyed_value("/proc/cpuinfo", "flags", flags);
	bool guest =
	    strstr(flags, " hypervisor") || access("/proc/device-tree/hypervisor", F_OK) == 0;
	guest |= sysfile_line(type, sizeof(type), "/sys/hypervisor/type");
	if (!guest) {
		facts_add(facts, "meta.virtual", "none");
		return;
	}
	sysfile_line(vendor, sizeof(vendor), "/sys/class/dmi/id/sys_vendor");
	sysfile_line(product, sizeof(product), "/sys/class/dmi/id/product_name");
	facts_add(facts, "meta.virtual", "guest%s%s%s%s%s%s", type[0] ? " " : "", type,
		  vendor[0] ? " " : "", vendor, product[0] ? " " : "", product);
}

void
machine_facts(struct fact **facts)
{
	struct utsname name;

	if (uname(&name) == 0) {
		facts_add(facts, "meta.host", "%s", name.nodename);
		facts_add(facts, "meta.kernel", "%s", name.release);
		facts_add(facts, "meta.kernel.build", "%s", name.version);
		facts_add(facts, "meta.arch", "%s", name.machine);
	}
	add_cpu(facts);
	add_governor(facts);
	add_mitigations(facts);
	add_memory(facts);
	add_virtual(facts);
}

void
machine_load(struct fact **facts)
{
	double load[3];

	if (getloadavg(load, 3) == 3)
		facts_add(facts, "meta.load", "%.2f %.2f %.2f", load[0], load[1], load[2]);
}

char *
machine_boot_id(char out[MACHINE_BOOT_ID])
{
	if (!sysfile_line(out, MACHINE_BOOT_ID, "/proc/sys/kernel/random/boot_id"))
		snprintf(out, MACHINE_BOOT_ID, "unknown");
	return out;
}
