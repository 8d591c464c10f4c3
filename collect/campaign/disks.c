/* Two looks at each disk, and their difference. */
#include "collect/campaign/disks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/base/sysfile.h"
#include "collect/base/where.h"
#include "collect/engine/clock.h"
#include "collect/machine/blockdev.h"

enum {
	METRIC = BLOCKDEV_NAME + 32,
	PAGE = 4096,
	STRAY = 200 /* I/Os that nobody is blamed for: whoever looks for file systems makes some */
};

static double
monotonic_s(void)
{
	return (double)clock_monotonic_ns() / 1e9;
}

static bool
is_known(const struct disks *disks, dev_t dev)
{
	for (size_t i = 0; i < disks->n; i++)
		if (disks->disk[i].dev == dev)
			return true;
	return false;
}

void
disks_begin(struct disks *disks, const struct target *targets, size_t n)
{
	*disks = (struct disks){.disk = mem_alloc(n, sizeof(*disks->disk))};
	for (size_t i = 0; i < n; i++) {
		struct disk disk = {.dev = targets[i].device};
		if (!is_known(disks, disk.dev) && diskstats_read(disk.dev, &disk.before))
			disks->disk[disks->n++] = disk;
	}
	disks->began_s = monotonic_s();
}

void
disks_end(struct disks *disks)
{
	disks->length_s = monotonic_s() - disks->began_s;
	for (size_t i = 0; i < disks->n; i++) {
		struct disk *disk = &disks->disk[i];
		struct diskstats after;
		/* One that is gone did nothing more that could be known. */
		if (!diskstats_read(disk->dev, &after))
			after = disk->before;
		disk->during = diskstats_between(&disk->before, &after);
	}
}

static void
emit_one(const struct rows *rows, const char *prefix, const struct diskstats *d, double length_s)
{
	double ms = length_s * 1e3;
	double util = ms > 0 ? 100 * (double)d->busy_ms / ms : 0;
	const struct {
		const char *name, *unit;
		double value;
	} all[] = {
	    {"read_ios", "1", (double)d->read_ios},
	    {"write_ios", "1", (double)d->write_ios},
	    {"read_merges", "1", (double)d->read_merges},
	    {"write_merges", "1", (double)d->write_merges},
	    {"read_bytes", "B", (double)d->read_bytes},
	    {"write_bytes", "B", (double)d->write_bytes},
	    {"discard_ios", "1", (double)d->discard_ios},
	    {"flush_ios", "1", (double)d->flush_ios},
	    /* The kernel counts in ticks, which may end after the second look. */
	    {"util", "%", util < 100 ? util : 100},
	    {"queue", "1", ms > 0 ? (double)d->queue_ms / ms : 0},
	};
	char metric[METRIC];

	for (size_t i = 0; i < countof(all); i++) {
		snprintf(metric, sizeof(metric), "disk.%s%s", prefix, all[i].name);
		rows_scalar(rows, metric, all[i].unit, all[i].value);
	}
}

void
disks_emit(const struct disks *disks, const struct rows *rows)
{
	char name[BLOCKDEV_NAME], prefix[BLOCKDEV_NAME + 1] = "";

	for (size_t i = 0; i < disks->n; i++) {
		if (disks->n > 1)
			snprintf(prefix, sizeof(prefix), "%s.",
				 blockdev_name(disks->disk[i].dev, name));
		emit_one(rows, prefix, &disks->disk[i].during, disks->length_s);
	}
}

static uint64_t
limit_of(dev_t dev, const char *file)
{
	char disk[BLOCKDEV_NAME], line[SYSFILE_LINE];

	if (!sysfile_line(line, sizeof(line), "/sys/block/%s/queue/%s",
			  blockdev_name(blockdev_disk(dev), disk), file))
		return 0;
	return strtoull(line, NULL, 10);
}

/* Bytes of one request at most: the buffers' pages lie anywhere, each may need a segment. */
static uint64_t
whole_bytes(dev_t dev)
{
	uint64_t size = limit_of(dev, "max_sectors_kb") * 1024;
	uint64_t segments = limit_of(dev, "max_segments") * PAGE;

	return size < segments ? size : segments;
}

/* Those that failed were asked of the device like the others. */
static uint64_t
count_failed(const struct measure_result *result)
{
	uint64_t n = 0;

	for (size_t i = 0; i < MEASURE_ERRNOS; i++)
		n += result->errors[i];
	return n;
}

/* Adds up what the tasks did on dev; false when the kernel may count it otherwise. */
static bool
own_ios(dev_t dev, const struct measure_task *tasks, const struct target *targets,
	const struct measure_result *results, size_t n, uint64_t *ios)
{
	uint64_t whole = whole_bytes(dev);

	*ios = 0;
	for (size_t i = 0; i < n; targets += tasks[i++].n_files) {
		bool uses = false;
		for (unsigned k = 0; k < tasks[i].n_files; k++)
			uses |= targets[k].device == dev;
		if (!uses)
			continue;
		/* Of several files nobody counts how many I/Os went to each. */
		if (tasks[i].n_files > 1 || !targets->is_device || !tasks[i].job->direct ||
		    results[i].error || job_bs_max(tasks[i].job) > whole)
			return false;
		*ios += results[i].all_ios + count_failed(&results[i]);
	}
	return true;
}

bool
disks_shared(const struct disks *disks, const struct measure_task *tasks,
	     const struct target *targets, const struct measure_result *results, size_t n,
	     struct where *what)
{
	char name[BLOCKDEV_NAME];
	uint64_t own;

	for (size_t i = 0; i < disks->n; i++) {
		const struct disk *disk = &disks->disk[i];
		uint64_t all = disk->during.read_ios + disk->during.write_ios;

		if (!own_ios(disk->dev, tasks, targets, results, n, &own) ||
		    all <= own + own / 20 || all - own <= STRAY)
			continue;
		where_set(what, tasks[0].job->file, tasks[0].job->line,
			  "others used the device '%s': of %" PRIu64 " I/Os only %" PRIu64
			  " were made here",
			  blockdev_name(disk->dev, name), all, own);
		return true;
	}
	return false;
}

void
disks_free(struct disks *disks)
{
	free(disks->disk);
	*disks = (struct disks){NULL, 0, 0, 0};
}
