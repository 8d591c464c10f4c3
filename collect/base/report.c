/* Messages on stderr in one shape: program, place, what. */
#include "collect/base/report.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "collect/base/where.h"

static const char *program = "ringside";

void
report_start(const char *argv0)
{
	const char *slash = strrchr(argv0, '/');
	program = slash ? slash + 1 : argv0;
}

static void __attribute__((format(printf, 2, 0)))
print(const char *kind, const char *format, va_list ap)
{
	int error = errno;
	size_t n = strlen(format);

	fprintf(stderr, "%s: %s", program, kind);
	vfprintf(stderr, format, ap);
	if (n && format[n - 1] == ':')
		fprintf(stderr, " %s", strerror(error));
	fputc('\n', stderr);
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

void
report_where(const struct where *where)
{
	fprintf(stderr, "%s: ", program);
	if (where->file[0])
		fprintf(stderr, "%s:", where->file);
	if (where->line)
		fprintf(stderr, "%zu:", where->line);
	fprintf(stderr, "%s%s\n", where->file[0] || where->line ? " " : "", where->why);
}

int
report_close_stdout(int status)
{
	int failed = ferror(stdout);

	errno = 0;
	if (fflush(stdout) != 0 || fclose(stdout) != 0 || failed) {
		if (errno)
			report_error("cannot write standard output:");
		else
			report_error("cannot write standard output");
		return EXIT_ERROR;
	}
	return status;
}
