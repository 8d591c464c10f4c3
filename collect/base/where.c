/* The one way in which library code reports an error in an input. */
#include "collect/base/where.h"

#include <stdio.h>

#include "collect/base/plain.h"

bool
where_vset(struct where *out, const char *file, size_t line, const char *format, va_list ap)
{
	snprintf(out->file, sizeof(out->file), "%s", file ? file : "");
	out->line = line;
	vsnprintf(out->why, sizeof(out->why), format, ap);
	/* The message quotes the input, whose newlines and escapes would make more than a line of
	 * it. */
	plain_line(out->why);
	return false;
}

bool
where_set(struct where *out, const char *file, size_t line, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	where_vset(out, file, line, format, ap);
	va_end(ap);
	return false;
}
