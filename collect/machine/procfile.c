/* Lines with keys, single numbers and lists of names. */
#include "collect/machine/procfile.h"

#include <dirent.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/base/num.h"

static const char blanks[] = " \t";

/* The text behind the key in that line, or NULL. Cuts the line's end off. */
static char *
behind_key(char *line, const char *key, char separator)
{
	size_t n = strlen(key);

	if (strncmp(line, key, n) != 0)
		return NULL;
	char *p = line + n;
	if (separator == ' ') {
		if (!*p || !strchr(blanks, *p))
			return NULL;
	} else {
		p += strspn(p, blanks);
		if (*p++ != separator)
			return NULL;
	}
	p += strspn(p, blanks);
	p[strcspn(p, "\n")] = '\0';
	return p;
}

bool
procfile_value(const char *root, const char *path, const char *key, char separator,
	       char out[SYSFILE_LINE])
{
	char *name = mem_format("%s%s", root, path), line[SYSFILE_LINE];
	const char *value = NULL;
	FILE *in = fopen(name, "re");

	free(name);
	out[0] = '\0';
	while (in && !value && fgets(line, sizeof(line), in))
		value = behind_key(line, key, separator);
	if (value)
		snprintf(out, SYSFILE_LINE, "%s", value);
	if (in)
		fclose(in);
	return out[0] != '\0';
}

double
procfile_leading(const char *text, double fallback)
{
	double value = fallback;

	text += strspn(text, blanks);
	num_parse((struct view){text, strcspn(text, " \t\n")}, &value);
	return value;
}

double
procfile_number(const char *root, const char *path, const char *key, char separator,
		double fallback)
{
	char text[SYSFILE_LINE];

	return procfile_value(root, path, key, separator, text) ? procfile_leading(text, fallback)
								: fallback;
}

double
procfile_single(double fallback, const char *format, ...)
{
	char line[SYSFILE_LINE];
	va_list ap;

	va_start(ap, format);
	char *path = mem_vformat(format, ap);
	va_end(ap);
	bool found = sysfile_line(line, sizeof(line), "%s", path);
	free(path);
	return found ? procfile_leading(line, fallback) : fallback;
}

UT_array *
procfile_names(const char *prefix, const char *format, ...)
{
	UT_array *names = lines_new();
	struct dirent **entry;
	va_list ap;

	va_start(ap, format);
	char *path = mem_vformat(format, ap);
	va_end(ap);
	int n = scandir(path, &entry, NULL, versionsort);
	for (int i = 0; i < n; i++) {
		if (entry[i]->d_name[0] != '.' &&
		    strncmp(entry[i]->d_name, prefix, strlen(prefix)) == 0)
			lines_add(names, entry[i]->d_name);
		free(entry[i]);
	}
	if (n >= 0)
		free(entry);
	free(path);
	return names;
}

bool
procfile_exists(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	char *path = mem_vformat(format, ap);
	va_end(ap);
	bool found = access(path, F_OK) == 0;
	free(path);
	return found;
}
