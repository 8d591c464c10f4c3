/* The command line of collect import. */
#ifndef COLLECT_IMPORT_OPTIONS_H
#define COLLECT_IMPORT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "collect/import/import.h"

struct where;

enum import_ask { IMPORT_RUN, IMPORT_HELP, IMPORT_VERSION };

/* What was asked for. Words are argv's. */
struct import_options {
	enum import_ask ask;
	struct import_input *input;
	size_t n_inputs;
	const char **glob; /* on the heap; ended by NULL */
	size_t n_globs;
	struct label_pattern *label;
	char **by; /* on the heap, and each of its words too */
	size_t n_by;
	bool per_job, strict, quiet;
	struct log_options log;
	enum log_kind nameless;
	bool knows_nameless;
};

/* Reads the words of argv behind the sub-command. Without an input that is "-", unless terminal
 * says that standard input is one: an error then. --help and --version end the reading. Free out
 * with import_options_free, also on failure. *why names no file. */
bool import_options_read(int argc, char *const *argv, bool terminal, struct import_options *out,
			 struct where *why);
void import_options_free(struct import_options *options);

/* How to call collect import, one line an option. */
void import_options_usage(FILE *out);

/* An import as the options ask for it; the caller fills in out, say, ctx and tool. Borrows all. */
struct import_config import_options_config(const struct import_options *options);

#endif
