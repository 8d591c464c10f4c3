/* Block devices by their folders in sysfs. root as in procfile.h. */
#ifndef COLLECT_MACHINE_SYSDEV_H
#define COLLECT_MACHINE_SYSDEV_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/types.h>

#include "collect/machine/blockdev.h"

struct sysdev {
	char name[BLOCKDEV_NAME]; /* the kernel's, "sda1" */
	char folder[PATH_MAX];    /* the device's, without links */
	char disk[PATH_MAX];      /* that of the disk which it is a partition of; else the same */
};

/* The device whose folder, or a link to it, is path; false where there is none. */
bool sysdev_at(const char *path, struct sysdev *out);

/* The device of that number. */
bool sysdev_find(const char *root, dev_t dev, struct sysdev *out);

static inline bool
sysdev_is_partition(const struct sysdev *dev)
{
	return dev->disk[0] && dev->folder[0] && strcmp(dev->disk, dev->folder) != 0;
}

/* The kernel's name of the disk, which dev owns. */
const char *sysdev_disk_name(const struct sysdev *dev);

/* The first line of that file in the nearest folder, from folder upwards, that has one; what is
 * around a device is told by the folders around its own. */
bool sysdev_above(const char *folder, const char *file, char *out, size_t size);

/* The name that a link in folder leads to, without the way there; false where there is none. */
bool sysdev_link(const char *folder, const char *link, char *out, size_t size);

#endif
