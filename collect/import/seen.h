/* What an import has written so far, to tell what comes twice. */
#ifndef COLLECT_IMPORT_SEEN_H
#define COLLECT_IMPORT_SEEN_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/base/index.h"
#include "collect/base/lines.h"
#include "collect/base/view.h"
#include "collect/fio/parameter.h"

struct where;

/* All zero is empty. */
struct seen {
	struct index runs, rows, tests;
	UT_array *mixed;      /* lines.h: the first tests whose runs have different parameters;
			       * NULL = none */
	UT_array *parameters; /* lines.h: the first of those parameters */
	char *mixed_file[2];  /* the first two files that differ */
};

enum seen_before { SEEN_NEVER, SEEN_SAME, SEEN_OTHER, SEEN_RECORDS };

/* Whether rows of this commit, test and run were written before: the same (by their digest) or
 * others, or records that were passed on. *file is then where from, borrowed. */
enum seen_before seen_run(const struct seen *seen, const char *commit, const char *test,
			  const char *run, uint64_t digest, const char **file);

/* The largest number of seen_add_run for this commit, test and run; 0 = there is none. */
size_t seen_number(const struct seen *seen, const char *commit, const char *test, const char *run);

/* Remembers rows as written. Other rows of the same names have a number: the first 1. The digest is
 * that of the rows as the first would be. */
void seen_add_run(struct seen *seen, const char *commit, const char *test, const char *run,
		  uint64_t digest, size_t number, const char *file);

/* Remembers that records of this commit, test and run were passed on. */
void seen_add_records(struct seen *seen, const char *commit, const char *test, const char *run,
		      const char *file);

/* The digest of rows without the one that names their file, which a copy of the file changes. */
uint64_t seen_digest(struct view rows);

/* Remembers the parameters of the first job that was written for this commit and test, and of later
 * ones which are others. Where whole is not set, or was not of the first, options that only one has
 * do not count. */
void seen_parameters(struct seen *seen, const char *commit, const char *test,
		     const struct fio_parameters *parameters, bool whole, const char *file);

/* Fills *what with a warning on all tests of which that is so; false: there are none. */
bool seen_mixture(const struct seen *seen, struct where *what);

void seen_free(struct seen *seen);

#endif
