/* Looks twice with a pause between: what moved meanwhile was others' doing. */
#include "collect/machine/warnings.h"

#include <libgen.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "collect/base/mem.h"
#include "collect/machine/machine.h"
#include "collect/machine/moment.h"
#include "collect/machine/processor.h"
#include "collect/machine/procfile.h"
#include "collect/machine/stack.h"

/* Pressure, in percent of the last 10 s, and I/Os of others in the time of watching: less than
 * these is the rest that no machine is without. */
static const double pressure_limit = 10, others_limit = 4;

/* Counters of one disk. */
struct disk_look {
	double ios;       /* completed */
	double in_flight; /* just now */
};

/* Counters at one time. */
struct look {
	double swapped;   /* pages, in and out */
	double throttled; /* times that a processor was slowed down for its heat */
	struct disk_look *disk;
};

/* The fields of a disk's stat: Documentation/block/stat.rst of the kernel. */
static struct disk_look
look_at_disk(const char *folder)
{
	enum { READS = 0, WRITES = 4, IN_FLIGHT = 8, DISCARDS = 11, FLUSHES = 15, FIELDS = 17 };
	char line[SYSFILE_LINE], *rest = line, *word;
	double field[FIELDS] = {0};
	size_t n = 0;

	sysfile_line(line, sizeof(line), "%s/stat", folder);
	while (n < FIELDS && (word = strsep(&rest, " ")))
		if (*word)
			field[n++] = procfile_leading(word, 0);
	return (struct disk_look){field[READS] + field[WRITES] + field[DISCARDS] + field[FLUSHES],
				  field[IN_FLIGHT]};
}

static double
count_throttled(const char *root)
{
	static const char folder[] = "/sys/devices/system/cpu";
	UT_array *cpus = procfile_names("cpu", "%s%s", root, folder);
	const char *cpu;
	double n = 0;

	for (size_t i = 0; (cpu = lines_at(cpus, i)); i++)
		n += procfile_single(0, "%s%s/%s/thermal_throttle/core_throttle_count", root,
				     folder, cpu) +
		     procfile_single(0, "%s%s/%s/thermal_throttle/package_throttle_count", root,
				     folder, cpu);
	lines_free(cpus);
	return n;
}

static struct look
look(const char *root, const UT_array *disks)
{
	struct look look = {.swapped = procfile_number(root, "/proc/vmstat", "pswpin", ' ', 0) +
				       procfile_number(root, "/proc/vmstat", "pswpout", ' ', 0),
			    .throttled = count_throttled(root),
			    .disk = mem_alloc(list_n(disks) + 1, sizeof(*look.disk))};

	for (size_t i = 0; i < list_n(disks); i++)
		look.disk[i] = look_at_disk(lines_at(disks, i));
	return look;
}

/* The disks below one path. */
static void
add_disks(const char *root, const char *path, UT_array *disks)
{
	char *copy = mem_dup(path);
	struct stat info;
	const char *disk;
	int failed = stat(path, &info);

	if (failed) {
		path = dirname(copy);
		failed = stat(path, &info);
	}
	if (!failed) {
		struct stack stack = S_ISBLK(info.st_mode) ? stack_of_device(root, info.st_rdev)
							   : stack_of_file(root, path);
		for (size_t i = 0; (disk = lines_at(stack.disks, i)); i++)
			lines_note(disks, "%s", disk);
		stack_free(&stack);
	}
	free(copy);
}

static void
note_clocking(const char *root, UT_array *out)
{
	static const char *const unsteady[] = {"powersave", "ondemand", "conservative",
					       "schedutil"};
	char *governors = processor_values(root, "cpufreq/scaling_governor");

	for (size_t i = 0; i < countof(unsteady); i++)
		if (strstr(governors, unsteady[i]))
			lines_note(out,
				   "the governor '%s' clocks processors by their load (set it to "
				   "'performance')",
				   unsteady[i]);
	free(governors);
}

static void
note_load(const char *root, unsigned threads, UT_array *out)
{
	double load = moment_load(root);
	unsigned cpus = processor_allowed(root);
	unsigned unused = cpus > threads ? cpus - threads : 0;

	/* With no processor to spare, less than half a task is no load. */
	if (!cpus || load <= fmax(unused, 0.5))
		return;
	if (threads)
		lines_note(out, "load average %.2f with %u of %u processors free", load, unused,
			   cpus);
	else
		lines_note(out, "load average %.2f on %u processors", load, cpus);
}

