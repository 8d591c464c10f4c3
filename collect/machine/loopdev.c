/* Asks with LOOP_GET_STATUS64, which tells the file by number: the name that sysfs has for it may
 * be gone, have gone to another file, or hold what a line of text cannot. */
#include "collect/machine/loopdev.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/loop.h>
#include <linux/major.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "collect/base/sysfile.h"
#include "collect/machine/blockdev.h"

static bool
is_loop(const char *name)
{
	return strncmp(name, "loop", 4) == 0 && isdigit((unsigned char)name[4]) &&
	       strspn(name + 4, "0123456789") == strlen(name + 4);
}

/* The device of that number, read-only, by its node; -1 where there is none, or not for us. */
static int
open_node(const struct loopdev_places *places, const char *name)
{
	char path[PATH_MAX], text[SYSFILE_LINE];
	struct stat node;
	dev_t dev;

	snprintf(path, sizeof(path), "%s/%s", places->dev, name);
	/* Looked at first: opening anything else could block or do harm. */
	if (stat(path, &node) != 0 || !S_ISBLK(node.st_mode) || major(node.st_rdev) != LOOP_MAJOR)
		return -1;
	if (sysfile_line(text, sizeof(text), "%s/%s/dev", places->sys_block, name) &&
	    (!blockdev_parse(text, &dev) || dev != node.st_rdev))
		return -1;
	return open(path, O_RDONLY | O_CLOEXEC);
}

/* Of an open loop device. The kernel writes device numbers as the C library's dev_t has them. */
static enum loopdev_answer
ask_device(int fd, struct stat *out)
{
	struct loop_info64 info;

	if (ioctl(fd, LOOP_GET_STATUS64, &info) != 0)
		return errno == ENXIO ? LOOPDEV_NO : LOOPDEV_UNKNOWN;
	*out = (struct stat){.st_mode = info.lo_rdevice ? S_IFBLK : S_IFREG,
			     .st_rdev = info.lo_rdevice,
			     .st_dev = info.lo_device,
			     .st_ino = info.lo_inode};
	return LOOPDEV_YES;
}

/* From the name of what the device shows. One that leads nowhere says nothing. */
static enum loopdev_answer
ask_sysfs(const struct loopdev_places *places, const char *name, struct stat *out)
{
	char path[PATH_MAX], backing[SYSFILE_LINE];

	snprintf(path, sizeof(path), "%s/%s", places->sys_block, name);
	if (access(path, F_OK) != 0)
		return LOOPDEV_UNKNOWN;
	snprintf(path, sizeof(path), "%s/%s/loop", places->sys_block, name);
	if (access(path, F_OK) != 0)
		return errno == ENOENT ? LOOPDEV_NO : LOOPDEV_UNKNOWN; /* it shows nothing */
	if (!sysfile_line(backing, sizeof(backing), "%s/backing_file", path) ||
	    stat(backing, out) != 0)
		return LOOPDEV_UNKNOWN;
	return LOOPDEV_YES;
}

enum loopdev_answer
loopdev_backing(const struct loopdev_places *places, const char *name, struct stat *out)
{
	enum loopdev_answer answer = LOOPDEV_UNKNOWN;

	if (!is_loop(name))
		return LOOPDEV_UNKNOWN;
	int fd = open_node(places, name);
	if (fd >= 0) {
		answer = ask_device(fd, out);
		close(fd);
	}
	return answer == LOOPDEV_UNKNOWN ? ask_sysfs(places, name, out) : answer;
}

/* Whether the device of that name shows target's bytes. */
static enum loopdev_answer
ask(const struct loopdev_places *places, const char *name, const struct stat *target)
{
	struct stat backing;
	enum loopdev_answer answer = loopdev_backing(places, name, &backing);

	if (answer != LOOPDEV_YES)
		return answer;
	bool same =
	    S_ISBLK(target->st_mode)
		? S_ISBLK(backing.st_mode) && blockdev_overlap(backing.st_rdev, target->st_rdev)
		: backing.st_dev == target->st_dev && backing.st_ino == target->st_ino;
	return same ? LOOPDEV_YES : LOOPDEV_NO;
}

/* Whether the kernel has the driver; true also when that cannot be told. */
static bool
has_driver(void)
{
	char line[128], *name;
	FILE *in = fopen("/proc/devices", "re");
	bool found = !in;

	while (in && !found && fgets(line, sizeof(line), in))
		found = strtoul(line, &name, 10) == LOOP_MAJOR && strcmp(name, " loop\n") == 0;
	if (in)
		fclose(in);
	return found;
}

/* Asks the n loop devices that dir lists, but for the one named but. The one that answers yes, else
 * one whose answer is not known, leaves its name in name. */
static enum loopdev_answer
ask_all(const struct loopdev_places *places, DIR *dir, const struct stat *target, const char *but,
	char name[BLOCKDEV_NAME], unsigned *n)
{
	const struct dirent *entry;
	enum loopdev_answer all = LOOPDEV_NO;

	while (all != LOOPDEV_YES && (entry = readdir(dir))) {
		if (!is_loop(entry->d_name))
			continue;
		*n += 1;
		if (but && strcmp(but, entry->d_name) == 0)
			continue;
		enum loopdev_answer answer = ask(places, entry->d_name, target);
		if (answer == LOOPDEV_NO)
			continue;
		all = answer;
		snprintf(name, BLOCKDEV_NAME, "%.*s", BLOCKDEV_NAME - 1, entry->d_name);
	}
	return all;
}

bool
loopdev_shows(const struct loopdev_places *places, const struct stat *target, const char *but,
	      char *why, size_t size)
{
	char name[BLOCKDEV_NAME];
	enum loopdev_answer answer = LOOPDEV_NO;
	unsigned n = 0;
	DIR *sys = opendir(places->sys_block);
	DIR *dir = sys ? sys : opendir(places->dev);

	if (dir) {
		answer = ask_all(places, dir, target, but, name, &n);
		closedir(dir);
	}
	if (answer == LOOPDEV_YES)
		snprintf(why, size, "/dev/%s shows its contents: detach that first ('losetup -d')",
			 name);
	else if (answer == LOOPDEV_UNKNOWN)
		snprintf(why, size,
			 "whether /dev/%s shows its contents cannot be told: detach that first, or "
			 "run as a user who may read it",
			 name);
	else if (!sys && n == 0 && has_driver()) {
		snprintf(why, size,
			 "whether a loop device shows its contents cannot be told without %s and "
			 "%s/loop*",
			 places->sys_block, places->dev);
		answer = LOOPDEV_UNKNOWN;
	}
	return answer != LOOPDEV_NO;
}
