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
#include "collect/base/where.h"
#include "collect/machine/place.h"

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

static bool
fill(const struct job *job, const char *path, int fd, uint64_t from, uint64_t size,
     const struct layout_watch *watch, struct where *why)
{
	int error = layout_fill(fd, path, from, size, watch);

	if (error == -EINTR)
		return where_set(why, job->file, job->line, "interrupted while making '%s'", path);
	return !error || place_not_filled(job, path, size, -error, why);
}

bool
workfile_create(struct workfile_set *set, const struct job *job, const char *path, uint64_t size,
		const struct layout_watch *watch, struct where *why)
{
	struct identity identity;
	struct stat folder;

	if (!place_check(job, path, size, &folder, why))
		return false;
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0 && errno == EEXIST)
		return place_leads_nowhere(job, path, why);
	/* What the path names later may be somebody else's: only the open file is surely ours. */
	if (fd < 0 || !identify(fd, "", AT_EMPTY_PATH, &identity)) {
		place_not_made(job, path, errno, why);
		if (fd >= 0)
			close(fd);
		return false;
	}
	struct made *made = mem_alloc(1, sizeof(*made));
	*made = (struct made){mem_dup(path), identity, NULL};
	bool good =
	    place_check_direct(job, path, fd, why) && fill(job, path, fd, 0, size, watch, why);
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
		uint64_t has, uint64_t size, const struct layout_watch *watch, struct where *why)
{
	bool good;

	if (size <= has)
		return true;
	if (!place_check_size(job, path, size, why))
		return false;
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return where_set(why, job->file, job->line, "cannot open '%s': %s", path,
				 strerror(errno));
	if (workfile_is_made(set, fd))
		good = fill(job, path, fd, has, size, watch, why);
	else
		good = where_set(why, job->file, job->line,
				 "'%s' has been replaced by something else", path);
	close(fd);
	return good;
}
