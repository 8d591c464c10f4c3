/* The rules of safety: who may be opened how, in the order in which they are checked. */
#include "collect/machine/target.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utlist.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "collect/machine/blockdev.h"
#include "collect/machine/inuse.h"
#include "collect/machine/workfile.h"

/* A device that this campaign writes, held with O_EXCL against everybody else. */
struct claim {
	dev_t rdev;
	int fd;
	struct claim *next;
};

struct target_set {
	const struct target_rules *rules;
	struct workfile_set *files;
	struct claim *claims;
};

/* Each clone has its target open. */
static void
raise_file_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
}

struct target_set *
target_set_new(const struct target_rules *rules)
{
	struct target_set *set = mem_alloc(1, sizeof(*set));

	raise_file_limit();
	set->rules = rules;
	set->files = workfile_set_new();
	return set;
}

void
target_set_release(struct target_set *set)
{
	for (struct claim *c = set->claims, *next; c; c = next) {
		next = c->next;
		close(c->fd);
		free(c);
	}
	set->claims = NULL;
}

void
target_set_free(struct target_set *set)
{
	if (!set)
		return;
	target_set_release(set);
	workfile_set_free(set->files, set->rules->keep_files);
	free(set);
}

void
target_close(struct target *target)
{
	if (target->fd >= 0)
		close(target->fd);
	free(target->path);
	*target = (struct target){.fd = -1};
}

/* Fills *why with the job's place, the path and the reason; always false. */
static bool
refuse(const struct job *job, const char *path, const char *reason, struct where *why)
{
	return where_set(why, job->file, job->line, "'%s' %s", path, reason);
}

static bool
is_named(const struct target_rules *rules, const char *path)
{
	for (size_t i = 0; i < rules->n_allow_write; i++)
		if (strcmp(rules->allow_write[i], path) == 0)
			return true;
	return false;
}

/* What is there already may be written only when the user says so, and nothing else uses it. */
static bool
check_write(const struct target_set *set, const struct job *job, const char *path,
	    const struct stat *info, struct where *why)
{
	char used[INUSE_WHY];

	if (!is_named(set->rules, path))
		return where_set(
		    why, job->file, job->line,
		    "'%s' is %s: only '--allow-write %s' lets the job write to it, and "
		    "what it holds is lost",
		    path,
		    S_ISBLK(info->st_mode) ? "a block device" : "a file that was there before",
		    path);
	if (inuse(info, used))
		return where_set(why, job->file, job->line, "'%s' is not written: %s", path, used);
	return true;
}

/* Holds the device against others, once for all clones and jobs. */
static bool
claim(struct target_set *set, const struct job *job, const char *path, dev_t rdev,
      struct where *why)
{
	struct stat info;

	for (const struct claim *c = set->claims; c; c = c->next)
		if (c->rdev == rdev)
			return true;
	int fd = open(path, O_RDWR | O_EXCL | O_CLOEXEC);
	if (fd < 0 && errno == EBUSY)
		return refuse(job, path, "is not written: another program has claimed it", why);
	if (fd < 0)
		return where_set(why, job->file, job->line, "cannot open '%s' for writing: %s",
				 path, strerror(errno));
	if (fstat(fd, &info) != 0 || info.st_rdev != rdev) {
		close(fd);
		return refuse(job, path, "has become another device", why);
	}
	struct claim *c = mem_alloc(1, sizeof(*c));
	*c = (struct claim){rdev, fd, NULL};
	LL_PREPEND(set->claims, c);
	return true;
}

/* Opens what stat has seen, for what the job does with it. */
static bool
open_seen(const struct job *job, const char *path, const struct stat *seen, int *fd,
	  struct where *why)
{
	int flags =
	    O_CLOEXEC | (job_writes(job) ? O_RDWR : O_RDONLY) | (job->direct ? O_DIRECT : 0);
	struct stat now;

