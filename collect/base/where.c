/* The one way in which library code reports an error in an input. */
#include "collect/base/where.h"

#include <stdarg.h>
#include <stdio.h>

bool
where_set(struct where *out, const char *file, size_t line, const char *format, ...)
{
	va_list ap;

	snprintf(out->file, sizeof(out->file), "%s", file ? file : "");
	out->line = line;
	va_start(ap, format);
	vsnprintf(out->why, sizeof(out->why), format, ap);
	va_end(ap);
	return false;
}
