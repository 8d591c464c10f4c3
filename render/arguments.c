/* The command line of render: one table parses it and prints the usage. */
#include "render/arguments.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/nearest.h"
#include "collect/base/num.h"
#include "collect/base/where.h"

enum id {
	ID_OUTPUT = 'o',
	ID_HELP = 'h',
	ID_BASE = 256,
	ID_COMMIT,
	ID_TEST,
	ID_TITLE,
	ID_WIDTH,
	ID_THEME,
	ID_DISPLAY_LIST,
	ID_VERSION,
};

static const struct row {
	const char *name, *argument; /* argument NULL = none */
	enum id id;
	const char *help;
} table[] = {
    {"output", "FILE", ID_OUTPUT,
     "write FILE.txt, .png, .svg or .pdf; without it text goes to stdout"},
    {"base", "NAME", ID_BASE, "commit to compare with (the beginning of its name is enough)"},
    {"commit", "NAME", ID_COMMIT, "commit to show against it, where there are several"},
    {"test", "NAME", ID_TEST, "test to show, for kinds that show one"},
    {"title", "TEXT", ID_TITLE, "title of forest or ring instead of the finding"},
    {"width", "N", ID_WIDTH, "columns of a text (72), points of a picture (960)"},
    {"theme", "NAME", ID_THEME, "light or dark"},
    {"display-list", NULL, ID_DISPLAY_LIST, "what the picture consists of, as text"},
    {"help", NULL, ID_HELP, "this text"},
    {"version", NULL, ID_VERSION, "the program's version"},
};

void
arguments_usage(FILE *out)
{
	fputs("usage: render KIND [OPTION...] [INPUT...]\n"
	      "       render list\n"
	      "Draws findings and records: mail, summary, forest, ring. INPUT may be '-'.\n\n",
	      out);
	for (size_t i = 0; i < countof(table); i++) {
		char left[32];

		snprintf(left, sizeof(left), "%s--%s%s%s", table[i].id < 256 ? "" : "    ",
			 table[i].name, table[i].argument ? " " : "",
			 table[i].argument ? table[i].argument : "");
		if (table[i].id < 256)
			fprintf(out, "  -%c, %-17s %s\n", (char)table[i].id, left, table[i].help);
		else
			fprintf(out, "  %-21s %s\n", left, table[i].help);
	}
}

static bool
unknown_option(const char *argument, struct where *why)
{
	const char *names[countof(table)];
	char hint[NEAREST_HINT];

	for (size_t i = 0; i < countof(table); i++)
		names[i] = table[i].name;
	return where_set(why, NULL, 0, "unknown option '%s'%s", argument,
			 nearest_hint("--", nearest_option(argument, names, countof(table)), hint));
}

static bool
set_width(struct arguments *o, const char *text, struct where *why)
{
	double value;

	if (!num_parse(view_of(text), &value) || value < 1 || value > 1e6)
		return where_set(why, NULL, 0, "--width '%s' is not a number of columns or points",
				 text);
	o->width = (size_t)value;
	return true;
}

static bool
set_theme(struct arguments *o, const char *name, struct where *why)
{
	o->theme = theme_find(name);
	return o->theme ||
	       where_set(why, NULL, 0, "unknown theme '%s': there are light and dark", name);
}

static bool
set(struct arguments *o, int id, const char *argument, struct where *why)
{
	switch (id) {
	case ID_OUTPUT:
		o->output = argument;
		return true;
	case ID_BASE:
		o->base = argument;
		return true;
	case ID_COMMIT:
		o->commit = argument;
		return true;
	case ID_TEST:
		o->test = argument;
		return true;
	case ID_TITLE:
		o->title = argument;
		return true;
	case ID_WIDTH:
		return set_width(o, argument, why);
	case ID_THEME:
		return set_theme(o, argument, why);
	case ID_DISPLAY_LIST:
		o->display_list = true;
		return true;
	case ID_HELP:
		o->action = ARGUMENTS_HELP;
		return true;
	default:
		o->action = ARGUMENTS_VERSION;
		return true;
	}
}

/* getopt_long's view of the table. */
static void
fill_getopt(struct option options[countof(table) + 1])
{
	for (size_t i = 0; i < countof(table); i++)
		options[i] = (struct option){table[i].name,
					     table[i].argument ? required_argument : no_argument,
					     NULL, table[i].id};
}

bool
arguments_parse(int argc, char **argv, struct arguments *out, struct where *why)
{
	struct option options[countof(table) + 1] = {{0}};
	struct arguments o = {.action = ARGUMENTS_RENDER, .theme = &themes[0]};
	int id;

	fill_getopt(options);
	while ((id = getopt_long(argc, argv, ":ho:", options, NULL)) != -1) {
		const char *given = optind > 0 && optind <= argc ? argv[optind - 1] : "";

		if (id == '?')
			return unknown_option(given, why);
		if (id == ':')
			return where_set(why, NULL, 0, "option '%s' needs a value", given);
		if (!set(&o, id, optarg, why))
			return false;
	}
	if (o.action == ARGUMENTS_RENDER && optind == argc)
		return where_set(why, NULL, 0, "no kind: 'render list' names them");
	if (o.action == ARGUMENTS_RENDER) {
		o.kind = argv[optind++];
		if (strcmp(o.kind, "list") == 0)
			o.action = ARGUMENTS_LIST;
	}
	o.input = argv + optind;
	o.n_inputs = (size_t)(argc - optind);
	*out = o;
	return true;
}
