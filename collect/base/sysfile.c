/* One line of a small file: what /proc and /sys are made of. */
#include "collect/base/sysfile.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool
sysfile_line(char *out, size_t size, const char *format, ...)
{
	char path[PATH_MAX];
	va_list ap;

	out[0] = '\0';
	va_start(ap, format);
	int n = vsnprintf(path, sizeof(path), format, ap);
	va_end(ap);
	if (n < 0 || (size_t)n >= sizeof(path))
		return false;
	FILE *in = fopen(path, "re");
	if (!in)
		return false;
	if (!fgets(out, (int)size, in))
		out[0] = '\0';
	fclose(in);
	size_t end = strlen(out);
	while (end && isspace((unsigned char)out[end - 1]))
		out[--end] = '\0';
	return end > 0;
}

char *
sysfile_chosen(char *line)
{
	char *open = strchr(line, '[');
	char *close = open ? strchr(open, ']') : NULL;

	if (close) {
		*close = '\0';
		memmove(line, open + 1, (size_t)(close - open));
	}
	return line;
}
