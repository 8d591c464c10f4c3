/* The rules of safety: who may be opened how, in the order in which they are checked. */
#include "collect/machine/target.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "collect/machine/blockdev.h"
#include "collect/machine/claim.h"
#include "collect/machine/inuse.h"
#include "collect/machine/planfile.h"
#include "collect/machine/workfile.h"

struct target_set {
	const struct target_rules *rules;
	struct workfile_set *files;
	struct planfile_set *planned; /* with look_only */
	struct claim *claims;
};

/* Each clone has its targets open. */
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
	set->planned = planfile_set_new();
	return set;
}

void
target_set_release(struct target_set *set)
{
	claim_release(&set->claims);
}

void
target_set_free(struct target_set *set)
{
	if (!set)
		return;
	target_set_release(set);
	workfile_set_free(set->files, set->rules->keep_files);
	planfile_set_free(set->planned);
	free(set);
}

void
target_close(struct target *target)
{
	if (target->fd >= 0)
		close(target->fd);
	free(target->path);
	*target = (struct target){.fd = -1, .trim_fd = -1};
}

bool
target_check_count(const struct job_list *jobs, struct where *why)
{
	struct rlimit limit;
	uint64_t n = 0;

	/* Each is opened here, and by the thread that works on it, which has one more for trims. */
	for (size_t i = 0; i < jobs->n; i++)
		n += (uint64_t)jobs->job[i].numjobs * range_n_files(&jobs->job[i]) *
		     (job_has(&jobs->job[i], DIRECTION_TRIM) ? 3 : 2);
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || n < limit.rlim_cur)
		return true;
	return where_set(why, NULL, 0,
			 "the jobs have %" PRIu64 " files open at once, and %" PRIu64
			 " are allowed ('ulimit -Hn')",
			 n, (uint64_t)limit.rlim_cur);
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

