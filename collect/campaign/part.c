/* Counts down what may be read. */
#include "collect/campaign/part.h"

#include <sys/types.h>

static ssize_t
read_part(void *cookie, char *out, size_t n)
{
	struct part *part = cookie;
	size_t got = fread(out, 1, n < part->left ? n : part->left, part->in);

	part->left -= got;
	return got || !ferror(part->in) ? (ssize_t)got : -1;
}

FILE *
part_open(struct part *part)
{
	return fopencookie(part, "r", (cookie_io_functions_t){.read = read_part});
}
