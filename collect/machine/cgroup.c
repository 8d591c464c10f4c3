/* Finds the folder of each controller by /proc/self/cgroup and the mounts, and goes up from there.
 * Files and their formats: the kernel's Documentation/admin-guide/cgroup-v2.rst and cgroup-v1. */
#include "collect/machine/cgroup.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "collect/machine/facts.h"
#include "collect/machine/mount.h"
#include "collect/machine/procfile.h"

/* A folder of the cgroup file system, and how much of its name is the mount's. */
struct group {
	char folder[PATH_MAX];
	size_t top;
};

/* Whether word is one of the words of list, which have commas or blanks between them. */
static bool
has_word(const char *list, const char *word)
{
	size_t n = strlen(word);

	for (const char *p = list; *p; p += *p != '\0') {
		size_t length = strcspn(p, ", ");

		if (length == n && strncmp(p, word, n) == 0)
			return true;
		p += length;
	}
	return false;
}

/* Our group's path below the mount, out of lines "4:memory:/a/b", with controller NULL the one of
 * v2, "0::/a". */
static bool
own_path(const char *root, const char *controller, char out[PATH_MAX])
{
	char *name = mem_format("%s/proc/self/cgroup", root), line[PATH_MAX + 256];
	FILE *in = fopen(name, "re");
	bool found = false;

	free(name);
	while (in && !found && fgets(line, sizeof(line), in)) {
		char *rest = line;
		line[strcspn(line, "\n")] = '\0';
		const char *number = strsep(&rest, ":"), *controllers = strsep(&rest, ":");

		if (!controllers || !rest)
			continue;
		found = controller ? has_word(controllers, controller)
				   : strcmp(number, "0") == 0 && !*controllers;
		snprintf(out, PATH_MAX, "%.*s", PATH_MAX - 1, rest);
	}
	if (in)
		fclose(in);
	return found;
}

/* Where that controller is mounted; NULL is v2. */
static bool
mount_point(const char *root, const char *controller, char out[PATH_MAX])
{
	char *name = mem_format("%s/proc/self/mountinfo", root), *line = NULL;
	FILE *in = fopen(name, "re");
	size_t size = 0;
	struct mount mount;
	bool found = false;

	free(name);
	while (in && !found && getline(&line, &size, in) > 0) {
		found = mount_parse(line, &mount) &&
			(controller ? strcmp(mount.type, "cgroup") == 0 &&
					  has_word(mount.super_options, controller)
				    : strcmp(mount.type, "cgroup2") == 0);
		if (found)
			snprintf(out, PATH_MAX, "%s", mount.point);
	}
	free(line);
	if (in)
		fclose(in);
	return found;
}

/* In a container the path may be one of the machine outside, where only the mount is known here. */
static bool
find_group(const char *root, const char *controller, struct group *out)
{
	char path[PATH_MAX], point[PATH_MAX];

	if (!own_path(root, controller, path) || !mount_point(root, controller, point))
		return false;
	out->top = strlen(root) + strlen(point);
	if (out->top >= PATH_MAX)
		return false;
	int n = snprintf(out->folder, PATH_MAX, "%s%s%s", root, point, path);
	if (n < 0 || n >= PATH_MAX || !procfile_exists("%s", out->folder))
		out->folder[out->top] = '\0';
	size_t end = strlen(out->folder);
	while (end > out->top && out->folder[end - 1] == '/')
		out->folder[--end] = '\0';
	return true;
}

/* To the group around it; false when there is none. */
static bool
go_up(struct group *group)
{
	const char *slash = strrchr(group->folder, '/');

	if (!slash || (size_t)(slash - group->folder) < group->top)
		return false;
	group->folder[slash - group->folder] = '\0';
	return true;
}

/* Processors, "50000 100000" being half a one. */
static double
cpus_v2(const char *folder)
{
	char line[SYSFILE_LINE];

	sysfile_line(line, sizeof(line), "%s/cpu.max", folder);
	double quota = procfile_leading(line, INFINITY);
	double period = procfile_leading(line + strcspn(line, " "), 100000);
	return period > 0 ? quota / period : INFINITY;
}

/* No limit is a quota of -1. */
static double
cpus_v1(const char *folder)
{
	double quota = procfile_single(-1, "%s/cpu.cfs_quota_us", folder);
	double period = procfile_single(100000, "%s/cpu.cfs_period_us", folder);

	return quota >= 0 && period > 0 ? quota / period : INFINITY;
}

