/* Which piece of hardware a disk is, and how it is connected. */
#ifndef COLLECT_MACHINE_IDENTITY_H
#define COLLECT_MACHINE_IDENTITY_H

#include <stdbool.h>
#include <stdint.h>

struct fact;

/* Appends meta.device.model, .vendor, .serial, .wwid, .firmware, .transport, .link and .numa_node
 * of the disk whose folder in sysfs is disk. Without serial a hash stands for the serial number and
 * the world-wide name: equal ones stay equal, and nobody reads them by accident. It has no key, so
 * who guesses a number can check the guess. */
void identity_facts(const char *disk, bool serial, struct fact **facts);

/* FNV-1a of 64 bits (Fowler, Noll, Vo). */
uint64_t identity_hash(const char *text);

#endif
