/* Follows a target down to its device, and reads how that is set up. */
#include "collect/machine/device.h"

#include <ctype.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/base/sysfile.h"
#include "collect/base/unit.h"
#include "collect/machine/blockdev.h"
#include "collect/machine/facts.h"
#include "collect/machine/mount.h"

/* The model as the hardware names itself, else its name for the device mapper, else the driver,
 * else the kind that the kernel's name begins with ("zram0"). */
static void
add_model(struct fact **facts, const char *disk, dev_t dev)
{
	char text[SYSFILE_LINE], path[PATH_MAX], link[PATH_MAX];

	if (sysfile_line(text, sizeof(text), "/sys/block/%s/device/model", disk) ||
	    sysfile_line(text, sizeof(text), "/sys/block/%s/device/name", disk) ||
	    sysfile_line(text, sizeof(text), "/sys/block/%s/dm/name", disk)) {
		facts_add(facts, "meta.device.model", "%s", text);
		return;
	}
	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/device/driver", major(dev), minor(dev));
	ssize_t n = readlink(path, link, sizeof(link) - 1);
	if (n > 0) {
		link[n] = '\0';
		facts_add(facts, "meta.device.model", "%s", basename(link));
		return;
	}
	facts_add(facts, "meta.device.model", "%.*s", (int)strcspn(disk, "0123456789"), disk);
}

static void
add_loop(struct fact **facts, const char *disk)
{
	char text[SYSFILE_LINE];

	if (!sysfile_line(text, sizeof(text), "/sys/block/%s/loop/backing_file", disk))
		return;
	facts_add(facts, "meta.target.backing", "%s", text);
	sysfile_line(text, sizeof(text), "/sys/block/%s/loop/dio", disk);
	facts_add(facts, "meta.device.dio", "%s", text);
}

static void
add_device(struct fact **facts, dev_t dev)
{
	static const struct {
		const char *metric, *file;
	} settings[] = {
	    {"meta.device.rotational", "rotational"},
	    {"meta.device.scheduler", "scheduler"},
	    {"meta.device.nr_requests", "nr_requests"},
	    {"meta.device.write_cache", "write_cache"},
	    {"meta.device.logical_block", "logical_block_size"},
	    {"meta.device.physical_block", "physical_block_size"},
	};
	char name[BLOCKDEV_NAME], disk[BLOCKDEV_NAME], text[SYSFILE_LINE], size[UNIT_TEXT];
	dev_t disk_dev = blockdev_disk(dev);

	facts_add(facts, "meta.device", "%s", blockdev_name(dev, name));
	blockdev_name(disk_dev, disk);
	add_model(facts, disk, disk_dev);
	/* sysfs counts in sectors of 512 bytes, whatever the device has. */
	if (sysfile_line(text, sizeof(text), "/sys/dev/block/%u:%u/size", major(dev), minor(dev)))
		facts_add(facts, "meta.device.size", "%s",
			  unit_size(strtoull(text, NULL, 10) * 512, size));
	for (size_t i = 0; i < countof(settings); i++)
		if (sysfile_line(text, sizeof(text), "/sys/block/%s/queue/%s", disk,
				 settings[i].file))
			facts_add(facts, settings[i].metric, "%s", sysfile_chosen(text));
	add_loop(facts, disk);
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

/* The file system, and the device that it is on where it is on one. */
static void
add_file_system(struct fact **facts, const char *path)
{
	char *real = realpath(path, NULL), *line = NULL;
	FILE *in = fopen("/proc/self/mountinfo", "re");
	struct mount mount;
	struct stat source;

	if (real && in && mount_holding(in, real, &mount, &line)) {
		facts_add(facts, "meta.fs", "%s", mount.type);
		add_options(facts, &mount);
		if (blockdev_exists(mount.dev))
			add_device(facts, mount.dev);
		else if (stat(mount.source, &source) == 0 && S_ISBLK(source.st_mode))
			add_device(facts, source.st_rdev);
		else
			facts_add(facts, "meta.device", "%s", mount.source);
	}
	free(line);
	if (in)
		fclose(in);
	free(real);
}

void
device_facts(const struct target *target, struct fact **facts)
{
	facts_add(facts, "meta.target", "%s", target->path);
	if (target->is_device)
		add_device(facts, target->device);
	else
		add_file_system(facts, target->path);
}