static double
memory_v2(const char *folder)
{
	return procfile_single(INFINITY, "%s/memory.max", folder);
}

/* No limit is the largest number of whole pages that fits a long. */
static double
memory_v1(const char *folder)
{
	double bytes = procfile_single(INFINITY, "%s/memory.limit_in_bytes", folder);

	return bytes < 0x1p62 ? bytes : INFINITY;
}

/* The least of the limits from the group upwards; infinite = none. */
static double
least(struct group group, double (*limit)(const char *folder))
{
	double value = INFINITY;

	do {
		value = fmin(value, limit(group.folder));
	} while (go_up(&group));
	return value;
}

/* The group that has the controller, called differently by v1: v2 where the top of it has that. */
static bool
find_controller(const char *root, const char *v2, const char *v1, struct group *out, bool *is_v2)
{
	char list[SYSFILE_LINE] = "";

	if (find_group(root, NULL, out))
		sysfile_line(list, sizeof(list), "%.*s/cgroup.controllers", (int)out->top,
			     out->folder);
	*is_v2 = has_word(list, v2);
	return *is_v2 || find_group(root, v1, out);
}

/* Appends the lines of a file that each begin with a device's number, and name what they limit
 * where the file does not. */
static void
add_limits(UT_array *lines, const char *folder, const char *file, const char *name)
{
	enum { MOST = 256 };
	char *path = mem_format("%s/%s", folder, file), line[256];
	FILE *in = fopen(path, "re");

	free(path);
	while (in && list_n(lines) < MOST && fgets(line, sizeof(line), in)) {
		char *rest = line;
		line[strcspn(line, "\n")] = '\0';
		const char *device = strsep(&rest, " ");

		if (rest && strchr(device, ':'))
			lines_note(lines, "%s %s%s%s", device, name, name[0] ? "=" : "", rest);
	}
	if (in)
		fclose(in);
}

static void
add_io(struct fact **facts, struct group group, bool is_v2)
{
	static const struct {
		const char *file, *name;
	} v1[] = {{"blkio.throttle.read_bps_device", "rbps"},
		  {"blkio.throttle.write_bps_device", "wbps"},
		  {"blkio.throttle.read_iops_device", "riops"},
		  {"blkio.throttle.write_iops_device", "wiops"}};
	static const char *const weights[] = {"io.weight", "io.bfq.weight", "blkio.weight",
					      "blkio.bfq.weight"};
	UT_array *lines = lines_new();
	char line[SYSFILE_LINE] = "";

	for (size_t i = 0; i < countof(weights) && !line[0]; i++)
		sysfile_line(line, sizeof(line), "%s/%s", group.folder, weights[i]);
	const char *weight = strncmp(line, "default ", 8) == 0 ? line + 8 : line;
	facts_add(facts, "meta.cgroup.io_weight", "%s", weight);
	do {
		if (is_v2)
			add_limits(lines, group.folder, "io.max", "");
		for (size_t i = 0; !is_v2 && i < countof(v1); i++)
			add_limits(lines, group.folder, v1[i].file, v1[i].name);
	} while (go_up(&group));
	char *all = lines_join(lines, ", ");
	facts_add(facts, "meta.cgroup.io", "%s", all[0] ? all : "none");
	free(all);
	lines_free(lines);
}

void
cgroup_facts(const char *root, struct fact **facts)
{
	struct group group;
	char text[UNIT_TEXT];
	bool is_v2;

	if (find_controller(root, "cpu", "cpu", &group, &is_v2)) {
		double cpus = least(group, is_v2 ? cpus_v2 : cpus_v1);
		if (isfinite(cpus))
			facts_add(facts, "meta.cgroup.cpus", "%.4g", cpus);
		else
			facts_add(facts, "meta.cgroup.cpus", "none");
	}
	if (find_controller(root, "memory", "memory", &group, &is_v2)) {
		double bytes = least(group, is_v2 ? memory_v2 : memory_v1);
		bool limited = bytes >= 0 && bytes < 0x1p63;
		facts_add(facts, "meta.cgroup.memory", "%s",
			  limited ? unit_size((unsigned long long)bytes, text) : "none");
	}
	if (find_controller(root, "io", "blkio", &group, &is_v2))
		add_io(facts, group, is_v2);
}
