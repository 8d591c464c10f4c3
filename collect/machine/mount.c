/* Parses mountinfo; the format is described in proc(5). */
#include "collect/machine/mount.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/machine/blockdev.h"

static bool
is_octal(char c)
{
	return c >= '0' && c <= '7';
}

char *
mount_unescape(char *text)
{
	char *to = text;

	for (const char *from = text; *from; to++) {
		if (from[0] == '\\' && is_octal(from[1]) && is_octal(from[2]) &&
		    is_octal(from[3])) {
			*to = (char)((from[1] - '0') * 64 + (from[2] - '0') * 8 + (from[3] - '0'));
			from += 4;
		} else {
			*to = *from++;
		}
	}
	*to = '\0';
	return text;
}

bool
mount_parse(char *line, struct mount *out)
{
	enum { ID, PARENT, DEV, ROOT, POINT, OPTIONS, FIXED };
	char *field[FIXED];
	char *rest = line, *word;

	line[strcspn(line, "\n")] = '\0';
	for (size_t i = 0; i < FIXED; i++)
		if (!(field[i] = strsep(&rest, " ")))
			return false;
	/* Optional fields, any number of them, end with a lone "-". */
	do {
		word = strsep(&rest, " ");
	} while (word && strcmp(word, "-") != 0);
	char *type = word ? strsep(&rest, " ") : NULL;
	char *source = type ? strsep(&rest, " ") : NULL;
	if (!source || !rest || !blockdev_parse(field[DEV], &out->dev))
		return false;
	out->point = mount_unescape(field[POINT]);
	out->options = mount_unescape(field[OPTIONS]);
	out->type = mount_unescape(type);
	out->source = mount_unescape(source);
	out->super_options = mount_unescape(rest);
	return true;
}

static bool
is_below(const char *path, const char *point)
{
	size_t n = strlen(point);

	if (n == 1)
		return true; /* the root holds everything */
	return strncmp(path, point, n) == 0 && (path[n] == '/' || path[n] == '\0');
}

bool
mount_holding(FILE *in, const char *path, struct mount *out, char **line)
{
	char *text = NULL, *best = NULL, *copy = NULL;
	size_t size = 0, best_length = 0;
	struct mount mount;

	*line = NULL;
	while (getline(&text, &size, in) > 0) {
		free(copy);
		copy = mem_dup(text);
		if (!mount_parse(copy, &mount) || !is_below(path, mount.point) ||
		    strlen(mount.point) < best_length)
			continue;
		best_length = strlen(mount.point);
		free(best);
		best = copy;
		copy = NULL;
		*out = mount;
	}
	free(copy);
	free(text);
	*line = best;
	return best != NULL;
}
