/* /sys/dev/block has a link to each device's folder, and a partition's folder lies in its disk's.
 */
#include "collect/machine/sysdev.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "collect/base/sysfile.h"
#include "collect/machine/procfile.h"

static const char *
last_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

bool
sysdev_at(const char *path, struct sysdev *out)
{
	*out = (struct sysdev){0};
	if (!realpath(path, out->folder))
		return false;
	snprintf(out->name, BLOCKDEV_NAME, "%.*s", BLOCKDEV_NAME - 1, last_name(out->folder));
	memcpy(out->disk, out->folder, PATH_MAX);
	char *slash = strrchr(out->disk, '/');
	if (slash && slash != out->disk && procfile_exists("%s/partition", out->folder))
		*slash = '\0';
	return true;
}

bool
sysdev_find(const char *root, dev_t dev, struct sysdev *out)
{
	char path[PATH_MAX];
	int n =
	    snprintf(path, sizeof(path), "%s/sys/dev/block/%u:%u", root, major(dev), minor(dev));

	return n > 0 && (size_t)n < sizeof(path) && sysdev_at(path, out);
}

const char *
sysdev_disk_name(const struct sysdev *dev)
{
	return last_name(dev->disk);
}

bool
sysdev_above(const char *folder, const char *file, char *out, size_t size)
{
	size_t n = strlen(folder);

	out[0] = '\0';
	while (n) {
		if (sysfile_line(out, size, "%.*s/%s", (int)n, folder, file))
			return true;
		while (n && folder[n - 1] != '/')
			n--;
		n -= n > 0;
	}
	return false;
}

bool
sysdev_link(const char *folder, const char *link, char *out, size_t size)
{
	char path[PATH_MAX], to[PATH_MAX];
	int length = snprintf(path, sizeof(path), "%s/%s", folder, link);
	ssize_t n =
	    length > 0 && (size_t)length < sizeof(path) ? readlink(path, to, sizeof(to) - 1) : -1;

	out[0] = '\0';
	if (n <= 0)
		return false;
	to[n] = '\0';
	snprintf(out, size, "%s", last_name(to));
	return true;
}
