/* Writes to a temporary file and renames it. */
#include "render/output.h"

#include <errno.h>
#include <limits.h>
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

static int
open_temporary(struct output *o)
{
	const char *slash = strrchr(o->name, '/');
	int folder = slash ? (int)(slash - o->name) + 1 : 0;

	o->temporary = mem_format("%.*s.%.100s.XXXXXX", folder, o->name, o->name + folder);
	int fd = mkstemp(o->temporary);
	if (fd < 0)
		return -errno;
	set_mode(fd);
	o->file = fdopen(fd, "w");
	if (o->file)
		return 0;
	int error = errno;
	close(fd);
	unlink(o->temporary);
	return -error;
}

int
output_open(struct output *output, const char *name)
{
	struct output o = {0};
	char real[PATH_MAX];
	struct stat st;
	int error;

	/* Renaming would replace a link by a file. */
	o.name = mem_dup(realpath(name, real) ? real : name);
	if (stat(o.name, &st) == 0 && !S_ISREG(st.st_mode)) {
		o.file = fopen(o.name, "we");
		error = o.file ? 0 : -errno;
	} else {
		error = open_temporary(&o);
	}
	if (error) {
		free(o.temporary);
		free(o.name);
		return error;
	}
	*output = o;
	return 0;
}

static void
release(struct output *output)
{
	free(output->temporary);
	free(output->name);
	memset(output, 0, sizeof(*output));
}

void
output_discard(struct output *output)
{
	if (output->file)
		fclose(output->file);
	if (output->temporary)
		unlink(output->temporary);
	release(output);
}

int
output_close(struct output *output)
{
	int error = 0;

	errno = 0;
	if (ferror(output->file) || fflush(output->file) != 0)
		error = errno ? -errno : -EIO;
	if (fclose(output->file) != 0 && !error)
		error = -errno;
	output->file = NULL;
	if (!error && output->temporary && rename(output->temporary, output->name) != 0)
		error = -errno;
	if (error && output->temporary)
		unlink(output->temporary);
	release(output);
	return error;
}