/* Whether tasks had to wait for this. */
static bool
note_pressure(const char *root, const char *what, const char *told, UT_array *out)
{
	double percent = moment_pressure(root, what);

	if (percent < pressure_limit)
		return false;
	lines_note(out, "tasks waited for %s in %.0f %% of the last 10 s", told, percent);
	return true;
}

/* The load average counts tasks that wait for a processor or for I/O, over a minute: where either
 * is known to be so now, it says nothing new. Nor does waiting for I/O, where the disk is named. */
static void
note_waiting(const struct warnings_asked *asked, bool busy, UT_array *out)
{
	bool io = !busy && note_pressure(asked->root, "io", "I/O", out);
	bool cpu = note_pressure(asked->root, "cpu", "a processor", out);

	if (!io && !cpu)
		note_load(asked->root, asked->threads, out);
	note_pressure(asked->root, "memory", "memory", out);
}

/* Whether the machine is swapping. */
static bool
note_swapping(const struct look *before, const struct look *after, UT_array *out)
{
	double pages = after->swapped - before->swapped;

	if (pages > 0)
		lines_note(out, "the machine is swapping: %.0f pages in %g s", pages,
			   WARNINGS_WATCH_S);
	return pages > 0;
}

/* Whether others use one of the disks. */
static bool
note_disks(const UT_array *disks, const struct look *before, const struct look *after,
	   UT_array *out)
{
	bool busy = false;

	for (size_t i = 0; i < list_n(disks); i++) {
		const char *name = strrchr(lines_at(disks, i), '/');
		double ios = after->disk[i].ios - before->disk[i].ios;
		double in_flight = after->disk[i].in_flight;
		char flight[40] = "";

		if (ios < others_limit && in_flight <= 0)
			continue;
		busy = true;
		if (in_flight > 0)
			snprintf(flight, sizeof(flight), ", %.0f in flight", in_flight);
		lines_note(out, "others use %s (%.0f I/Os in %g s%s)", name ? name + 1 : "a disk",
			   fmax(ios, 0), WARNINGS_WATCH_S, flight);
	}
	return busy;
}

static void
sleep_a_little(void *ctx)
{
	const struct timespec span = {.tv_nsec = (long)(WARNINGS_WATCH_S * 1e9)};

	(void)ctx;
	nanosleep(&span, NULL);
}

UT_array *
warnings_find(const struct warnings_asked *asked)
{
	UT_array *out = lines_new(), *disks = lines_new();
	const char *path;
	bool has_battery;

	for (size_t i = 0; (path = lines_at(asked->paths, i)); i++)
		add_disks(asked->root, path, disks);
	struct look before = look(asked->root, disks);
	(asked->wait ? asked->wait : sleep_a_little)(asked->ctx);
	struct look after = look(asked->root, disks);
	bool swapping = note_swapping(&before, &after, out);
	bool busy = note_disks(disks, &before, &after, out);
	if (after.throttled > before.throttled)
		lines_note(out, "processors are slowed down for their heat");
	note_waiting(asked, busy, out);
	note_clocking(asked->root, out);
	if (machine_on_battery(asked->root, &has_battery))
		lines_note(out, "the machine runs on its battery");
	double used = moment_swap_used(asked->root);
	if (!swapping && used > 0)
		lines_note(out, "swap is in use: %.0f MiB", ceil(used / (1 << 20)));
	free(after.disk);
	free(before.disk);
	lines_free(disks);
	return out;
}

char *
warnings_join(const UT_array *warnings)
{
	enum { TOLD = 3 };
	size_t n = list_n(warnings);
	UT_array *told = lines_new();

	for (size_t i = 0; i < n && i < TOLD; i++)
		lines_add(told, lines_at(warnings, i));
	if (n > TOLD)
		lines_note(told, "%zu more ('collect machine' tells all)", n - TOLD);
	char *all = lines_join(told, "; ");
	lines_free(told);
	return all;
}

UT_array *
warnings_notes(const char *root)
{
	UT_array *out = lines_new();

	if (strcmp(processor_turbo(root), "on") == 0)
		lines_note(out, "turbo is on: frequencies depend on heat and on other processors");
	if (machine_is_guest(root))
		lines_note(out,
			   "this is a virtual machine: its host's other load is not seen here");
	return out;
}
