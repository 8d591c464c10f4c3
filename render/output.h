/* The file that is written: complete or not at all. */
#ifndef RENDER_OUTPUT_H
#define RENDER_OUTPUT_H

#include <stdio.h>

/* A file under a temporary name in the folder of the one it will become. What is no regular file
 * (a device, a pipe) is written as it is. */
struct output {
	FILE *file;
	char *name;      /* where links lead to */
	char *temporary; /* NULL where name itself is written */
};

/* Opens it for name. Returns 0 or -errno. */
int output_open(struct output *output, const char *name);

/* Closes it and gives it its name. Returns 0, or -errno when any byte was lost or the name could
 * not be given; then nothing is left behind, and an older file of that name is as it was. */
int output_close(struct output *output);

/* Leaves nothing behind; for when writing failed. */
void output_discard(struct output *output);

#endif
