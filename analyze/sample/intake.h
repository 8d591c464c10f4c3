/* Fills a store with records, and finds what is wrong between them. */
#ifndef ANALYZE_SAMPLE_INTAKE_H
#define ANALYZE_SAMPLE_INTAKE_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/base/record.h"

struct store;
struct where;

/* Tells the name of the input that is read next; the lines that follow are its lines. */
void intake_file(struct store *store, const char *name);

/* Takes one record, which stood on this line of the current input. Cells are not kept: nothing here
 * needs them. Errors: no commit, no run, a scalar that was there before (both lines are named), a
 * unit that differs from the one that the metric had before. */
bool intake_record(struct store *store, const struct record *record, size_t line,
		   struct where *why);

/* Sorts what came out of order, and joins runs with their common rows. Errors: a sample or bucket
 * that is there twice, buckets that overlap; both lines are named. */
bool intake_finish(struct store *store, struct where *why);

#endif