bool
target_overlap(const struct stat *a, const struct stat *b)
{
	if (S_ISBLK(a->st_mode) && S_ISBLK(b->st_mode))
		return blockdev_overlap(a->st_rdev, b->st_rdev);
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* What is there already may be written only when the user says so, and nothing else uses it. */
static bool
check_write(const struct target_set *set, const struct job *job, const char *path,
	    const struct stat *info, struct where *why)
{
	char used[INUSE_WHY];

	if (set->rules->output && target_overlap(info, set->rules->output))
		return refuse(job, path, "is not written: the records go there", why);
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

static int
open_flags(const struct target_set *set, const struct job *job, const struct stat *seen)
{
	/* A device that was open for writing is looked at anew by all that watch it. */
	bool write = job_writes(job) && !(set->rules->look_only && S_ISBLK(seen->st_mode));
	int sync = job->sync == JOB_SYNC_SYNC ? O_SYNC : job->sync == JOB_SYNC_DSYNC ? O_DSYNC : 0;

	return O_CLOEXEC | (write ? O_RDWR : O_RDONLY) | (job->direct ? O_DIRECT : 0) | sync;
}

/* Opens what stat has seen, for what the job does with it. */
static bool
open_seen(const struct target_set *set, const struct job *job, const char *path,
	  const struct stat *seen, int *fd, struct where *why)
{
	int flags = open_flags(set, job, seen);
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
	if (job->invalidate && !set->rules->look_only)
		posix_fadvise(*fd, 0, 0, POSIX_FADV_DONTNEED);
	return true;
}

/* Holds the device against others, or tells whether that could be. */
static bool
claim(struct target_set *set, const struct job *job, const char *path, dev_t rdev,
      struct where *why)
{
	return set->rules->look_only ? claim_try(job, path, rdev, why)
				     : claim_take(&set->claims, job, path, rdev, why);
}

static bool
check_trim(const struct job *job, const char *path, dev_t rdev, struct where *why)
{
	return !job_has(job, DIRECTION_TRIM) || blockdev_can_discard(rdev) ||
	       refuse(job, path, "cannot be trimmed: its driver does not take discards", why);
}

static bool
open_device(struct target_set *set, const struct job *job, const struct stat *info,
	    struct target *out, struct where *why)
{
	if (job_writes(job) && (!check_write(set, job, out->path, info, why) ||
				!check_trim(job, out->path, info->st_rdev, why) ||
				!claim(set, job, out->path, info->st_rdev, why)))
		return false;
	if (!open_seen(set, job, out->path, info, &out->fd, why))
		return false;
	if (ioctl(out->fd, BLKGETSIZE64, &out->size) != 0 || out->size == 0)
		return refuse(job, out->path, "is a block device without a medium", why);
	out->is_device = true;
	out->device = info->st_rdev;
	out->trim_fd = claim_fd(set->claims, info->st_rdev);
	return true;
}

static bool
open_file(struct target_set *set, const struct job *job, uint64_t size, const struct stat *info,
	  struct target *out, struct where *why)
{
	struct stat now;

	if (out->is_made && !workfile_extend(set->files, job, out->path, (uint64_t)info->st_size,
					     size, &set->rules->watch, why))
		return false;
	if (!out->is_made && job_writes(job) && !check_write(set, job, out->path, info, why))
		return false;
	if (!open_seen(set, job, out->path, info, &out->fd, why))
		return false;
	if (fstat(out->fd, &now) != 0)
		return where_set(why, job->file, job->line, "cannot read the size of '%s': %s",
				 out->path, strerror(errno));
	out->size = (uint64_t)now.st_size;
	out->device = info->st_dev;
	return true;
}

/* size is that of a file to be made, as in range_file_size. */
static bool
open_kind(struct target_set *set, const struct job *job, uint64_t size, const struct stat *info,
	  struct target *out, struct where *why)
{
	switch (info->st_mode & S_IFMT) {
	case S_IFBLK:
		return open_device(set, job, info, out, why);
	case S_IFREG:
		return open_file(set, job, size, info, out, why);
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

/* Makes the missing file, and holds on to it like hold. */
static int
make(struct target_set *set, const struct job *job, const char *path, uint64_t size,
     struct where *why)
{
	if (!workfile_create(set->files, job, path, size, &set->rules->watch, why))
		return -1;
	int fd = open(path, O_PATH | O_CLOEXEC);
	if (fd < 0) {
		where_set(why, job->file, job->line, "cannot look at '%s': %s", path,
			  strerror(errno));
	} else if (!workfile_is_made(set->files, fd)) {
		refuse(job, path, "has been replaced by something else while it was made", why);
		close(fd);
		fd = -1;
	}
	return fd;
}

/* Opens what is there. held is an O_PATH descriptor of it: all is decided on that; a path that is
 * looked up again may lead elsewhere, and no other file can have its number meanwhile. */
static bool
open_held(struct target_set *set, const struct job *job, uint64_t size, int held,
	  struct target *out, struct where *why)
{
	struct stat info;

	if (fstat(held, &info) != 0)
		return where_set(why, job->file, job->line, "cannot look at '%s': %s", out->path,
				 strerror(errno));
	out->is_made = workfile_is_made(set->files, held);
	return open_kind(set, job, size, &info, out, why);
}

/* Opens what out->path leads to, made first where there is nothing; or plans that. */
static bool
open_path(struct target_set *set, const struct job *job, uint64_t size, struct target *out,
	  struct where *why)
{
	int held = open(out->path, O_PATH | O_CLOEXEC);
	bool missing = held < 0 && errno == ENOENT;

	if (missing && set->rules->look_only) {
		struct planfile plan;
		if (!planfile_add(set->planned, job, out->path, size, &plan, why))
			return false;
		out->is_made = true;
		out->is_new = plan.is_new;
		out->size = plan.size;
		out->device = plan.device;
		return true;
	}
	out->is_new = missing;
	if (missing)
		held = make(set, job, out->path, size, why);
	else if (held < 0)
		where_set(why, job->file, job->line, "cannot look at '%s': %s", out->path,
			  strerror(errno));
	if (held < 0)
		return false;
	bool good = open_held(set, job, size, held, out, why);
	close(held);
	return good;
}

/* The engine null touches no target: where the job says its size none is looked for. */
static bool
open_nothing(const struct job *job, uint64_t size, struct target *out, struct where *why)
{
	out->size = size;
	out->fd = open("/dev/null", (job_writes(job) ? O_RDWR : O_RDONLY) | O_CLOEXEC);
	return out->fd >= 0 ||
	       where_set(why, job->file, job->line, "cannot open '/dev/null': %s", strerror(errno));
}

bool
target_open(struct target_set *set, const struct job *job, unsigned clone, unsigned file,
	    struct target *out, struct where *why)
{
	uint64_t size = range_file_size(job, clone);
	bool nothing = job->ioengine == JOB_ENGINE_NULL && size;

	*out = (struct target){.path = range_path(job, clone, file), .fd = -1, .trim_fd = -1};
	bool good =
	    (nothing ? open_nothing(job, size, out, why) : open_path(set, job, size, out, why)) &&
	    range_within(job, clone, out->path, out->size, &out->range, why) &&
	    (nothing || range_is_aligned(job, out->path, out->is_device, out->range.start,
					 blockdev_logical_block(out->device), why));
	if (!good)
		target_close(out);
	else if (out->trim_fd < 0)
		out->trim_fd = out->fd;
	return good;
}
