/* getopt_long behind a table. */
#include "collect/base/long_options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/nearest.h"
#include "collect/base/where.h"

static size_t
left_width(const struct long_option *row)
{
	return strlen(row->name) + (row->value ? strlen(row->value) + 1 : 0);
}

void
long_options_usage(const struct long_options *options, FILE *out)
{
	size_t width = 0;

	for (size_t i = 0; i < options->n_rows; i++)
		if (width < left_width(&options->row[i]))
			width = left_width(&options->row[i]);
	for (size_t i = 0; i < options->n_rows; i++) {
		const struct long_option *row = &options->row[i];
		fprintf(out, "  --%s%s%s%*s%s\n", row->name, row->value ? " " : "",
			row->value ? row->value : "", (int)(width - left_width(row)) + 2, "",
			row->help);
	}
}

static bool
unknown(const struct long_options *options, const char *word, struct where *why)
{
	const char **names = mem_alloc(options->n_rows + 1, sizeof(*names));
	const char *other = options->nearest ? options->nearest(word) : NULL;
	char hint[NEAREST_HINT];
	size_t n = 0;

	for (size_t i = 0; i < options->n_rows; i++)
		names[n++] = options->row[i].name;
	if (other)
		names[n++] = other;
	where_set(why, NULL, 0, "unknown option '%s'%s", word,
		  nearest_hint("--", nearest_option(word, names, n), hint));
	free(names);
	return false;
}

/* What getopt_long did not know: an option of another table, or a mistake. */
static bool
take_other(const struct long_options *options, int code, const char *word, void *ctx,
	   struct where *why)
{
	if (code == ':')
		return where_set(why, NULL, 0, "option '%s' needs a value", word);
	/* A letter, which getopt may have found in the middle of a word. */
	if (optopt && optopt < LONG_OPTION_KEYS)
		return where_set(why, NULL, 0, "unknown option '-%c'", optopt);
	if (options->other && options->other(ctx, word))
		return true;
	if (optopt)
		return where_set(why, NULL, 0, "option '%s' takes no value", word);
	return unknown(options, word, why);
}

/* One word of the command line that getopt_long has found. */
static enum long_option_end
take(const struct long_options *options, int code, const char *word, void *ctx, struct where *why)
{
	if (code == '?' || code == ':')
		return take_other(options, code, word, ctx, why) ? LONG_OPTION_TAKEN
								 : LONG_OPTION_REFUSED;
	if (code != 1)
		return options->take(ctx, code, optarg, why);
	options->word(ctx, optarg);
	return LONG_OPTION_TAKEN;
}

bool
long_options_read(const struct long_options *options, int argc, char *const *argv, void *ctx,
		  struct where *why)
{
	struct option *table = mem_alloc(options->n_rows + 1, sizeof(*table));
	enum long_option_end end = LONG_OPTION_TAKEN;
	int code;

	for (size_t i = 0; i < options->n_rows; i++)
		table[i] = (struct option){options->row[i].name, options->row[i].value != NULL,
					   NULL, options->row[i].key};
	optind = 0; /* begin anew */
	opterr = 0;
	/* '-': other words come in their order; ':': a missing value has a code of its own. */
	while (end == LONG_OPTION_TAKEN &&
	       (code = getopt_long(argc, argv, "-:", table, NULL)) != -1)
		end = take(options, code, argv[optind - 1], ctx, why);
	while (end == LONG_OPTION_TAKEN && optind < argc)
		options->word(ctx, argv[optind++]);
	free(table);
	return end != LONG_OPTION_REFUSED;
}
