/* What people already have, as records: fio's output in all its forms, pbench's results, records.
 */
#ifndef COLLECT_IMPORT_IMPORT_H
#define COLLECT_IMPORT_IMPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "collect/base/where.h"
#include "collect/import/label.h"
#include "collect/log/log.h"

struct import_input {
	const char *path; /* file, folder, or "-" */
	/* Of its runs; NULL = by the label or what the file says, else "unnamed". */
	const char *commit;
	const char *test; /* as a label would say it; NULL = by that */
};

struct import_config {
	const struct import_input *input;
	size_t n_inputs;
	const char *const *glob;           /* of files in folders, ended by NULL; NULL = all */
	const struct label_pattern *label; /* NULL = none */
	const char *const *by;             /* options whose values are part of a test's name */
	size_t n_by;
	bool per_job;
	const char *tool; /* meta.tool: this program and its version */
	bool strict;      /* the first file that cannot be read ends the import */
	struct log_options log;
	/* Of logs whose names and rows do not say it; NULL = not known, and they are refused. */
	const enum log_kind *nameless;
	FILE *out;
	/* Says a warning or an error; files that are refused are errors. */
	void (*say)(void *ctx, bool warning, const struct where *what);
	void *ctx;
};

enum import_end {
	IMPORT_DONE,
	IMPORT_REFUSED, /* some files could not be read, or there was nothing to import; it was said
			 */
};

enum import_end import_run(const struct import_config *config);

#endif
