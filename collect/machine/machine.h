/* What this machine is: all that may explain a difference between two measurements but is not the
 * difference that was asked for. */
#ifndef COLLECT_MACHINE_MACHINE_H
#define COLLECT_MACHINE_MACHINE_H

struct fact;

enum { MACHINE_BOOT_ID = 64 };

/* Appends the fingerprint (facts.h): meta.kernel, meta.cpu, ... What cannot be read is left out. */
void machine_facts(struct fact **facts);

/* The load average of the last 1, 5 and 15 minutes, as meta.load. */
void machine_load(struct fact **facts);

/* The id of this boot of the kernel, "unknown" where there is none. Returns out. */
char *machine_boot_id(char out[MACHINE_BOOT_ID]);

#endif
