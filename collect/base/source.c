/* Files and standard input alike. */
#include "collect/base/source.h"

#include <errno.h>
#include <string.h>

#include "collect/base/where.h"

FILE *
source_open(const char *path, const char **name, struct where *why)
{
	if (strcmp(path, "-") == 0) {
		*name = "stdin";
		return stdin;
	}
	*name = path;
	FILE *in = fopen(path, "re");
	if (!in) {
		int error = errno;
		where_set(why, path, 0, "cannot open: %s", strerror(error));
		errno = error;
	}
	return in;
}

void
source_close(FILE *in)
{
	if (in != stdin)
		fclose(in);
}
