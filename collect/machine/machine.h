/* What this machine is: all that may explain a difference between two measurements but is not the
 * difference that was asked for. */
#ifndef COLLECT_MACHINE_MACHINE_H
#define COLLECT_MACHINE_MACHINE_H

#include <stdbool.h>

struct fact;

enum { MACHINE_BOOT_ID = 64 };

/* Appends the fingerprint (facts.h): meta.kernel, meta.cpu, ... What cannot be read is left out. */
void machine_facts(struct fact **facts);

/* The same of the machine whose /proc and /sys lie below root (procfile.h). */
void machine_facts_at(const char *root, struct fact **facts);

/* What the machine is doing now: the load average of the last 1, 5 and 15 minutes as meta.load, and
 * with longer names pressure, free memory, swap in use and temperature. */
void machine_load(struct fact **facts);

/* Whether this is a virtual machine. */
bool machine_is_guest(const char *root);

/* Whether the machine, if it has a battery, lives on that. */
bool machine_on_battery(const char *root, bool *has_battery);

/* The id of this boot of the kernel, "unknown" where there is none. Returns out. */
char *machine_boot_id(char out[MACHINE_BOOT_ID]);

#endif
