/* A run of a commit as one document of fio's json+. */
#ifndef COLLECT_EXPORT_FIO_JSON_H
#define COLLECT_EXPORT_FIO_JSON_H

#include <jansson.h>
#include <stdio.h>

#include "collect/export/store.h"

/* The document, or NULL where nothing was measured in the run. A job each test that was; beside
 * fio's own keys the root has "ringside", {"commit": .., "run": ..}, and each job "ringside", all
 * of its records that bins do not hold: rows [metric, unit, start, end, low, high, value] with null
 * for what is absent, first those that hold for all tests of the run. The caller owns it. */
json_t *fio_json_document(const struct export_run *run);

/* Writes it behind what is there: from a line that is "{" to one that is "}". */
void fio_json_write(const json_t *document, FILE *out);

/* The test's rows of "ringside", as above. */
json_t *fio_json_rows(const struct export_run *run, const struct export_test *test);

/* disk_util: what the run's tests say of each disk. The caller owns it. */
json_t *fio_json_disks(const struct export_run *run);

/* When the run began, in s since 1970, by meta.start or else by the run's name; NaN = not known. */
double fio_json_start(const struct export_run *run, const struct export_test *test);

#endif
