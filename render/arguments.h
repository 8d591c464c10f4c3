/* The command line of render. */
#ifndef RENDER_ARGUMENTS_H
#define RENDER_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "render/draw/theme.h"

struct where;

enum arguments_action { ARGUMENTS_RENDER, ARGUMENTS_LIST, ARGUMENTS_HELP, ARGUMENTS_VERSION };

/* Options that not every kind understands, as bits. */
enum {
	ARGUMENT_TITLE = 1 << 0,
	ARGUMENT_DISPLAY_LIST = 1 << 1,
	ARGUMENT_TEST = 1 << 2,
	ARGUMENT_BASE = 1 << 3,
	ARGUMENT_COMMIT = 1 << 4,
	ARGUMENT_METRIC = 1 << 5,
	ARGUMENT_PAGE = 1 << 6,
	ARGUMENT_SORT = 1 << 7,
	ARGUMENT_ECDF = 1 << 8,
	ARGUMENT_TRAILERS = 1 << 9, /* --fixes, --closes, --reported-by, --regzbot */
	ARGUMENT_LINK = 1 << 10,
	ARGUMENT_RAW = 1 << 11,
	ARGUMENT_PICTURE = 1 << 12, /* --theme, --scale */
};

/* What is asked for; texts are borrowed from argv. */
struct arguments {
	enum arguments_action action;
	const char *kind;
	const char *output;                       /* NULL = text on standard output */
	const char *base, *commit, *test, *title; /* NULL = not given */
	const char *metric;                       /* "read.lat", NULL = the primary one */
	const char *sort;                         /* "suite" or "change" */
	const char *fixes, *closes, *reported_by; /* lines of a mail, NULL = none */
	const char *regzbot;                      /* a range of commits or versions */
	const char *link; /* address of a commit with %H or %h in it, NULL = none */
	const char *raw;  /* where the raw data are, NULL = not told */
	const struct theme *theme;
	size_t width; /* columns or points; 0 = the default */
	size_t scale; /* pixels a point of a PNG: 1 or 2 */
	size_t page;  /* from 1 */
	bool ecdf, no_color, display_list;
	unsigned given; /* bits of those options that were given */
	char **input;   /* n_inputs names, "-" = standard input; none = standard input */
	size_t n_inputs;
};

/* Reads argv (reordered by getopt_long). On failure *why has one line and nothing else is to be
 * used. */
bool arguments_parse(int argc, char **argv, struct arguments *out, struct where *why);

/* The name of an option that was given and is none of those understood (bits); NULL = all are. Of
 * several that share a bit it is the first. */
const char *arguments_meaningless(const struct arguments *arguments, unsigned understood);

/* The usage, from the same table that arguments_parse reads. */
void arguments_usage(FILE *out);

#endif
