/* What a target is: its file system, its block device, how that is set up, what it stands on. */
#ifndef COLLECT_MACHINE_DEVICE_H
#define COLLECT_MACHINE_DEVICE_H

#include <stdbool.h>
#include <sys/types.h>

#include "collect/machine/target.h"

struct fact;

struct device_asked {
	const char *root; /* as in procfile.h */
	const char *path; /* as the user calls it: a device, an existing file or a folder */
	bool is_device;
	dev_t device; /* of a device */
	bool serial;  /* serial numbers as they are, not as hashes (identity.h) */
};

/* Appends the fingerprint (facts.h): meta.target ..., meta.fs ..., meta.device .... What does not
 * apply or cannot be read is left out. */
void device_describe(const struct device_asked *asked, struct fact **facts);

/* The same of an open target of this machine. */
void device_facts(const struct target *target, bool serial, struct fact **facts);

#endif
