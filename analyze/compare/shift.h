/* Whole distributions of latencies against each other: how far each quantile moved, and whether the
 * shape changed. */
#ifndef ANALYZE_COMPARE_SHIFT_H
#define ANALYZE_COMPARE_SHIFT_H

#include <stddef.h>
#include <stdio.h>

#include "analyze/compare/row.h"
#include "analyze/sample/store.h"

/* Writes the table of shifts for the comparison whose n rows these are: for each test and direction
 * that has a compared percentile of lat, or of clat where a side has no buckets of lat, one row a
 * quantile. Latencies of overloaded runs are left out. Nothing at all, no header either, where no
 * distribution is known on both sides. Write errors are left to ferror(out). */
void shift_write(const struct store *store, const struct row *rows, size_t n, FILE *out);

#endif
