/* Records in the words of other tools. */
#ifndef COLLECT_EXPORT_EXPORT_H
#define COLLECT_EXPORT_EXPORT_H

#include <stdbool.h>
#include <stdio.h>

struct where;

/* "fio-json": for each commit and run one document of fio's json+, one behind another, which
 * collect import reads back into the same findings. "benchstat": the Go benchmark format, one line
 * a run and test. */
enum export_form { EXPORT_FIO_JSON, EXPORT_BENCHSTAT };

/* Reads records from the n inputs ("-" = standard input). Errors: what reading them finds, and
 * records without a run. Write errors are left to ferror(out). */
bool export_run(enum export_form form, const char *const *paths, size_t n, FILE *out,
		struct where *why);

#endif
