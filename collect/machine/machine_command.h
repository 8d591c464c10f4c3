/* collect machine: its command line, and what it prints. */
#ifndef COLLECT_MACHINE_MACHINE_COMMAND_H
#define COLLECT_MACHINE_MACHINE_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "collect/base/lines.h"

struct where;

enum machine_ask { MACHINE_ASK_PRINT, MACHINE_ASK_HELP, MACHINE_ASK_VERSION };

struct machine_options {
	enum machine_ask ask;
	bool serial;     /* serial numbers as they are */
	UT_array *paths; /* of devices, files and folders to describe */
};

/* Reads the words of argv behind the sub-command; --help and --version end the reading. Free out
 * with machine_options_free, also on failure. *why names no file. */
bool machine_options_read(int argc, char *const *argv, struct machine_options *out,
			  struct where *why);

void machine_options_free(struct machine_options *options);

/* How to call collect machine, one line an option. */
void machine_options_usage(FILE *out);

/* Writes a line "name value" for each fact of the machine, sorted; then the same for each path,
 * behind an empty line. A path that is none of the kinds above is left out, and a line says so in
 * errors (see lines.h). Where paths are named and none is good, nothing is written. */
void machine_print(const struct machine_options *options, FILE *out, UT_array *errors);

/* What warnings_find says of the paths; lines_free. */
UT_array *machine_print_warnings(const struct machine_options *options);

#endif
