/* Load, pressure, memory and heat, all of /proc and /sys. */
#include "collect/machine/moment.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/machine/facts.h"
#include "collect/machine/procfile.h"

static const double kib = 1024;

double
moment_pressure(const char *root, const char *what)
{
	char path[64], text[SYSFILE_LINE];
	static const char key[] = "avg10=";

	snprintf(path, sizeof(path), "/proc/pressure/%s", what);
	procfile_value(root, path, "some", ' ', text);
	return strncmp(text, key, strlen(key)) == 0 ? procfile_leading(text + strlen(key), -1) : -1;
}

double
moment_swap_used(const char *root)
{
	double total = procfile_number(root, "/proc/meminfo", "SwapTotal", ':', 0);
	double unused = procfile_number(root, "/proc/meminfo", "SwapFree", ':', total);

	return fmax(0, total - unused) * kib;
}

double
moment_load(const char *root)
{
	return procfile_single(-1, "%s/proc/loadavg", root);
}

static void
add_load(struct fact **facts, const char *root)
{
	char line[SYSFILE_LINE];

	sysfile_line(line, sizeof(line), "%s/proc/loadavg", root);
	/* The first three words: of the last 1, 5 and 15 minutes. */
	char *end = line;
	for (int word = 0; word < 3; word++) {
		end += strspn(end, " ");
		end += strcspn(end, " ");
	}
	*end = '\0';
	facts_add(facts, "meta.load", "%s", line);
}

/* The hottest of the thermal zones; the kernel counts in thousandths of a degree. */
static void
add_temperature(struct fact **facts, const char *root)
{
	UT_array *zones = procfile_names("thermal_zone", "%s/sys/class/thermal", root);
	double hottest = -INFINITY;
	const char *zone;

	for (size_t i = 0; (zone = lines_at(zones, i)); i++)
		hottest = fmax(hottest, procfile_single(-INFINITY, "%s/sys/class/thermal/%s/temp",
							root, zone));
	if (isfinite(hottest))
		facts_add(facts, "meta.load.temperature", "%.1f C", hottest / 1000);
	lines_free(zones);
}

/* Of the first sensor in folder that has one. */
static double
sensor(const char *folder)
{
	UT_array *sensors = procfile_names("hwmon", "%s", folder);
	double temperature = -INFINITY;
	const char *name;

	for (size_t i = 0; !isfinite(temperature) && (name = lines_at(sensors, i)); i++)
		temperature = procfile_single(-INFINITY, "%s/%s/temp1_input", folder, name);
	lines_free(sensors);
	return temperature;
}

void
moment_disk_facts(const char *disk, struct fact **facts)
{
	/* NVMe has its sensor in the controller's folder, SATA (drivetemp) one further down. */
	static const char *const places[] = {"device", "device/hwmon"};
	double temperature = -INFINITY;

	for (size_t i = 0; i < countof(places) && !isfinite(temperature); i++) {
		char *folder = mem_format("%s/%s", disk, places[i]);
		temperature = sensor(folder);
		free(folder);
	}
	if (isfinite(temperature))
		facts_add(facts, "meta.load.disk_temperature", "%.1f C", temperature / 1000);
}

void
moment_facts(const char *root, struct fact **facts)
{
	static const struct {
		const char *metric, *what;
	} pressure[] = {{"meta.load.pressure.cpu", "cpu"},
			{"meta.load.pressure.io", "io"},
			{"meta.load.pressure.memory", "memory"}};
	double available = procfile_number(root, "/proc/meminfo", "MemAvailable", ':', -1);

	add_load(facts, root);
	for (size_t i = 0; i < countof(pressure); i++) {
		double percent = moment_pressure(root, pressure[i].what);
		if (percent >= 0)
			facts_add_number(facts, pressure[i].metric, "%", percent);
	}
	if (available >= 0)
		facts_add_number(facts, "meta.load.memory_available", "B", available * kib);
	facts_add_number(facts, "meta.load.swap_used", "B", moment_swap_used(root));
	add_temperature(facts, root);
}
