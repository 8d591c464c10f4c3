/* The command line of render. */
#ifndef RENDER_ARGUMENTS_H
#define RENDER_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "render/draw/theme.h"

struct where;

enum arguments_action { ARGUMENTS_RENDER, ARGUMENTS_LIST, ARGUMENTS_HELP, ARGUMENTS_VERSION };

/* What is asked for; texts are borrowed from argv. */
struct arguments {
	enum arguments_action action;
	const char *kind;
	const char *output;                       /* NULL = text on standard output */
	const char *base, *commit, *test, *title; /* NULL = not given */
	const struct theme *theme;
	size_t width; /* columns or points; 0 = the default */
	bool display_list;
	char **input; /* n_inputs names, "-" = standard input; none = standard input */
	size_t n_inputs;
};

/* Reads argv (reordered by getopt_long). On failure *why has one line and nothing else is to be
 * used. */
bool arguments_parse(int argc, char **argv, struct arguments *out, struct where *why);

/* The usage, from the same table that arguments_parse reads. */
void arguments_usage(FILE *out);

#endif
