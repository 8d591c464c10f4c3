/* The file that is written: complete or not at all. */
#ifndef RENDER_OUTPUT_H
#define RENDER_OUTPUT_H

#include <stdio.h>

/* What is written is kept in memory and goes to the disk in one piece, so that the reason of a
 * failure is known. A regular file gets it under a temporary name in its folder; what is none (a
 * device, a pipe) is written as it is. */
struct output {
	FILE *file; /* to be written to */
	char *text; /* what it got, once it is closed */
	size_t n;
	int fd;
	char *name;      /* where links lead to */
	char *temporary; /* NULL where name itself is written */
};

/* Opens it for name. Returns 0 or -errno. output stays where it is until it is closed. */
int output_open(struct output *output, const char *name);

/* Writes it and gives it its name. Returns 0, or -errno when any byte was lost or the name could
 * not be given; then nothing is left behind, and an older file of that name is as it was. */
int output_close(struct output *output);

/* Leaves nothing behind; for when writing failed. */
void output_discard(struct output *output);

#endif
