/* fio's terse (minimal) output, versions 2 to 5. */
#ifndef COLLECT_TEXT_TERSE_H
#define COLLECT_TEXT_TERSE_H

#include "collect/base/view.h"
#include "collect/fio/sink.h"

/* Takes every line of text that is terse output, the jobs of lines that follow one another as one
 * result (of one version of fio); first_line is the number of text's first line. A name that comes
 * again in its group begins another run, but for clones: they follow one another with the same
 * statistics of the disks; without such statistics a note says what was assumed. Clients, which a
 * line "All clients" shows, are of one run. Returns how many jobs were found. A description becomes
 * an option of that name. The line that sums up all clients is left out; so are earlier states of a
 * job (status-interval), with a note. A line that begins like terse output but whose fields cannot
 * be told apart is a note, and cuts the job of its name. Fields: HOWTO.rst, "Terse output", and
 * fio's stat.c. */
size_t terse_read(struct view text, size_t first_line, const struct sink *sink);

#endif
