/* Follows a target down to its device, and reads how that is set up. */
#include "collect/machine/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "collect/machine/facts.h"
#include "collect/machine/identity.h"
#include "collect/machine/moment.h"
#include "collect/machine/mount.h"
#include "collect/machine/procfile.h"
#include "collect/machine/stack.h"
#include "collect/machine/sysdev.h"

/* sysfs counts in sectors of 512 bytes, whatever the device has. */
enum { SECTOR = 512 };

/* Those of a disk, which hold for its partitions too. */
static void
add_settings(struct fact **facts, const char *disk)
{
	static const struct {
		const char *metric, *file;
	} settings[] = {
	    {"meta.device.rotational", "queue/rotational"},
	    {"meta.device.scheduler", "queue/scheduler"},
	    {"meta.device.nr_requests", "queue/nr_requests"},
	    {"meta.device.rq_affinity", "queue/rq_affinity"},
	    {"meta.device.nomerges", "queue/nomerges"},
	    {"meta.device.wbt_lat_usec", "queue/wbt_lat_usec"},
	    {"meta.device.io_poll", "queue/io_poll"},
	    {"meta.device.max_sectors_kb", "queue/max_sectors_kb"},
	    {"meta.device.read_ahead_kb", "queue/read_ahead_kb"},
	    {"meta.device.write_cache", "queue/write_cache"},
	    {"meta.device.fua", "queue/fua"},
	    {"meta.device.dax", "queue/dax"},
	    {"meta.device.zoned", "queue/zoned"},
	    {"meta.device.logical_block", "queue/logical_block_size"},
	    {"meta.device.physical_block", "queue/physical_block_size"},
	    {"meta.device.comp_algorithm", "comp_algorithm"},
	    {"meta.device.dio", "loop/dio"},
	    {"meta.target.backing", "loop/backing_file"},
	};
	char text[SYSFILE_LINE];

	for (size_t i = 0; i < countof(settings); i++) {
		if (!sysfile_line(text, sizeof(text), "%s/%s", disk, settings[i].file))
			continue;
		bool is_path = strcmp(settings[i].file, "loop/backing_file") == 0;
		facts_add(facts, settings[i].metric, "%s", is_path ? text : sysfile_chosen(text));
	}
}

/* Whether the driver takes I/Os one by one rather than through the queues of blk-mq, which have a
 * folder. Drivers of the time before blk-mq had a choice of schedulers, whose file shows brackets.
 * Such drivers do without REQ_NOWAIT mostly, and io_uring then hands each I/O to another thread. */
static void
add_bio_based(struct fact **facts, const char *disk)
{
	char text[SYSFILE_LINE];

	sysfile_line(text, sizeof(text), "%s/queue/scheduler", disk);
	bool queues = procfile_exists("%s/mq", disk) || strchr(text, '[');
	facts_add(facts, "meta.device.bio_based", "%d", !queues);
}

static void
add_partition(struct fact **facts, const char *folder)
{
	char text[UNIT_TEXT];
	double sectors = procfile_single(-1, "%s/start", folder);

	if (sectors >= 0 && sectors < 0x1p54)
		facts_add(facts, "meta.device.partition.start", "%s",
			  unit_size((unsigned long long)sectors * SECTOR, text));
}

static void
add_device(struct fact **facts, const struct sysdev *dev, bool serial)
{
	char text[SYSFILE_LINE], size[UNIT_TEXT];
	double sectors = procfile_single(-1, "%s/size", dev->folder);

	facts_add(facts, "meta.device", "%s", dev->name);
	identity_facts(dev->disk, serial, facts);
	moment_disk_facts(dev->disk, facts);
	if (sectors >= 0 && sectors < 0x1p54)
		facts_add(facts, "meta.device.size", "%s",
			  unit_size((unsigned long long)sectors * SECTOR, size));
	add_settings(facts, dev->disk);
	add_bio_based(facts, dev->disk);
	if (sysdev_is_partition(dev))
		add_partition(facts, dev->folder);
	sysfile_line(text, sizeof(text), "%s/alignment_offset", dev->folder);
	facts_add(facts, "meta.device.alignment_offset", "%s", text);
}

/* The number is no setting: it may be another one after each start of the machine. */
static void
add_number(struct fact **facts, const struct device_asked *asked, dev_t number)
{
	struct sysdev dev;

	facts_add(facts, "meta.target.number", "%u:%u", major(number), minor(number));
	if (sysdev_find(asked->root, number, &dev))
		add_device(facts, &dev, asked->serial);
	else
		facts_add(facts, "meta.device", "%u:%u", major(number), minor(number));
}

/* The mount's options, and those of its file system that do not repeat them. */
static void
add_options(struct fact **facts, const struct mount *mount)
{
	const char *more = mount->super_options;

	if (strncmp(more, "rw,", 3) == 0 || strncmp(more, "ro,", 3) == 0)
		more += 3;
	else if (strcmp(more, "rw") == 0 || strcmp(more, "ro") == 0)
		more = "";
	facts_add(facts, "meta.fs.options", "%s%s%s", mount->options, more[0] ? "," : "", more);
}

/* The device that it is on, where it is on one. */
static void
add_mount(struct fact **facts, const struct device_asked *asked, const struct mount *mount)
{
	struct sysdev dev;
	struct stat source;

	facts_add(facts, "meta.fs", "%s", mount->type);
	add_options(facts, mount);
	if (sysdev_find(asked->root, mount->dev, &dev))
		add_number(facts, asked, mount->dev);
	else if (stat(mount->source, &source) == 0 && S_ISBLK(source.st_mode))
		add_number(facts, asked, source.st_rdev);
	else
		facts_add(facts, "meta.device", "%s", mount->source);
}

static void
add_file_system(struct fact **facts, const struct device_asked *asked, const char *real)
{
	char *name = mem_format("%s/proc/self/mountinfo", asked->root), *line = NULL;
	FILE *in = fopen(name, "re");
	struct mount mount;

	if (in && mount_holding(in, real, &mount, &line))
		add_mount(facts, asked, &mount);
	free(line);
	if (in)
		fclose(in);
	free(name);
}

void
device_describe(const struct device_asked *asked, struct fact **facts)
{
	char *real = realpath(asked->path, NULL);

	facts_add(facts, "meta.target", "%s", asked->path);
	if (real && strcmp(real, asked->path) != 0)
		facts_add(facts, "meta.target.path", "%s", real);
	if (asked->is_device)
		add_number(facts, asked, asked->device);
	else if (real)
		add_file_system(facts, asked, real);
	if (asked->is_device || real) {
		struct stack stack = asked->is_device ? stack_of_device(asked->root, asked->device)
						      : stack_of_file(asked->root, asked->path);
		facts_add(facts, "meta.device.stack", "%s", stack.text);
		stack_free(&stack);
	}
	free(real);
}

void
device_facts(const struct target *target, bool serial, struct fact **facts)
{
	const struct device_asked asked = {.root = "",
					   .path = target->path,
					   .is_device = target->is_device,
					   .device = target->device,
					   .serial = serial};

	device_describe(&asked, facts);
}
