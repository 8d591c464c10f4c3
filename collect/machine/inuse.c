/* Compares a target with what the kernel says it has mounted, swaps to, and stacks devices on. */
#include "collect/machine/inuse.h"

#include <errno.h>
#include <linux/major.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "collect/machine/blockdev.h"
#include "collect/machine/loopdev.h"
#include "collect/machine/mount.h"

enum { LEVELS_MAX = 64 }; /* of loop devices that show loop devices */

/* Whether path leads to the target's bytes: the same file, or an overlapping device. */
static bool
leads_to(const char *path, const struct stat *target)
{
	struct stat other;

	if (stat(path, &other) != 0)
		return false;
	if (S_ISBLK(target->st_mode))
		return S_ISBLK(other.st_mode) && blockdev_overlap(target->st_rdev, other.st_rdev);
	return target->st_dev == other.st_dev && target->st_ino == other.st_ino;
}

/* The mount's own device number, or for a file system with an anonymous one (btrfs) its source. */
static bool
mounts(const struct mount *mount, const struct stat *target)
{
	return blockdev_overlap(mount->dev, target->st_rdev) ||
	       (mount->source[0] == '/' && leads_to(mount->source, target));
}

bool
inuse_mounted(FILE *in, const struct stat *target, char why[INUSE_WHY])
{
	char *line = NULL, name[BLOCKDEV_NAME];
	size_t size = 0;
	struct mount mount;
	bool found = false;

	while (S_ISBLK(target->st_mode) && !found && getline(&line, &size, in) > 0)
		found = mount_parse(line, &mount) && mounts(&mount, target);
	if (found && blockdev_exists(mount.dev))
		snprintf(why, INUSE_WHY, "%s is mounted on '%s': unmount it first",
			 blockdev_name(mount.dev, name), mount.point);
	else if (found)
		snprintf(why, INUSE_WHY, "'%s' is mounted on '%s': unmount it first", mount.source,
			 mount.point);
	free(line);
	return found;
}

bool
inuse_swap(FILE *in, const struct stat *target, char why[INUSE_WHY])
{
	char *line = NULL;
	size_t size = 0;
	bool found = false;

	while (!found && getline(&line, &size, in) > 0) {
		line[strcspn(line, " \t\n")] = '\0';
		/* The first line is a heading, which leads nowhere. */
		found = line[0] == '/' && leads_to(mount_unescape(line), target);
	}
	if (found)
		snprintf(why, INUSE_WHY, "'%s' is used as swap: 'swapoff' it first", line);
	free(line);
	return found;
}

/* Asks one of the kernel's tables; one that cannot be read is no permission. */
static bool
ask(bool (*table)(FILE *, const struct stat *, char *), const char *path, const struct stat *target,
    char why[INUSE_WHY])
{
	FILE *in = fopen(path, "re");

	if (!in && errno == ENOENT && strcmp(path, "/proc/swaps") == 0)
		return false; /* a kernel without swap */
	if (!in) {
		snprintf(why, INUSE_WHY, "whether it is in use cannot be told from '%s': %s", path,
			 strerror(errno));
		return true;
	}
	bool found = table(in, target, why);
	fclose(in);
	return found;
}

static const struct loopdev_places places = {"/sys/block", "/dev"};

/* Whether the target itself is in use, other than by the loop device named but (NULL = none). */
static bool
itself(const struct stat *target, const char *but, char why[INUSE_WHY])
{
	char holder[BLOCKDEV_NAME];

	if (ask(inuse_mounted, "/proc/self/mountinfo", target, why) ||
	    ask(inuse_swap, "/proc/swaps", target, why))
		return true;
	if (S_ISBLK(target->st_mode) && blockdev_holder(target->st_rdev, holder)) {
		snprintf(why, INUSE_WHY, "%s stands on it: take that down first", holder);
		return true;
	}
	return loopdev_shows(&places, target, but, why, INUSE_WHY);
}

/* What the device is if it is a loop device, or a partition of one. Without sysfs nothing tells the
 * partitions that have numbers of their own. */
static enum loopdev_answer
look_below(const struct stat *target, char name[BLOCKDEV_NAME], struct stat *below)
{
	if (!S_ISBLK(target->st_mode))
		return LOOPDEV_NO;
	dev_t disk = blockdev_disk(target->st_rdev);
	blockdev_name(disk, name);
	if (major(disk) == LOOP_MAJOR)
		return loopdev_backing(&places, name, below);
	return major(disk) == BLOCK_EXT_MAJOR && !blockdev_exists(disk) ? LOOPDEV_UNKNOWN
									: LOOPDEV_NO;
}

bool
inuse(const struct stat *target, char why[INUSE_WHY])
{
	char name[BLOCKDEV_NAME], reason[INUSE_WHY];
	struct stat at = *target, below;
	enum loopdev_answer answer = LOOPDEV_UNKNOWN;

	if (itself(target, NULL, why))
		return true;
	/* What is written to a loop device lands in what it shows, which others may show too. */
	for (unsigned level = 0; level < LEVELS_MAX; level++) {
		answer = look_below(&at, name, &below);
		if (answer != LOOPDEV_YES)
			break;
		if (itself(&below, name, reason)) {
			snprintf(why, INUSE_WHY, "what %s shows is in use: %.*s", name,
				 INUSE_WHY - BLOCKDEV_NAME - 32, reason);
			return true;
		}
		at = below;
	}
	if (answer == LOOPDEV_NO)
		return false;
	snprintf(why, INUSE_WHY, "what %s shows cannot be told", name);
	return true;
}
