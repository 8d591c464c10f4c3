/* Reads /sys/dev/block, where each device of the machine has a link named by its number. */
#include "collect/machine/blockdev.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "collect/base/sysfile.h"

bool
blockdev_parse(const char *text, dev_t *out)
{
	char *end;
	unsigned long major = strtoul(text, &end, 10);

	if (end == text || *end != ':')
		return false;
	const char *rest = end + 1;
	unsigned long minor = strtoul(rest, &end, 10);
	if (end == rest || *end != '\0')
		return false;
	*out = makedev((unsigned)major, (unsigned)minor);
	return true;
}

/* The device's folder in sysfs, or what lies below it. */
static char *
folder(dev_t dev, const char *below, char out[PATH_MAX])
{
	snprintf(out, PATH_MAX, "/sys/dev/block/%u:%u%s", major(dev), minor(dev), below);
	return out;
}

char *
blockdev_name(dev_t dev, char out[BLOCKDEV_NAME])
{
	char path[PATH_MAX], link[PATH_MAX];
	ssize_t n = readlink(folder(dev, "", path), link, sizeof(link) - 1);

	snprintf(out, BLOCKDEV_NAME, "%u:%u", major(dev), minor(dev));
	if (n <= 0)
		return out;
	link[n] = '\0';
	const char *slash = strrchr(link, '/');
	snprintf(out, BLOCKDEV_NAME, "%.*s", BLOCKDEV_NAME - 1, slash ? slash + 1 : link);
	return out;
}

bool
blockdev_exists(dev_t dev)
{
	char path[PATH_MAX];

	return access(folder(dev, "", path), F_OK) == 0;
}

dev_t
blockdev_disk(dev_t dev)
{
	char path[PATH_MAX], line[SYSFILE_LINE];
	dev_t disk = dev;

	/* A partition's folder lies in its disk's. */
	if (access(folder(dev, "/partition", path), F_OK) == 0 &&
	    sysfile_line(line, sizeof(line), "%s", folder(dev, "/../dev", path)))
		blockdev_parse(line, &disk);
	return disk;
}

bool
blockdev_overlap(dev_t a, dev_t b)
{
	return a == b || blockdev_disk(a) == b || blockdev_disk(b) == a;
}

unsigned
blockdev_logical_block(dev_t dev)
{
	char path[PATH_MAX], line[SYSFILE_LINE];

	folder(blockdev_disk(dev), "/queue/logical_block_size", path);
	return sysfile_line(line, sizeof(line), "%s", path) ? (unsigned)strtoul(line, NULL, 10) : 0;
}

bool
blockdev_can_discard(dev_t dev)
{
	char path[PATH_MAX], line[SYSFILE_LINE];

	folder(blockdev_disk(dev), "/queue/discard_max_bytes", path);
	return !sysfile_line(line, sizeof(line), "%s", path) || strcmp(line, "0") != 0;
}

/* The first real entry of a folder. */
static bool
first_entry(const char *path, char out[BLOCKDEV_NAME])
{
	DIR *dir = opendir(path);
	const struct dirent *entry;
	bool found = false;

	if (!dir)
		return false;
	while (!found && (entry = readdir(dir))) {
		found = entry->d_name[0] != '.';
		if (found)
			snprintf(out, BLOCKDEV_NAME, "%.*s", BLOCKDEV_NAME - 1, entry->d_name);
	}
	closedir(dir);
	return found;
}

/* The holder of a partition of the disk whose folder is path. */
static bool
partition_holder(const char *path, char out[BLOCKDEV_NAME])
{
	DIR *dir = opendir(path);
	const struct dirent *entry;
	char below[PATH_MAX];
	bool found = false;

	if (!dir)
		return false;
	while (!found && (entry = readdir(dir))) {
		snprintf(below, sizeof(below), "%.*s/%s/partition", PATH_MAX / 2, path,
			 entry->d_name);
		if (entry->d_name[0] == '.' || access(below, F_OK) != 0)
			continue;
		snprintf(below, sizeof(below), "%.*s/%s/holders", PATH_MAX / 2, path,
			 entry->d_name);
		found = first_entry(below, out);
	}
	closedir(dir);
	return found;
}

bool
blockdev_holder(dev_t dev, char out[BLOCKDEV_NAME])
{
	char path[PATH_MAX];

	return first_entry(folder(dev, "/holders", path), out) ||
	       first_entry(folder(blockdev_disk(dev), "/holders", path), out) ||
	       partition_holder(folder(dev, "", path), out);
}
