/* Whether something else uses a device or a file, so that it must not be written. O_EXCL says so
 * too for devices, but not by whom, and not for what lies under a loop device. */
#ifndef COLLECT_MACHINE_INUSE_H
#define COLLECT_MACHINE_INUSE_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

enum { INUSE_WHY = 400 };

/* target is stat's answer for a block device or a regular file. When it is mounted (it, a partition
 * of it, the disk it is a partition of), used as swap, held by another driver or the backing file
 * of a loop device, returns true and why says so and what to do: "loop0p1 is mounted on '/mnt':
 * unmount it first". The same holds for what a loop device shows, all the way down, when another
 * one shows it too. Also true when that cannot be found out. */
bool inuse(const struct stat *target, char why[INUSE_WHY]);

/* The parts of it that read a table: in is a mountinfo or a swaps file. */
bool inuse_mounted(FILE *in, const struct stat *target, char why[INUSE_WHY]);
bool inuse_swap(FILE *in, const struct stat *target, char why[INUSE_WHY]);

#endif
