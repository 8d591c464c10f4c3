/* fio's normal output, for people, from 2.1 to 3.42, and pieces of it in a mail. */
#ifndef COLLECT_TEXT_NORMAL_H
#define COLLECT_TEXT_NORMAL_H

#include "collect/base/view.h"
#include "collect/fio/sink.h"

/* Takes every output of fio in text ("NAME: (groupid=0, jobs=1): err= 0: ..." begins a job), one
 * result an invocation; lines may be quoted ("> ", "| ", blanks). Options are what the banner says
 * (rw, bs, ioengine, iodepth) and the description. The job that sums up all clients is left out; so
 * are earlier states of a job (status-interval), with a note. Without any such line, lines such as
 * "iops : min=..., avg=..." and "clat percentiles (usec):" are taken as fragments (fragment.h). A
 * last line without its newline is left out, unless it ends with a bracket or a percent sign, and
 * the job that it is in is cut, with a note. first_line is the number of text's first line. Returns
 * how many jobs were found; a job that says only that it failed counts. */
size_t normal_read(struct view text, size_t first_line, const struct sink *sink);

/* Whether text says that fio failed without a result ("fio: ..." and no job), and the line that
 * says so; for messages. */
bool normal_only_error(struct view text, struct view *out_line, size_t *out_number);

/* Whether text holds a job's banner ("NAME: (g=0): rw=randread, bs=...") but no job, and the number
 * of that line. */
bool normal_only_banner(struct view text, size_t *out_number);

#endif
