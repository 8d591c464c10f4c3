/* Makes files with O_EXCL, so that nothing that was there before is ever touched. */
#include "collect/machine/workfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <utlist.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "collect/base/where.h"
#include "collect/machine/blockdev.h"
#include "collect/machine/range.h"

/* Which file it is, and not one that has its number after it: birth times tell them apart where the
 * file system keeps them. */
struct identity {
	dev_t dev;
	uint64_t ino;
	struct statx_timestamp born;
};

struct made {
	char *path;
	struct identity identity;
	struct made *next;
};

struct workfile_set {
	struct made *made;
};

struct workfile_set *
workfile_set_new(void)
{
	return mem_alloc(1, sizeof(struct workfile_set));
}

/* Of what path names below the folder or is the open file at; flags as for statx(2). */
static bool
identify(int at, const char *path, int flags, struct identity *out)
{
	struct statx info;

	if (statx(at, path, flags, STATX_INO | STATX_BTIME, &info) != 0)
		return false;
	*out = (struct identity){.dev = makedev(info.stx_dev_major, info.stx_dev_minor),
				 .ino = info.stx_ino};
	if (info.stx_mask & STATX_BTIME)
		out->born = info.stx_btime;
	return true;
}

static bool
is_same(const struct identity *a, const struct identity *b)
{
	return a->dev == b->dev && a->ino == b->ino && a->born.tv_sec == b->born.tv_sec &&
	       a->born.tv_nsec == b->born.tv_nsec;
}

/* Unless something else has its name by now. */
static void
remove_file(const struct made *made)
{
	struct identity now;

	if (identify(AT_FDCWD, made->path, AT_SYMLINK_NOFOLLOW, &now) &&
	    is_same(&now, &made->identity))
		unlink(made->path);
}

static void
free_made(struct made *made)
{
	free(made->path);
	free(made);
}

void
workfile_set_free(struct workfile_set *set, bool keep)
{
	if (!set)
		return;
	for (struct made *m = set->made, *next; m; m = next) {
		next = m->next;
		if (!keep)
			remove_file(m);
		free_made(m);
	}
	free(set);
}

bool
workfile_is_made(const struct workfile_set *set, int fd)
{
	struct identity identity;

	if (!identify(fd, "", AT_EMPTY_PATH, &identity))
		return false;
	for (const struct made *m = set->made; m; m = m->next)
		if (is_same(&m->identity, &identity))
			return true;
	return false;
}

/* The folder that path lies in, without symbolic links, on the heap; NULL with errno. */
static char *
real_folder(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder =
	    slash ? mem_copy(path, slash == path ? 1 : (size_t)(slash - path)) : mem_dup(".");
	char *real = realpath(folder, NULL);

	free(folder);
	return real;
}

/* Whether a folder, of that name and status, is the machine's /dev or lies on its file system,
 * which may be mounted elsewhere too. A plain folder /dev lies on the root's. */
static bool
is_dev(const char *name, const struct stat *folder)
{
	struct stat dev, root;

	if (strcmp(name, "/dev") == 0 || strncmp(name, "/dev/", 5) == 0)
		return true;
	return stat("/dev", &dev) == 0 && stat("/", &root) == 0 && dev.st_dev != root.st_dev &&
	       folder->st_dev == dev.st_dev;
}

/* Whether path may be made at all, from its name and the job. */
static bool
check_place(const struct job *job, const char *path, struct where *why)
{
	struct stat info = {0};
	char text[UNIT_TEXT];
	char *folder = real_folder(path);
	int error = folder && stat(folder, &info) == 0 ? 0 : errno;
	bool below_dev = is_dev(folder ? folder : path, &info);

	free(folder);
	if (below_dev)
		return where_set(why, job->file, job->line,
				 "'%s' does not exist, and nothing is made below /dev: is the "
				 "device's name right?",
				 path);
	if (error)
		return where_set(why, job->file, job->line, "the folder of '%s' is not there: %s",
				 path, strerror(error));
	if (job->size.bytes == 0)
		return where_set(why, job->file, job->line,
				 "'%s' does not exist: with size=BYTES it would be made", path);
	if (job->size.bytes < job_bs_max(job))
		return where_set(why, job->file, job->line, "size=%s holds no I/O of the job's bs",
				 unit_size(job->size.bytes, text));
	return range_is_aligned(job, path, blockdev_logical_block(info.st_dev), why);
}

/* Whether the file system gives O_DIRECT, asked before gigabytes are written for nothing. */
static bool
check_direct(const struct job *job, const char *path, int fd, struct where *why)
{
	int flags = job->direct ? fcntl(fd, F_GETFL) : 0;

	if (job->direct && (flags < 0 || fcntl(fd, F_SETFL, flags | O_DIRECT) != 0 ||
			    fcntl(fd, F_SETFL, flags) != 0))
		return where_set(why, job->file, job->line,
				 "the file system of '%s' refuses O_DIRECT (%s): set direct=0 or "
				 "use another folder",
				 path, strerror(errno));
	return true;
}

static bool
fill(const struct job *job, const char *path, int fd, uint64_t from,
     const struct layout_watch *watch, struct where *why)
{
	char text[UNIT_TEXT];
	uint64_t size = job->offset.bytes + job->size.bytes;
	int error = layout_fill(fd, path, from, size, watch);

	if (error == -EINTR)
		return where_set(why, job->file, job->line, "interrupted while making '%s'", path);
	if (error)
		return where_set(why, job->file, job->line,
				 "cannot make '%s' with a size of %s: %s", path,
				 unit_size(size, text), strerror(-error));
	return true;
}

bool
workfile_create(struct workfile_set *set, const struct job *job, const char *path,
		const struct layout_watch *watch, struct where *why)
{
	struct identity identity;

	if (!check_place(job, path, why))
		return false;
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0 && errno == EEXIST)
		return where_set(why, job->file, job->line,
				 "'%s' is a symbolic link that leads nowhere", path);
	/* What the path names later may be somebody else's: only the open file is surely ours. */
	if (fd < 0 || !identify(fd, "", AT_EMPTY_PATH, &identity)) {
		where_set(why, job->file, job->line, "cannot make '%s': %s", path, strerror(errno));
		if (fd >= 0)
			close(fd);
		return false;
	}
	struct made *made = mem_alloc(1, sizeof(*made));
	*made = (struct made){mem_dup(path), identity, NULL};
	bool good = check_direct(job, path, fd, why) && fill(job, path, fd, 0, watch, why);
	if (good) {
		LL_PREPEND(set->made, made);
	} else {
		remove_file(made);
		free_made(made);
	}
	close(fd);
	return good;
}

bool
workfile_extend(const struct workfile_set *set, const struct job *job, const char *path,
		uint64_t size, const struct layout_watch *watch, struct where *why)
{
	bool good;

	if (job->size.bytes == 0 || size >= job->offset.bytes + job->size.bytes)
		return true;
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return where_set(why, job->file, job->line, "cannot open '%s': %s", path,
				 strerror(errno));
	if (workfile_is_made(set, fd))
		good = fill(job, path, fd, size, watch, why);
	else
		good = where_set(why, job->file, job->line,
				 "'%s' has been replaced by something else", path);
	close(fd);
	return good;
}
