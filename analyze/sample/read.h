/* Reads streams into a store, and keeps a copy of the rows that are to be passed on. */
#ifndef ANALYZE_SAMPLE_READ_H
#define ANALYZE_SAMPLE_READ_H

#include <stdbool.h>
#include <stdio.h>

#include "collect/base/table.h"

struct store;
struct where;

/* The kinds of rows that a stream for analyze may hold. */
enum {
	READ_RECORD,
	READ_COMPARE,
	READ_SHIFT,
	READ_SUMMARY,
	READ_PLAN,
	READ_SELFCHECK,
	READ_KINDS,
};
extern const struct table_kind *const read_kinds[READ_KINDS];

/* Rows set aside, in a temporary file for each kind but the one that is about to be written anew.
 * Zeroed, it keeps nothing. */
struct spool {
	FILE *rows[READ_KINDS];   /* NULL where nothing is kept */
	char *buffer[READ_KINDS]; /* of those files */
};

/* Opens the files for all kinds but those replaced, a set of bits 1 << kind. */
bool spool_open(struct spool *spool, unsigned replaced, struct where *why);

/* Reads all of in, called name, into store. Findings in it are nothing to analyze and are skipped;
 * they and the records go to spool. Errors are the reader's, the store's and those of the temporary
 * files. */
bool read_stream(FILE *in, const char *name, struct store *store, struct spool *spool,
		 struct where *why);

/* Writes the spooled rows, each kind's header once, records last. Write errors on out are left to
 * ferror(out); false with *why when a temporary file cannot be read back. */
bool spool_write(struct spool *spool, FILE *out, struct where *why);

void spool_free(struct spool *spool);

#endif
