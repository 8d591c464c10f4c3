/* Single lines of fio's normal output, as people put them in a mail, without the job they are of.
 */
#ifndef COLLECT_TEXT_FRAGMENT_H
#define COLLECT_TEXT_FRAGMENT_H

#include "collect/base/view.h"
#include "collect/fio/sink.h"

/* Takes lines of rates, samples, latencies and percentiles; each repetition of the same kind of
 * line for a direction begins a new result of form "fio fragment" with one job "fragment". The
 * direction is that of the last line that names one ("write: IOPS=...", "rw=randwrite"); where
 * there is none it is taken to be read, and the job to be a single one, with one note. Returns how
 * many results were found. */
size_t fragment_read(struct view text, size_t first_line, const struct sink *sink);

#endif
