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

enum loopdev_answer { LOOPDEV_NO, LOOPDEV_YES, LOOPDEV_UNKNOWN };

/* What the loop device of that name ("loop0") shows: yes when *out tells it, no when it shows
 * nothing now. Of *out st_mode's type, st_dev and st_ino are set, and st_rdev of a block device.
 * The device itself is asked; sysfs speaks for one that cannot be opened. */
enum loopdev_answer loopdev_backing(const struct loopdev_places *places, const char *name,
				    struct stat *out);

/* target is stat's answer for a block device or a regular file. When a loop device other than but
 * (NULL = none) shows its bytes, or when that cannot be told, returns true and why, of size bytes,
 * says which and what to do. */
bool loopdev_shows(const struct loopdev_places *places, const struct stat *target, const char *but,
		   char *why, size_t size);

#endif
