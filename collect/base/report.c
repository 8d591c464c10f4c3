/* Messages on stderr in one shape: program, place, what. */
#include "collect/base/report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/base/plain.h"
#include "collect/base/where.h"

static const char *program = "ringside";

void
report_start(const char *argv0)
{
	const char *slash = strrchr(argv0, '/');
	program = slash ? slash + 1 : argv0;
	/* open takes the lowest free number. The wrong direction makes reading and writing fail, as
	 * they would on a closed descriptor. */
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			_exit(EXIT_ERROR);
	}
}

/* Names come from the user's data: what they hold is shown, not obeyed. */
static void __attribute__((format(printf, 2, 0)))
print(const char *kind, const char *format, va_list ap)
{
	int error = errno;
	size_t n = strlen(format);
	char *text = mem_vformat(format, ap);

	if (n && format[n - 1] == ':')
		mem_append(&text, " %s", strerror(error));
	fprintf(stderr, "%s: %s%s\n", program, kind, plain_line(text));
	free(text);
}

void
report_error(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	print("", format, ap);
	va_end(ap);
}

void
report_warning(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	print("warning: ", format, ap);
	va_end(ap);
}

static void
print_where(void (*say)(const char *format, ...), const struct where *where)
{
	if (where->file[0] && where->line)
		say("%s:%zu: %s", where->file, where->line, where->why);
	else if (where->file[0])
		say("%s: %s", where->file, where->why);
	else if (where->line)
		say("%zu: %s", where->line, where->why);
	else
		say("%s", where->why);
}

void
report_where(const struct where *where)
{
	print_where(report_error, where);
}

void
report_where_warning(const struct where *where)
{
	print_where(report_warning, where);
}

int
report_close_stdout(int status)
{
	int failed = ferror(stdout);

	errno = 0;
	bool lost = fflush(stdout) != 0 || failed;
	/* A stdout that is not open is nothing amiss where nothing was to be written: what could
	 * not be written has failed above. */
	if (lost || (fclose(stdout) != 0 && errno != EBADF)) {
		if (errno)
			report_error("cannot write standard output:");
		else
			report_error("cannot write standard output");
		return EXIT_ERROR;
	}
	return status;
}
