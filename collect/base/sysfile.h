/* The kernel's small text files below /proc and /sys, any of which may be missing. */
#ifndef COLLECT_BASE_SYSFILE_H
#define COLLECT_BASE_SYSFILE_H

#include <stdbool.h>
#include <stddef.h>

enum { SYSFILE_LINE = 4096 }; /* bytes that hold any first line worth having */

/* The first line, without blanks at its end, of the file whose name is printf's format. A file that
 * cannot be read, or an empty one, gives false and out "". */
bool sysfile_line(char *out, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The word in brackets of a choice as sysfs shows it, "none" of "[none] mq-deadline"; the whole
 * text where there are no brackets. Works in place and returns line. */
char *sysfile_chosen(char *line);

#endif
