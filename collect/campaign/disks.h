/* The disks below a group of tasks: what the kernel counted of them meanwhile, as disk.*. */
#ifndef COLLECT_CAMPAIGN_DISKS_H
#define COLLECT_CAMPAIGN_DISKS_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/base/rows.h"
#include "collect/engine/measure.h"
#include "collect/machine/diskstats.h"
#include "collect/machine/target.h"

struct where;

struct disk {
	dev_t dev;
	struct diskstats before, during;
};

struct disks {
	struct disk *disk; /* different ones, in the order of the targets */
	size_t n;
	double began_s, length_s; /* of CLOCK_MONOTONIC; between the two looks */
};

/* Looks at the disks of n targets; those that the kernel does not count are left out. */
void disks_begin(struct disks *disks, const struct target *targets, size_t n);

/* Looks again. */
void disks_end(struct disks *disks);

/* disk.read_ios and so on, with the disk's name in between where there are several. */
void disks_emit(const struct disks *disks, const struct rows *rows);

/* targets has the files of all n tasks, one task's behind another's. Whether one of them did more
 * than was asked of it here, so that others used it too: said in *what. Only of disks whose I/Os
 * are counted one by one: raw ones, in direct I/O of sizes that the kernel does not split. */
bool disks_shared(const struct disks *disks, const struct measure_task *tasks,
		  const struct target *targets, const struct measure_result *results, size_t n,
		  struct where *what);

void disks_free(struct disks *disks);

#endif
