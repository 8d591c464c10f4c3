/* What an import has written so far, to tell what comes twice. */
#ifndef COLLECT_IMPORT_SEEN_H
#define COLLECT_IMPORT_SEEN_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/base/index.h"
#include "collect/base/view.h"
#include "collect/fio/parameter.h"

/* {{NULL}, {NULL}} is empty. */
struct seen {
	struct index runs, tests;
};

enum seen_before { SEEN_NEVER, SEEN_SAME, SEEN_OTHER };

/* Whether rows of this commit, test and run were written before: the same (by their digest) or
 * others. *file is then where from, borrowed. */
enum seen_before seen_run(const struct seen *seen, const char *commit, const char *test,
			  const char *run, uint64_t digest, const char **file);

/* Remembers rows as written. */
void seen_add_run(struct seen *seen, const char *commit, const char *test, const char *run,
		  uint64_t digest, const char *file);

/* The digest of rows without the one that names their file, which a copy of the file changes. */
uint64_t seen_digest(struct view rows);

/* Remembers the parameters of the first job that was written for this commit and test. For later
 * ones returns which of them are others, "bs, iodepth", on the heap, and where the first is from;
 * NULL where none are. Where whole is not set, or was not of the first, options that only one has
 * do not count. */
char *seen_parameters(struct seen *seen, const char *commit, const char *test,
		      const struct fio_parameters *parameters, bool whole, const char *file,
		      const char **first_file);

void seen_free(struct seen *seen);

#endif
