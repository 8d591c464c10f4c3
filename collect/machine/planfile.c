/* Planned files are told apart by their folder and their name in it. */
#include "collect/machine/planfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utlist.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "collect/machine/place.h"

struct planned {
	dev_t dev; /* of the folder */
	ino_t folder;
	char *name;
	uint64_t size;
	struct planned *next;
};

struct planfile_set {
	struct planned *planned;
};

struct planfile_set *
planfile_set_new(void)
{
	return mem_alloc(1, sizeof(struct planfile_set));
}

void
planfile_set_free(struct planfile_set *set)
{
	if (!set)
		return;
	for (struct planned *p = set->planned, *next; p; p = next) {
		next = p->next;
		free(p->name);
		free(p);
	}
	free(set);
}

static const char *
name_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* The plan for path, whose folder has that status, or NULL. */
static struct planned *
find(const struct planfile_set *set, const struct stat *folder, const char *path)
{
	for (struct planned *p = set->planned; p; p = p->next)
		if (p->dev == folder->st_dev && p->folder == folder->st_ino &&
		    strcmp(p->name, name_of(path)) == 0)
			return p;
	return NULL;
}

/* Whether the folder takes a file, and its file system O_DIRECT: one without a name is opened to
 * see, where there are such. */
static bool
could_make(const struct job *job, const char *path, const char *folder, struct where *why)
{
	struct stat link;

	if (lstat(path, &link) == 0)
		return place_leads_nowhere(job, path, why);
	if (faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) != 0)
		return place_not_made(job, path, errno, why);
	int fd = job->direct ? open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600) : -1;
	bool good = fd < 0 || place_check_direct(job, path, fd, why);
	if (fd >= 0)
		close(fd);
	return good;
}

/* Whether the missing file may be made, in *folder, whose status is *info; NULL = not known yet. */
static bool
check_new(const struct job *job, const char *path, uint64_t size, char **folder, struct stat *info,
	  struct where *why)
{
	if (!place_check(job, path, size, info, why))
		return false;
	if (!*folder) /* somebody made it meanwhile */
		*folder = place_folder(path);
	return *folder ? could_make(job, path, *folder, why)
		       : place_not_made(job, path, errno, why);
}

/* Whether more bytes fit into the folder's file system, beside all that is planned on that device.
 */
static bool
fits(const struct planfile_set *set, const char *folder, dev_t dev, uint64_t more)
{
	struct statvfs fs;

	/* Some file systems do not tell. */
	if (statvfs(folder, &fs) != 0 || fs.f_blocks == 0 || fs.f_frsize == 0)
		return true;
	for (const struct planned *p = set->planned; p; p = p->next)
		if (p->dev == dev && __builtin_add_overflow(more, p->size, &more))
			return false;
	/* The superuser may use what is kept for him. */
	return more / fs.f_frsize < (geteuid() == 0 ? fs.f_bfree : fs.f_bavail);
}

/* Why no file of size bytes can be made of one that has fewer, as errno; 0 = it can. */
static int
no_room(const struct planfile_set *set, const char *folder, dev_t dev, uint64_t has, uint64_t size)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && size > limit.rlim_cur)
		return EFBIG;
	return fits(set, folder, dev, size - has) ? 0 : ENOSPC;
}

bool
planfile_add(struct planfile_set *set, const struct job *job, const char *path, uint64_t size,
	     struct planfile *out, struct where *why)
{
	char *folder = place_folder(path);
	struct stat info;
	struct planned *p = folder && stat(folder, &info) == 0 ? find(set, &info, path) : NULL;
	uint64_t has = p ? p->size : 0;
	bool good = p ? size <= has || place_check_size(job, path, size, why)
		      : check_new(job, path, size, &folder, &info, why);

	int error = good && size > has ? no_room(set, folder, info.st_dev, has, size) : 0;
	if (error)
		good = place_not_filled(job, path, size, error, why);
	free(folder);
	if (!good)
		return false;
	*out = (struct planfile){info.st_dev, size > has ? size : has, !p};
	if (!p) {
		p = mem_alloc(1, sizeof(*p));
		*p = (struct planned){
		    .dev = info.st_dev, .folder = info.st_ino, .name = mem_dup(name_of(path))};
		LL_PREPEND(set->planned, p);
	}
	p->size = out->size;
	return true;
}
