/* What the kernel counts of a block device. */
#ifndef COLLECT_MACHINE_DISKSTATS_H
#define COLLECT_MACHINE_DISKSTATS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Counts since the device came up, and times in ms; the fields of Documentation/block/stat.rst and
 * admin-guide/iostats.rst of Linux. */
struct diskstats {
	uint64_t read_ios, read_merges, read_bytes;
	uint64_t write_ios, write_merges, write_bytes;
	uint64_t discard_ios, discard_bytes; /* 0 before Linux 4.18 */
	uint64_t flush_ios;                  /* 0 before Linux 5.5 */
	uint64_t busy_ms;                    /* some I/O was in flight; wraps at 2^32 */
	uint64_t queue_ms;                   /* of all I/Os in flight, added up; wraps at 2^32 */
};

/* A line of /sys/dev/block/M:N/stat. Returns false, *out untouched, when it is none. */
bool diskstats_parse(const char *line, struct diskstats *out);

/* That of dev. False when dev is no block device, as where a file system is on none. */
bool diskstats_read(dev_t dev, struct diskstats *out);

/* What happened between two looks. */
struct diskstats diskstats_between(const struct diskstats *from, const struct diskstats *to);

#endif
