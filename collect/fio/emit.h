/* A result of fio as records; doc/ringside-records.5 describes the names. */
#ifndef COLLECT_FIO_EMIT_H
#define COLLECT_FIO_EMIT_H

#include "collect/base/rows.h"
#include "collect/fio/sink.h"

/* The rows of one folded job; rows says the commit, test and run. file is recorded as
 * meta.source.file. The rate is ios / runtime; only where ios are not known is it what fio printed,
 * and where not even that, the mean of the samples, each with a note and as meta.fio.iops.
 * Percentiles become scalars only where there are no bins. Spread of the samples only where they
 * are samples of one job. Notes: the ceiling, a rate series that is 1 throughout, percentiles that
 * are absent. thin (NULL = nobody asks) is filled with a remark on the first percentiles that rest
 * on few I/Os, which many tests earn, or its why is "". The last row is meta.complete, or
 * meta.interrupted where the job failed, fio was ended, or its output is cut off. Disks are with
 * the first job of the result alone. Of a job that has extra, only bins and that. */
void fio_emit(const struct rows *rows, const struct fio_result *result, const struct fio_job *job,
	      const char *file, const struct sink *sink, struct where *thin);

#endif
