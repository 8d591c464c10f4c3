/* Compares a target with what the kernel says it has mounted, swaps to, and stacks devices on. */
#include "collect/machine/inuse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collect/machine/blockdev.h"
#include "collect/machine/loopdev.h"
#include "collect/machine/mount.h"

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

bool
inuse(const struct stat *target, char why[INUSE_WHY])
{
	static const struct loopdev_places places = {"/sys/block", "/dev"};
	char holder[BLOCKDEV_NAME];

	if (ask(inuse_mounted, "/proc/self/mountinfo", target, why) ||
	    ask(inuse_swap, "/proc/swaps", target, why))
		return true;
	if (S_ISBLK(target->st_mode) && blockdev_holder(target->st_rdev, holder)) {
		snprintf(why, INUSE_WHY, "%s stands on it: take that down first", holder);
		return true;
	}
	return loopdev_shows(&places, target, why, INUSE_WHY);
}
