/* Collects in memory, writes to a temporary file and renames it. */
#include "render/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/base/mem.h"

/* mkstemp's files are private; this one gets what creating it in the usual way would give. */
static void
set_mode(int fd)
{
	mode_t mask = umask(0);

	umask(mask);
	/* On failure the file stays private, which is no reason to lose it. */
	if (fchmod(fd, 0666 & ~mask) != 0)
		errno = 0;
}

/* Returns a descriptor or -errno. */
static int
open_temporary(struct output *o)
{
	const char *slash = strrchr(o->name, '/');
	int folder = slash ? (int)(slash - o->name) + 1 : 0;

	o->temporary = mem_format("%.*s.%.100s.XXXXXX", folder, o->name, o->name + folder);
	int fd = mkostemp(o->temporary, O_CLOEXEC);
	if (fd < 0)
		return -errno;
	set_mode(fd);
	return fd;
}

static int
open_as_it_is(const struct output *o)
{
	int fd = open(o->name, O_WRONLY | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

static void
release(struct output *output)
{
	free(output->text);
	free(output->temporary);
	free(output->name);
	memset(output, 0, sizeof(*output));
}

int
output_open(struct output *output, const char *name)
{
	char real[PATH_MAX];
	struct stat st;

	memset(output, 0, sizeof(*output));
	/* Renaming would replace a link by a file. */
	output->name = mem_dup(realpath(name, real) ? real : name);
	bool regular = stat(output->name, &st) != 0 || S_ISREG(st.st_mode);
	int fd = regular ? open_temporary(output) : open_as_it_is(output);
	if (fd < 0) {
		release(output);
		return fd;
	}
	output->fd = fd;
	output->file = mem_stream(&output->text, &output->n);
	return 0;
}

void
output_discard(struct output *output)
{
	fclose(output->file);
	close(output->fd);
	if (output->temporary)
		unlink(output->temporary);
	release(output);
}

static int
write_all(int fd, const char *text, size_t n)
{
	while (n) {
		ssize_t written = write(fd, text, n);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return written ? -errno : -EIO;
		text += written;
		n -= (size_t)written;
	}
	return 0;
}

int
output_close(struct output *output)
{
	/* Memory is all that a stream into it can run out of. */
	bool lost = ferror(output->file) != 0;
	lost |= fclose(output->file) != 0;
	int error = lost ? -ENOMEM : write_all(output->fd, output->text, output->n);
	if (close(output->fd) != 0 && !error)
		error = -errno;
	if (!error && output->temporary && rename(output->temporary, output->name) != 0)
		error = -errno;
	if (error && output->temporary)
		unlink(output->temporary);
	release(output);
	return error;
}
