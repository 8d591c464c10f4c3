/* One small table of options. */
#include "collect/export/options.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/long_options.h"
#include "collect/base/mem.h"
#include "collect/base/nearest.h"
#include "collect/base/where.h"

enum key { AS = LONG_OPTION_KEYS, HELP, VERSION };

static const struct long_option rows[] = {
    {"as", "FORM", AS, "fio-json: fio's json+; benchstat: the Go benchmark format"},
    {"help", NULL, HELP, "print this"},
    {"version", NULL, VERSION, "print the version"},
};

/* Where the options go, and what is asked of them only while they are read. */
struct reading {
	struct export_options *out;
	bool has_form;
};

static const char *const forms[] = {
    [EXPORT_FIO_JSON] = "fio-json", [EXPORT_BENCHSTAT] = "benchstat"};

static bool
read_form(const char *text, enum export_form *out, struct where *why)
{
	char hint[NEAREST_HINT];

	for (size_t i = 0; i < countof(forms); i++) {
		if (strcmp(forms[i], text) == 0) {
			*out = (enum export_form)i;
			return true;
		}
	}
	return where_set(why, NULL, 0, "--as '%s' is neither fio-json nor benchstat%s", text,
			 nearest_hint("", nearest_word(text, forms, countof(forms)), hint));
}

static enum long_option_end
take(void *ctx, int key, const char *value, struct where *why)
{
	struct reading *reading = ctx;

	switch ((enum key)key) {
	case AS:
		reading->has_form = true;
		return read_form(value, &reading->out->form, why) ? LONG_OPTION_TAKEN
								  : LONG_OPTION_REFUSED;
	case HELP:
		reading->out->ask = EXPORT_ASK_HELP;
		break;
	case VERSION:
		reading->out->ask = EXPORT_ASK_VERSION;
		break;
	}
	return LONG_OPTION_STOP;
}

static void
take_path(void *ctx, const char *word)
{
	struct reading *reading = ctx;

	reading->out->path[reading->out->n_paths++] = word;
}

static const struct long_options table = {
    .row = rows, .n_rows = countof(rows), .take = take, .word = take_path};

void
export_options_usage(FILE *out)
{
	fputs("usage: collect export --as FORM [FILE...]\n\n"
	      "Writes records in the words of other tools to standard output.\n\n",
	      out);
	long_options_usage(&table, out);
}

bool
export_options_read(int argc, char *const *argv, struct export_options *out, struct where *why)
{
	struct reading reading = {.out = out};

	*out = (struct export_options){.path = mem_alloc((size_t)argc + 1, sizeof(*out->path))};
	if (!long_options_read(&table, argc, argv, &reading, why))
		return false;
	if (out->ask == EXPORT_ASK_RUN && !reading.has_form)
		return where_set(why, NULL, 0, "which form? --as fio-json or --as benchstat");
	if (!out->n_paths)
		out->path[out->n_paths++] = "-";
	return true;
}

void
export_options_free(struct export_options *options)
{
	free(options->path);
	options->path = NULL;
}
