/* What a target is: its file system, its block device, how that is set up. */
#ifndef COLLECT_MACHINE_DEVICE_H
#define COLLECT_MACHINE_DEVICE_H

#include "collect/machine/target.h"

struct fact;

/* Appends the fingerprint of an open target (facts.h): meta.target, meta.fs ..., meta.device ....
 * What does not apply or cannot be read is left out. */
void device_facts(const struct target *target, struct fact **facts);

#endif
