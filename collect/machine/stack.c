/* Goes down: partition, loop, the slaves that device mapper, md and bcache list, file systems. */
#include "collect/machine/stack.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "collect/base/mem.h"
#include "collect/base/sysfile.h"
#include "collect/machine/mount.h"
#include "collect/machine/procfile.h"
#include "collect/machine/sysdev.h"

enum { MOST_DEVICES = 64 };

static void follow(struct stack *stack, const char *root, const struct sysdev *dev);

static void
follow_number(struct stack *stack, const char *root, dev_t number)
{
	struct sysdev dev;

	if (sysdev_find(root, number, &dev))
		follow(stack, root, &dev);
	else
		mem_append(&stack->text, "%u:%u", major(number), minor(number));
}

/* What the file system is on: a device by its number, by the name of its source (btrfs), or
 * something else that has a place: "server:/export". */
static void
follow_mount(struct stack *stack, const char *root, const struct mount *mount)
{
	struct sysdev dev;
	struct stat source;

	if (sysdev_find(root, mount->dev, &dev)) {
		mem_append(&stack->text, " < ");
		follow(stack, root, &dev);
	} else if (stat(mount->source, &source) == 0 && S_ISBLK(source.st_mode)) {
		mem_append(&stack->text, " < ");
		follow_number(stack, root, source.st_rdev);
	} else if (strpbrk(mount->source, "/:")) {
		mem_append(&stack->text, " < %s", mount->source);
	}
}

static void
follow_file(struct stack *stack, const char *root, const char *path)
{
	char *real = realpath(path, NULL), *line = NULL;
	char *name = mem_format("%s/proc/self/mountinfo", root);
	FILE *in = fopen(name, "re");
	struct mount mount;

	if (real && in && mount_holding(in, real, &mount, &line)) {
		mem_append(&stack->text, "%s file", mount.type);
		follow_mount(stack, root, &mount);
	} else {
		mem_append(&stack->text, "file");
	}
	free(line);
	if (in)
		fclose(in);
	free(name);
	free(real);
}

/* What kind of driver it is, in parentheses, where the name does not tell. */
static void
add_kind(struct stack *stack, const struct sysdev *dev)
{
	char text[SYSFILE_LINE];

	if (sysfile_line(text, sizeof(text), "%s/dm/uuid", dev->folder)) {
		/* "LVM-...", "CRYPT-LUKS2-...", "mpath-..."; a plain one has no word in front. */
		size_t n = strcspn(text, "-");
		if (text[n])
			mem_append(&stack->text, " (%.*s)", (int)n, text);
	} else if (sysfile_line(text, sizeof(text), "%s/md/level", dev->folder)) {
		mem_append(&stack->text, " (%s)", text);
	} else if (sysfile_line(text, sizeof(text), "%s/comp_algorithm", dev->folder)) {
		mem_append(&stack->text, " (%s)", sysfile_chosen(text));
	}
}

/* What a loop device shows; nothing where it shows nothing. */
static void
follow_backing(struct stack *stack, const char *root, const struct sysdev *dev)
{
	char path[SYSFILE_LINE];
	struct stat backing;

	if (!sysfile_line(path, sizeof(path), "%s/loop/backing_file", dev->folder))
		return;
	mem_append(&stack->text, " < ");
	if (stat(path, &backing) != 0)
		mem_append(&stack->text, "a file that is gone");
	else if (S_ISBLK(backing.st_mode))
		follow_number(stack, root, backing.st_rdev);
	else
		follow_file(stack, root, path);
}

static void
follow_slaves(struct stack *stack, const char *root, const struct sysdev *dev)
{
	UT_array *slaves = procfile_names("", "%s/slaves", dev->folder);
	size_t n = list_n(slaves);
	struct sysdev slave;

	for (size_t i = 0; i < n && (i == 0 || stack->left); i++) {
		const char *name = lines_at(slaves, i);
		char *path = mem_format("%s/slaves/%s", dev->folder, name);

		mem_append(&stack->text, "%s", i ? ", " : n > 1 ? " < (" : " < ");
		if (sysdev_at(path, &slave))
			follow(stack, root, &slave);
		else
			mem_append(&stack->text, "%s", name);
		free(path);
	}
	if (n > 1)
		mem_append(&stack->text, ")");
	lines_free(slaves);
}

static void
follow(struct stack *stack, const char *root, const struct sysdev *dev)
{
	struct sysdev disk;

	if (!stack->left) {
		mem_append(&stack->text, "...");
		return;
	}
	stack->left--;
	mem_append(&stack->text, "%s", dev->name);
	lines_note(stack->disks, "%s", dev->disk);
	add_kind(stack, dev);
	if (sysdev_is_partition(dev) && sysdev_at(dev->disk, &disk)) {
		mem_append(&stack->text, " < ");
		follow(stack, root, &disk);
		return;
	}
	follow_backing(stack, root, dev);
	follow_slaves(stack, root, dev);
}

static struct stack
stack_new(void)
{
	return (struct stack){mem_dup(""), lines_new(), MOST_DEVICES};
}

struct stack
stack_of_device(const char *root, dev_t dev)
{
	struct stack stack = stack_new();

	follow_number(&stack, root, dev);
	return stack;
}

struct stack
stack_of_file(const char *root, const char *path)
{
	struct stack stack = stack_new();

	follow_file(&stack, root, path);
	return stack;
}

void
stack_free(struct stack *stack)
{
	free(stack->text);
	lines_free(stack->disks);
	*stack = (struct stack){0};
}
