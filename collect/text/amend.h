/* What is known about fio's own mistakes and habits, for all forms of its text. */
#ifndef COLLECT_TEXT_AMEND_H
#define COLLECT_TEXT_AMEND_H

#include <stdbool.h>

#include "collect/fio/result.h"

/* Before fio 3.39 unified_rw_reporting=both leaves bytes and rates of the mixed direction zero:
 * they become the sums of the other directions. */
void amend_mixed(struct fio_job *job);

/* Bytes as text has them are rounded to multiples of step. Where I/Os of bs bytes (NaN = several
 * sizes) make what may be printed so, they become exact. carry: up to some version after 3.25 a
 * carry is lost, so that 21.9993 MiB are "21.0MiB". */
void amend_bytes(struct fio_direction *direction, double bs, double step, bool carry);

/* Whether a version such as "fio-2.21" averages the rate samples of a group (before 3.13). */
bool amend_averages(const char *version);

/* Whether no counter of now is below that of before: as in a later state of the same job. */
bool amend_not_falling(const struct fio_job *before, const struct fio_job *now);

/* The same for jobs that nothing but their counters tells apart from clones: there must also be
 * more bytes, 20 ms more of runtime, and extremes that include the earlier ones. */
bool amend_goes_on(const struct fio_job *before, const struct fio_job *now);

#endif
