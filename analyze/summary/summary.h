/* What each run and each commit measured: the findings of analyze summary. */
#ifndef ANALYZE_SUMMARY_SUMMARY_H
#define ANALYZE_SUMMARY_SUMMARY_H

#include <stdio.h>

struct metric_list;
struct store;

/* Writes, with its header, for every test, commit and metric one finding a run and one for all runs
 * together. metrics is the list with which derive_all was called. Write errors are left to
 * ferror(out). */
void summary_write(const struct store *store, const struct metric_list *metrics, FILE *out);

#endif
