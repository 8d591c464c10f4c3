/* Loop devices, which claim neither the device nor the file that they show. */
#ifndef COLLECT_MACHINE_LOOPDEV_H
#define COLLECT_MACHINE_LOOPDEV_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* Where sysfs and the devices' nodes are found. */
struct loopdev_places {
	const char *sys_block, *dev; /* "/sys/block", "/dev" */
};

/* target is stat's answer for a block device or a regular file. When a loop device shows its bytes,
 * or when that cannot be told, returns true and why, of size bytes, says which and what to do. The
 * devices themselves are asked; sysfs speaks for one that cannot be opened. */
bool loopdev_shows(const struct loopdev_places *places, const struct stat *target, char *why,
		   size_t size);

#endif
