/* The command line of collect export. */
#ifndef COLLECT_EXPORT_OPTIONS_H
#define COLLECT_EXPORT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "collect/export/export.h"

struct where;

enum export_ask { EXPORT_ASK_RUN, EXPORT_ASK_HELP, EXPORT_ASK_VERSION };

struct export_options {
	enum export_ask ask;
	enum export_form form;
	const char **path; /* words that argv owns; "-" alone where none was given */
	size_t n_paths;
};

/* Reads the words of argv behind the sub-command; --help and --version end the reading. Free out
 * with export_options_free, also on failure. *why names no file. */
bool export_options_read(int argc, char *const *argv, struct export_options *out,
			 struct where *why);

void export_options_free(struct export_options *options);

/* How to call collect export, one line an option. */
void export_options_usage(FILE *out);

#endif
