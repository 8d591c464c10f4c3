/* One small table of options. */
#include "collect/export/options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/nearest.h"
#include "collect/base/where.h"

enum key { AS = 256, HELP, VERSION };

static const struct row {
	const char *name;
	const char *value; /* NULL = takes none */
	enum key key;
	const char *help;
} rows[] = {
    {"as", "FORM", AS, "fio-json: fio's json+; benchstat: the Go benchmark format"},
    {"help", NULL, HELP, "print this"},
    {"version", NULL, VERSION, "print the version"},
};

enum { N_ROWS = countof(rows) };

static const char *const forms[] = {
    [EXPORT_FIO_JSON] = "fio-json", [EXPORT_BENCHSTAT] = "benchstat"};

void
export_options_usage(FILE *out)
{
	fputs("usage: collect export --as FORM [FILE...]\n\n"
	      "Writes records in the words of other tools to standard output.\n\n",
	      out);
	for (size_t i = 0; i < N_ROWS; i++) {
		char left[64];

		snprintf(left, sizeof(left), "--%s%s%s", rows[i].name, rows[i].value ? " " : "",
			 rows[i].value ? rows[i].value : "");
		fprintf(out, "  %-26s %s\n", left, rows[i].help);
	}
}

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

static bool
take(struct export_options *out, enum key key, bool *has_form, struct where *why)
{
	switch (key) {
	case AS:
		*has_form = true;
		return read_form(optarg, &out->form, why);
	case HELP:
		out->ask = EXPORT_ASK_HELP;
		return true;
	case VERSION:
		out->ask = EXPORT_ASK_VERSION;
		return true;
	}
	return true;
}

static bool
take_other(int code, const char *word, struct where *why)
{
	const char *names[N_ROWS];
	char hint[NEAREST_HINT];

	if (code == ':')
		return where_set(why, NULL, 0, "option '%s' needs a value", word);
	/* A letter, which getopt may have found in the middle of a word. */
	if (optopt && optopt < AS)
		return where_set(why, NULL, 0, "unknown option '-%c'", optopt);
	if (optopt)
		return where_set(why, NULL, 0, "option '%s' takes no value", word);
	for (size_t i = 0; i < N_ROWS; i++)
		names[i] = rows[i].name;
	return where_set(why, NULL, 0, "unknown option '%s'%s", word,
			 nearest_hint("--", nearest_option(word, names, N_ROWS), hint));
}

bool
export_options_read(int argc, char *const *argv, struct export_options *out, struct where *why)
{
	struct option table[N_ROWS + 1] = {{0}};
	bool good = true, has_form = false;
	int code;

	*out = (struct export_options){.path = mem_alloc((size_t)argc + 1, sizeof(*out->path))};
	for (size_t i = 0; i < N_ROWS; i++)
		table[i] = (struct option){rows[i].name, rows[i].value != NULL, NULL, rows[i].key};
	optind = 0; /* begin anew */
	opterr = 0;
	/* '-': other words come in their order; ':': a missing value has a code of its own. */
	while (good && out->ask == EXPORT_ASK_RUN &&
	       (code = getopt_long(argc, argv, "-:", table, NULL)) != -1) {
		if (code == 1)
			out->path[out->n_paths++] = optarg;
		else if (code == '?' || code == ':')
			good = take_other(code, argv[optind - 1], why);
		else
			good = take(out, (enum key)code, &has_form, why);
	}
	while (good && out->ask == EXPORT_ASK_RUN && optind < argc)
		out->path[out->n_paths++] = argv[optind++];
	if (good && out->ask == EXPORT_ASK_RUN && !has_form)
		return where_set(why, NULL, 0, "which form? --as fio-json or --as benchstat");
	if (!out->n_paths)
		out->path[out->n_paths++] = "-";
	return good;
}

void
export_options_free(struct export_options *options)
{
	free(options->path);
	options->path = NULL;
}
