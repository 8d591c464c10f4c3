/* The files below a folder. */
#ifndef COLLECT_IMPORT_WALK_H
#define COLLECT_IMPORT_WALK_H

#include <stdbool.h>

#include "collect/base/list.h"

struct where;

/* Adds (lines.h) the regular files below path to files, in natural order (strverscmp), whose name
 * or whose path below the folder matches any of the globs, which
 * NULL ends; NULL = all. Hidden files and folders are left
 * out, symbolic links to folders are not followed. A path that is no folder is added as it is.
 * Errors: a folder that cannot be read. */
bool walk(const char *path, const char *const *globs, UT_array *files, bool *was_folder,
	  struct where *why);

#endif
