/* Records that a document carries beside fio's form, as collect export writes them: struct
 * fio_job's extra. They are all that the test's records were but the buckets that are bins, so that
 * nothing else of fio's form is read where they are: it is rounded. */
#ifndef COLLECT_FIO_EXTRA_H
#define COLLECT_FIO_EXTRA_H

#include <stdbool.h>

#include "collect/fio/result.h"

struct rows;
struct where;

/* Writes the buckets that bins hold, of latencies that extra has no buckets of (else they lie not
 * on fio's grid, and bins are near it), and then extra. job->extra is not NULL. false with *why,
 * whose line is that of extra, when a row is no record: those behind it are left out. */
bool fio_extra_write(const struct fio_job *job, const struct rows *rows, struct where *why);

#endif
