/* What the machine is doing just now. root as in procfile.h. */
#ifndef COLLECT_MACHINE_MOMENT_H
#define COLLECT_MACHINE_MOMENT_H

struct fact;

/* Appends meta.load and all below it: facts that differ between any two runs. */
void moment_facts(const char *root, struct fact **facts);

/* The same of a disk, whose folder in sysfs is disk: meta.load.disk_temperature. */
void moment_disk_facts(const char *disk, struct fact **facts);

/* Percent of the last 10 s in which some task waited for "cpu", "memory" or "io" (PSI, "some
 * avg10"); -1 where the kernel does not count it. */
double moment_pressure(const char *root, const char *what);

/* Swap in use, in bytes. */
double moment_swap_used(const char *root);

/* Load average of the last minute; -1 = unknown. */
double moment_load(const char *root);

#endif
