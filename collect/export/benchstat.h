/* Records in the Go benchmark format (https://go.dev/design/14313-benchmark-format), for benchstat
 * and other tools of golang.org/x/perf. */
#ifndef COLLECT_EXPORT_BENCHSTAT_H
#define COLLECT_EXPORT_BENCHSTAT_H

#include <stdio.h>

#include "collect/export/store.h"

/* Writes one line a run and test, in the order of the records:
 *
 *   commit: v1
 *   BenchmarkNvme/read/rw=randread/bs=4k/iodepth=32/numjobs=1 1 70123.4 read-iops 287225446
 * read-B/s
 *
 * Lines "key: value" in front of it hold until they are said anew: commit, the machine, and job.*
 * that are not part of the name. Latencies are in ns, "read-lat-p99-ns"; benchfmt makes seconds of
 * that suffix. Runs that did not come to their end are left out, with a line that benchfmt
 * ignores. Tests whose names would be the same, "re ad" and "re_ad", have /test=NAME behind them,
 * where what cannot stand is "%20". */
void benchstat_write(const struct export_store *store, FILE *out);

#endif
