/* Reads job files: fio's ini language into jobs. */
#ifndef COLLECT_JOB_FILE_H
#define COLLECT_JOB_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "collect/base/lines.h"
#include "collect/job/job.h"

struct where;

/* Opens an included file for reading, NULL with errno set where it cannot; the parser closes it.
 * path is the include's name, relative to the folder of the file that includes it. */
typedef FILE *job_open_fn(void *ctx, const char *path);

/* Opens path as fopen does: the job_open_fn for real files; ctx is not used. */
FILE *job_open_file(void *ctx, const char *path);

/* Reads all of in, called name in messages, and appends its jobs to list, whose groups it goes on
 * counting: a further file starts a new group. warnings is a list of lines.h; each is one
 * line that names its place ("a.fio:12: ..."). On an error returns false with *why filled, and list
 * is as it was. A file without any job is an error. */
bool job_file_read(FILE *in, const char *name, job_open_fn *open, void *ctx, struct job_list *list,
		   UT_array *warnings, struct where *why);

#endif
