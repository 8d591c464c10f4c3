/* O_EXCL on a block device: among those who ask for it, and mounts, there is one at a time. */
#include "collect/machine/claim.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utlist.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"

struct claim {
	dev_t rdev;
	int fd;
	struct claim *next;
};

static bool
not_writable(const struct job *job, const char *path, struct where *why)
{
	return where_set(why, job->file, job->line, "cannot open '%s' for writing: %s", path,
			 strerror(errno));
}

/* Claims the device; the descriptor that holds it, or -1. */
static int
open_claimed(const struct job *job, const char *path, int access, dev_t rdev, struct where *why)
{
	struct stat info;
	int read_only = 0, fd = open(path, access | O_EXCL | O_CLOEXEC);

	if (fd < 0 && errno == EBUSY)
		where_set(why, job->file, job->line,
			  "'%s' is not written: another program has claimed it", path);
	else if (fd < 0)
		not_writable(job, path, why);
	else if (fstat(fd, &info) != 0 || info.st_rdev != rdev)
		where_set(why, job->file, job->line, "'%s' has become another device", path);
	else if (ioctl(fd, BLKROGET, &read_only) == 0 && read_only)
		where_set(why, job->file, job->line,
			  "'%s' is a read-only device: 'blockdev --setrw' may change that", path);
	else
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

int
claim_fd(const struct claim *claims, dev_t rdev)
{
	for (const struct claim *c = claims; c; c = c->next)
		if (c->rdev == rdev)
			return c->fd;
	return -1;
}

bool
claim_take(struct claim **claims, const struct job *job, const char *path, dev_t rdev,
	   struct where *why)
{
	if (claim_fd(*claims, rdev) >= 0)
		return true;
	int fd = open_claimed(job, path, O_RDWR, rdev, why);
	if (fd < 0)
		return false;
	struct claim *c = mem_alloc(1, sizeof(*c));
	*c = (struct claim){rdev, fd, NULL};
	LL_PREPEND(*claims, c);
	return true;
}

bool
claim_try(const struct job *job, const char *path, dev_t rdev, struct where *why)
{
	if (faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0)
		return not_writable(job, path, why);
	int fd = open_claimed(job, path, O_RDONLY, rdev, why);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

void
claim_release(struct claim **claims)
{
	for (struct claim *c = *claims, *next; c; c = next) {
		next = c->next;
		close(c->fd);
		free(c);
	}
	*claims = NULL;
}
