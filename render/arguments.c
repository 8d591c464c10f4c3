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
	ID_METRIC,
	ID_SCALE,
	ID_PAGE,
	ID_SORT,
	ID_ECDF,
	ID_FIXES,
	ID_CLOSES,
	ID_REPORTED_BY,
	ID_REGZBOT,
	ID_LINK,
	ID_RAW,
	ID_NO_COLOR,
	ID_DISPLAY_LIST,
	ID_VERSION,
};

static const struct row {
	const char *name, *argument; /* argument NULL = none */
	enum id id;
	unsigned bit; /* ARGUMENT_*, 0 = every kind understands it */
	const char *help;
} table[] = {
    {"output", "FILE", ID_OUTPUT, 0,
     "write FILE.{txt,md,html,png,svg,pdf}; without it text goes to stdout"},
    {"base", "NAME", ID_BASE, ARGUMENT_BASE,
     "commit to compare with (the beginning of its name is enough)"},
    {"commit", "NAME", ID_COMMIT, ARGUMENT_COMMIT,
     "commit to show against it, where there are several"},
    {"test", "NAME", ID_TEST, ARGUMENT_TEST, "test to show, for kinds that show one"},
    {"metric", "NAME", ID_METRIC, ARGUMENT_METRIC, "metric to show: read.iops, read.lat, ..."},
    {"title", "TEXT", ID_TITLE, ARGUMENT_TITLE, "title of a picture instead of the finding"},
    {"sort", "ORDER", ID_SORT, ARGUMENT_SORT, "rows in the order of the suite, or of change"},
    {"page", "N", ID_PAGE, ARGUMENT_PAGE, "page of a long picture (1); a PDF has all"},
    {"ecdf", NULL, ID_ECDF, ARGUMENT_ECDF, "cumulative shares instead of bars"},
    {"width", "N", ID_WIDTH, 0, "columns of a text (72), points of a picture (960)"},
    {"theme", "NAME", ID_THEME, ARGUMENT_PICTURE, "light, dark or print"},
    {"scale", "N", ID_SCALE, ARGUMENT_PICTURE, "pixels of a PNG for each point, 1 or 2 (2)"},
    {"link", "URL", ID_LINK, ARGUMENT_LINK,
     "address of a commit in a page, %H is its sha: https://host/commit/%H"},
    {"raw", "NAME", ID_RAW, ARGUMENT_RAW, "where the raw data are, told at the end"},
    {"fixes", "SHA", ID_FIXES, ARGUMENT_TRAILERS, "end a mail with Fixes: and this commit"},
    {"closes", "URL", ID_CLOSES, ARGUMENT_TRAILERS, "end a mail with Closes: and this address"},
    {"reported-by", "NAME", ID_REPORTED_BY, ARGUMENT_TRAILERS, "end a mail with Reported-by:"},
    {"regzbot", "RANGE", ID_REGZBOT, ARGUMENT_TRAILERS,
     "end a mail with #regzbot introduced: and this range"},
    {"no-color", NULL, ID_NO_COLOR, 0, "no colours on a terminal, as with NO_COLOR set"},
    {"display-list", NULL, ID_DISPLAY_LIST, ARGUMENT_DISPLAY_LIST,
     "what the picture consists of, as text"},
    {"help", NULL, ID_HELP, 0, "this text"},
    {"version", NULL, ID_VERSION, 0, "the program's version"},
};

void
arguments_usage(FILE *out)
{
	fputs("usage: render KIND [OPTION...] [INPUT...]\n"
	      "       render list\n"
	      "Draws findings and records as texts, pictures and pages. INPUT may be '-'.\n\n",
	      out);
	for (size_t i = 0; i < countof(table); i++) {
		char left[32];

		snprintf(left, sizeof(left), "%s--%s%s%s", table[i].id < 256 ? "" : "    ",
			 table[i].name, table[i].argument ? " " : "",
			 table[i].argument ? table[i].argument : "");
		if (table[i].id < 256)
			fprintf(out, "  -%c, %-19s %s\n", (char)table[i].id, left, table[i].help);
		else
			fprintf(out, "  %-23s %s\n", left, table[i].help);
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
set_number(size_t *out, const char *text, const char *name, double most, struct where *why)
{
	double value;

	if (!num_parse(view_of(text), &value) || value < 1 || value > most ||
	    value != (double)(size_t)value)
		return where_set(why, NULL, 0, "--%s '%s' is not a whole number of 1 to %.0f", name,
				 text, most);
	*out = (size_t)value;
	return true;
}

static bool
set_theme(struct arguments *o, const char *name, struct where *why)
{
	o->theme = theme_find(name);
	return o->theme ||
	       where_set(why, NULL, 0, "unknown theme '%s': there are light, dark and print", name);
}

static bool
set_sort(struct arguments *o, const char *order, struct where *why)
{
	o->sort = order;
	return strcmp(order, "suite") == 0 || strcmp(order, "change") == 0 ||
	       where_set(why, NULL, 0, "unknown order '%s': there are suite and change", order);
}

/* Where an option's text goes; NULL for those that are more than a text. */
static const char **
text_of(struct arguments *o, int id)
{
	switch (id) {
	case ID_OUTPUT:
		return &o->output;
	case ID_BASE:
		return &o->base;
	case ID_COMMIT:
		return &o->commit;
	case ID_TEST:
		return &o->test;
	case ID_METRIC:
		return &o->metric;
	case ID_TITLE:
		return &o->title;
	case ID_FIXES:
		return &o->fixes;
	case ID_CLOSES:
		return &o->closes;
	case ID_REPORTED_BY:
		return &o->reported_by;
	case ID_REGZBOT:
		return &o->regzbot;
	case ID_LINK:
		return &o->link;
	case ID_RAW:
		return &o->raw;
	default:
		return NULL;
	}
}

static bool
set(struct arguments *o, int id, const char *argument, struct where *why)
{
	const char **text = text_of(o, id);

	for (size_t i = 0; i < countof(table); i++)
		o->given |= (int)table[i].id == id ? table[i].bit : 0;
	if (text) {
		*text = argument;
		return true;
	}
	switch (id) {
	case ID_WIDTH:
		return set_number(&o->width, argument, "width", 1e6, why);
	case ID_SCALE:
		return set_number(&o->scale, argument, "scale", 2, why);
	case ID_PAGE:
		return set_number(&o->page, argument, "page", 1e6, why);
	case ID_THEME:
		return set_theme(o, argument, why);
	case ID_SORT:
		return set_sort(o, argument, why);
	case ID_ECDF:
		return o->ecdf = true;
	case ID_NO_COLOR:
		return o->no_color = true;
	case ID_DISPLAY_LIST:
		return o->display_list = true;
	case ID_HELP:
		o->action = ARGUMENTS_HELP;
		return true;
	default:
		o->action = ARGUMENTS_VERSION;
		return true;
	}
}

const char *
arguments_meaningless(const struct arguments *arguments, unsigned understood)
{
	unsigned strange = arguments->given & ~understood;

	for (size_t i = 0; strange && i < countof(table); i++) {
		if (table[i].bit & strange)
			return table[i].name;
	}
	return NULL;
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
	struct arguments o = {
	    .action = ARGUMENTS_RENDER, .theme = &themes[0], .scale = 2, .page = 1};
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
