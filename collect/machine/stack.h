/* What a device or a file stands on, down to the disks. root as in procfile.h. */
#ifndef COLLECT_MACHINE_STACK_H
#define COLLECT_MACHINE_STACK_H

#include <sys/types.h>

#include "collect/base/lines.h"

struct stack {
	char *text;      /* "loop0 < ext4 file < vda1 < vda", on the heap */
	UT_array *disks; /* folders in sysfs of all disks and drivers in it, each once (lines.h) */
	unsigned left;   /* devices that are still followed: what is said has an end */
};

/* A partition stands on its disk, a loop device on a file or a device, device mapper and md on
 * their parts, which have parentheses around them where they are several. Free with stack_free. */
struct stack stack_of_device(const char *root, dev_t dev);

/* path is an existing file or folder. */
struct stack stack_of_file(const char *root, const char *path);

void stack_free(struct stack *stack);

#endif
