/* Block devices by number: names, disks and partitions, as sysfs knows them. */
#ifndef COLLECT_MACHINE_BLOCKDEV_H
#define COLLECT_MACHINE_BLOCKDEV_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { BLOCKDEV_NAME = 64 }; /* bytes that hold any kernel name of a device */

/* "major:minor" as the kernel writes it, nothing left over. On failure *out is as it was. */
bool blockdev_parse(const char *text, dev_t *out);

/* The kernel's name, "sda1", or "major:minor" where sysfs does not know it. Returns out. */
char *blockdev_name(dev_t dev, char out[BLOCKDEV_NAME]);

/* The disk that dev is a partition of; dev itself when it is none. */
dev_t blockdev_disk(dev_t dev);

/* Whether bytes of one are bytes of the other: the same, or a disk and a partition of it. */
bool blockdev_overlap(dev_t a, dev_t b);

/* Whether sysfs knows a block device of that number. */
bool blockdev_exists(dev_t dev);

/* The smallest block that dev can address, in bytes; 0 = unknown. */
unsigned blockdev_logical_block(dev_t dev);

/* Whether dev takes discards (trims), as far as sysfs knows. */
bool blockdev_can_discard(dev_t dev);

/* The driver that stands on dev, on its disk or on a partition of it (dm, md, bcache ...): its
 * name, or false when there is none. */
bool blockdev_holder(dev_t dev, char out[BLOCKDEV_NAME]);

#endif