	/* Only the owner may leave the access time alone. */
	*fd = open(path, flags | O_NOATIME);
	if (*fd < 0 && errno == EPERM)
		*fd = open(path, flags);
	if (*fd < 0 && errno == EINVAL && job->direct)
		return refuse(job, path, "cannot be opened with O_DIRECT: set direct=0", why);
	if (*fd < 0)
		return where_set(why, job->file, job->line, "cannot open '%s': %s", path,
				 strerror(errno));
	if (fstat(*fd, &now) != 0 || now.st_dev != seen->st_dev || now.st_ino != seen->st_ino)
		return refuse(job, path, "has been replaced by something else", why);
	/* What the page cache holds from before would be measured instead of the device. */
	posix_fadvise(*fd, 0, 0, POSIX_FADV_DONTNEED);
	return true;
}

static bool
open_device(struct target_set *set, const struct job *job, const struct stat *info,
	    struct target *out, struct where *why)
{
	if (job_writes(job) && (!check_write(set, job, out->path, info, why) ||
				!claim(set, job, out->path, info->st_rdev, why)))
		return false;
	if (!open_seen(job, out->path, info, &out->fd, why))
		return false;
	if (ioctl(out->fd, BLKGETSIZE64, &out->size) != 0 || out->size == 0)
		return refuse(job, out->path, "is a block device without a medium", why);
	out->is_device = true;
	out->device = info->st_rdev;
	return true;
}

static bool
open_file(struct target_set *set, const struct job *job, bool made, const struct stat *info,
	  struct target *out, struct where *why)
{
	struct stat now;

	if (made && !workfile_extend(set->files, job, out->path, (uint64_t)info->st_size,
				     &set->rules->watch, why))
		return false;
	if (!made && job_writes(job) && !check_write(set, job, out->path, info, why))
		return false;
	if (!open_seen(job, out->path, info, &out->fd, why))
		return false;
	if (fstat(out->fd, &now) != 0)
		return where_set(why, job->file, job->line, "cannot read the size of '%s': %s",
				 out->path, strerror(errno));
	out->size = (uint64_t)now.st_size;
	out->device = info->st_dev;
	return true;
}

static bool
open_kind(struct target_set *set, const struct job *job, bool made, const struct stat *info,
	  struct target *out, struct where *why)
{
	switch (info->st_mode & S_IFMT) {
	case S_IFBLK:
		return open_device(set, job, info, out, why);
	case S_IFREG:
		return open_file(set, job, made, info, out, why);
	case S_IFDIR:
		return refuse(job, out->path,
			      "is a directory: name a file in it, or give it as directory=", why);
	case S_IFCHR:
		return refuse(job, out->path,
			      "is a character device: only block devices and files are measured",
			      why);
	default:
		return refuse(job, out->path,
			      "is a pipe or a socket: only block devices and files are measured",
			      why);
	}
}

/* Holds on to what the clone's path leads to, made first where there is nothing: an O_PATH
 * descriptor. All is decided on that; a path that is looked up again may lead elsewhere. */
static int
hold(struct target_set *set, const struct job *job, const char *path, struct where *why)
{
	int fd = open(path, O_PATH | O_CLOEXEC);
	bool make = fd < 0 && errno == ENOENT;

	if (make && !workfile_create(set->files, job, path, &set->rules->watch, why))
		return -1;
	if (make)
		fd = open(path, O_PATH | O_CLOEXEC);
	if (fd < 0) {
		where_set(why, job->file, job->line, "cannot look at '%s': %s", path,
			  strerror(errno));
	} else if (make && !workfile_is_made(set->files, fd)) {
		refuse(job, path, "has been replaced by something else while it was made", why);
		close(fd);
		fd = -1;
	}
	return fd;
}

bool
target_open(struct target_set *set, const struct job *job, unsigned clone, struct target *out,
	    struct where *why)
{
	struct stat info;
	bool good = false;

	*out = (struct target){.path = range_path(job, clone), .fd = -1};
	int held = hold(set, job, out->path, why);
	if (held >= 0 && fstat(held, &info) != 0)
		where_set(why, job->file, job->line, "cannot look at '%s': %s", out->path,
			  strerror(errno));
	else if (held >= 0)
		good = open_kind(set, job, workfile_is_made(set->files, held), &info, out, why) &&
		       range_is_aligned(job, out->path, blockdev_logical_block(out->device), why) &&
		       range_within(job, out->path, out->size, &out->range, why);
	/* Held until here, so that no other file can have its number. */
	if (held >= 0)
		close(held);
	if (!good)
		target_close(out);
	return good;
}
