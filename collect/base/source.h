/* Inputs that the command line names. */
#ifndef COLLECT_BASE_SOURCE_H
#define COLLECT_BASE_SOURCE_H

#include <stdio.h>

struct where;

/* Opens path for reading, "-" being standard input. *name is how messages call it: path, or
 * "stdin". NULL with *why filled and errno set when it cannot be opened. Close it with
 * source_close. */
FILE *source_open(const char *path, const char **name, struct where *why);

/* Closes what source_open gave, but not standard input. */
void source_close(FILE *in);

#endif
