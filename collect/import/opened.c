/* What was read to look at it is given again. */
#include "collect/import/opened.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "collect/base/mem.h"
#include "collect/base/source.h"
#include "collect/base/where.h"

enum { LOAD_MAX = 1 << 30 };

static bool
fail_reading(const struct opened *opened, struct where *why)
{
	return where_set(why, opened->name, 0, "cannot read: %s", strerror(errno));
}

bool
opened_open(struct opened *opened, const char *path, struct where *why)
{
	*opened = (struct opened){.name = path};
	opened->in = source_open(path, &opened->name, why);
	if (!opened->in)
		return false;
	opened->beginning = mem_alloc(OPENED_BEGINNING + 1, 1);
	opened->n = fread(opened->beginning, 1, OPENED_BEGINNING, opened->in);
	return !ferror(opened->in) || fail_reading(opened, why);
}

void
opened_close(struct opened *opened)
{
	if (opened->in)
		source_close(opened->in);
	free(opened->beginning);
	free(opened->buffer);
	*opened = (struct opened){0};
}

bool
opened_lasts(const struct opened *opened)
{
	struct stat status;

	return opened->in != stdin && fstat(fileno(opened->in), &status) == 0 &&
	       S_ISREG(status.st_mode);
}

static ssize_t
read_both(void *cookie, char *out, size_t size)
{
	struct opened *opened = cookie;
	size_t n = opened->n - opened->given;

	if (n > 0) {
		n = n < size ? n : size;
		memcpy(out, opened->beginning + opened->given, n);
		opened->given += n;
		return (ssize_t)n;
	}
	n = fread(out, 1, size, opened->in);
	return n == 0 && ferror(opened->in) ? -1 : (ssize_t)n;
}

FILE *
opened_stream(struct opened *opened)
{
	FILE *stream = fopencookie(opened, "r", (cookie_io_functions_t){.read = read_both});

	/* Only memory can be what it lacks. */
	if (!stream)
		mem_alloc(SIZE_MAX, SIZE_MAX);
	/* Left to itself it reads 8 KiB at a time, however much is asked for. */
	if (!opened->buffer)
		opened->buffer = mem_alloc(OPENED_BEGINNING, 1);
	setvbuf(stream, opened->buffer, _IOFBF, OPENED_BEGINNING);
	return stream;
}

char *
opened_load(struct opened *opened, size_t *n, struct where *why)
{
	size_t size = opened->n + 1;
	char *text = mem_copy(opened->beginning, opened->n);

	*n = opened->n;
	while (!feof(opened->in) && !ferror(opened->in) && *n < LOAD_MAX) {
		if (*n + 1 >= size) {
			size = 2 * size + OPENED_BEGINNING;
			text = mem_resize(text, size, 1);
		}
		*n += fread(text + *n, 1, size - 1 - *n, opened->in);
	}
	text[*n] = '\0';
	if (!ferror(opened->in) && *n < LOAD_MAX)
		return text;
	if (ferror(opened->in))
		fail_reading(opened, why);
	else
		where_set(why, opened->name, 0, "more than 1 GiB: too much to be read whole");
	free(text);
	return NULL;
}
