/* Small parsers for what /proc and /sys are made of. root stands before each path: "" on the real
 * machine, the folder of a made tree in tests. */
#ifndef COLLECT_MACHINE_PROCFILE_H
#define COLLECT_MACHINE_PROCFILE_H

#include <stdbool.h>

#include "collect/base/lines.h"
#include "collect/base/sysfile.h"

/* What stands behind the key in the first line that begins with it and has separator behind that,
 * with blanks between: "5 kB" of "MemTotal:   5 kB" for ':', "7" of "pswpin 7" for ' '. Without
 * such a line, or without text there, false and out "". */
bool procfile_value(const char *root, const char *path, const char *key, char separator,
		    char out[SYSFILE_LINE]);

/* The number that begins such a text, or fallback. Never NaN, never infinite. */
double procfile_number(const char *root, const char *path, const char *key, char separator,
		       double fallback);

/* The number that begins text, behind blanks; fallback where there is none. */
double procfile_leading(const char *text, double fallback);

/* The number in the file's first line, or fallback. path is printf's format. */
double procfile_single(double fallback, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The names in a folder whose beginning is prefix, without hidden ones, numbers in them in order:
 * cpu2 before cpu10. An empty list where the folder cannot be read. Free with lines_free. */
UT_array *procfile_names(const char *prefix, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether there is something of that name; a format as printf's. */
bool procfile_exists(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
