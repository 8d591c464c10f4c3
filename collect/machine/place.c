/* Where files may be made, asked of names and of file systems. */
#include "collect/machine/place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "collect/base/where.h"
#include "collect/machine/blockdev.h"
#include "collect/machine/range.h"

char *
place_folder(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder =
	    slash ? mem_copy(path, slash == path ? 1 : (size_t)(slash - path)) : mem_dup(".");
	char *real = realpath(folder, NULL);

	free(folder);
	return real;
}

/* Whether a folder, of that name and status (NULL = not known), is the machine's /dev or lies on
 * its file system, which may be mounted elsewhere too. A plain folder /dev lies on the root's. */
static bool
is_dev(const char *name, const struct stat *folder)
{
	struct stat dev, root;

	if (strcmp(name, "/dev") == 0 || strncmp(name, "/dev/", 5) == 0)
		return true;
	return folder && stat("/dev", &dev) == 0 && stat("/", &root) == 0 &&
	       dev.st_dev != root.st_dev && folder->st_dev == dev.st_dev;
}

bool
place_check_size(const struct job *job, const char *path, uint64_t size, struct where *why)
{
	char text[UNIT_TEXT];
	bool filesize = job->filesize > 0;
	uint64_t each = filesize ? job->filesize : job->size.bytes / range_n_files(job);

	if (job->offset.percent || job->offset_increment.percent)
		return where_set(why, job->file, job->line,
				 "'%s' does not exist: give the job's offset in bytes, it would be "
				 "percent of nothing",
				 path);
	if (size == 0)
		return where_set(why, job->file, job->line,
				 "'%s' does not exist: with size=BYTES it would be made", path);
	if (each < job_bs_max(job))
		return where_set(why, job->file, job->line, "%s=%s holds no I/O of the job's bs%s",
				 filesize ? "filesize" : "size",
				 unit_size(filesize ? each : job->size.bytes, text),
				 each == job->size.bytes || filesize ? ""
								     : " in each of its files");
	if (size > INT64_MAX)
		return where_set(why, job->file, job->line,
				 "'%s': offset and size together are too large", path);
	return true;
}

bool
place_check(const struct job *job, const char *path, uint64_t size, struct stat *out,
	    struct where *why)
{
	char *folder = place_folder(path);
	int error = folder && stat(folder, out) == 0 ? 0 : errno;
	bool below_dev = is_dev(folder ? folder : path, error ? NULL : out);

	free(folder);
	if (below_dev)
		return where_set(why, job->file, job->line,
				 "'%s' does not exist, and nothing is made below /dev: is the "
				 "device's name right?",
				 path);
	if (error)
		return where_set(why, job->file, job->line, "the folder of '%s' is not there: %s",
				 path, strerror(error));
	return place_check_size(job, path, size, why) &&
	       range_is_aligned(job, path, false, job->offset.bytes,
				blockdev_logical_block(out->st_dev), why);
}

bool
place_check_direct(const struct job *job, const char *path, int fd, struct where *why)
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

bool
place_leads_nowhere(const struct job *job, const char *path, struct where *why)
{
	return where_set(why, job->file, job->line, "'%s' is a symbolic link that leads nowhere",
			 path);
}

bool
place_not_made(const struct job *job, const char *path, int error, struct where *why)
{
	return where_set(why, job->file, job->line, "cannot make '%s': %s", path, strerror(error));
}

bool
place_not_filled(const struct job *job, const char *path, uint64_t size, int error,
		 struct where *why)
{
	char text[UNIT_TEXT];

	return where_set(why, job->file, job->line, "cannot make '%s' with a size of %s: %s", path,
			 unit_size(size, text), strerror(error));
}
