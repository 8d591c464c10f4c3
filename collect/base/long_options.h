/* Long options of a command line: one table reads them and prints the usage. */
#ifndef COLLECT_BASE_LONG_OPTIONS_H
#define COLLECT_BASE_LONG_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct where;

struct long_option {
	const char *name;
	const char *value; /* what the usage calls it; NULL = takes none */
	int key;           /* from LONG_OPTION_KEYS on */
	const char *help;
};

enum { LONG_OPTION_KEYS = 256 };

enum long_option_end {
	LONG_OPTION_TAKEN,
	LONG_OPTION_STOP,    /* the rest does not matter any more, as behind --help */
	LONG_OPTION_REFUSED, /* *why says why */
};

struct long_options {
	const struct long_option *row;
	size_t n_rows;
	/* Takes an option; value is NULL where it has none. */
	enum long_option_end (*take)(void *ctx, int key, const char *value, struct where *why);
	/* Takes a word that is no option. */
	void (*word)(void *ctx, const char *word);
	/* Takes an option that is not in the table, or returns false; NULL takes none. nearest
	 * names the one that was meant among those it would take, or NULL. */
	bool (*other)(void *ctx, const char *word);
	const char *(*nearest)(const char *word);
};

/* A line for each row: "--name VALUE", and the help. */
void long_options_usage(const struct long_options *options, FILE *out);

/* Reads argv (argv[0] is skipped), options and words in any order; all words behind "--" are none.
 * Errors: an option that nobody takes, with the nearest one; a value that is missing or must not
 * be. */
bool long_options_read(const struct long_options *options, int argc, char *const *argv, void *ctx,
		       struct where *why);

#endif
