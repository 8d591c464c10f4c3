/* fio's terse (minimal) output, versions 2 to 5. */
#ifndef COLLECT_TEXT_TERSE_H
#define COLLECT_TEXT_TERSE_H

#include "collect/base/view.h"
#include "collect/fio/sink.h"

/* Takes every line of text that is terse output, the jobs of lines that follow one another as one
 * result; first_line is the number of text's first line. Returns how many jobs were found. A line
 * that begins like terse output but has an impossible number of fields is a note. Fields:
 * HOWTO.rst, "Terse output", and fio's stat.c. */
size_t terse_read(struct view text, size_t first_line, const struct sink *sink);

#endif
