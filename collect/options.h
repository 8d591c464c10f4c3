/* The command line of collect. */
#ifndef COLLECT_OPTIONS_H
#define COLLECT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct where;

enum options_ask { OPTIONS_RUN, OPTIONS_HELP, OPTIONS_VERSION };

/* A list of words that argv owns. */
struct options_words {
	const char **word;
	size_t n;
};

/* What "collect run" or "collect check" was asked for, defaults filled in. */
struct options {
	enum options_ask ask;
	struct options_words files; /* job files */
	struct options_words jobs;  /* options of jobs: --name=x --rw=read */
	struct options_words commits;
	struct options_words sets; /* COMMIT:OPTION=VALUE */
	struct options_words allow_write;
	const char *prepare, *cleanup, *repo, *session; /* NULL = not given */
	size_t runs;
	bool shuffle;
	uint64_t seed; /* where has_seed */
	bool has_seed;
	double interval_s;
	bool keep_files, per_job, heatmap, serial, quiet;
	bool no_targets;          /* check the job language only */
	const char *resume;       /* records of a campaign to go on with; NULL = none */
	bool next, print_next;    /* one cell of it; which commit it is of */
	const char *on;           /* command that measures elsewhere; NULL = here */
	const char *on_collect;   /* our program's name there */
	uint64_t precondition_ns; /* at most so long; 0 = not asked for */
};

/* Reads the words of argv behind the sub-command, argv[0]. --help and --version end the reading.
 * Free out with options_free, also on failure. *why names no file. */
bool options_read(int argc, char *const *argv, struct options *out, struct where *why);

void options_free(struct options *options);

/* How to call collect run, one line an option. */
void options_usage(FILE *out);

#endif
