/* Which files and which bytes of them a clone works on: names and arithmetic, nothing is opened. */
#ifndef COLLECT_MACHINE_RANGE_H
#define COLLECT_MACHINE_RANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/job/job.h"

struct where;

struct range {
	uint64_t start, size; /* bytes from the target's start */
};

/* Files of each clone: as many as there are filenames, else nrfiles; at least 1. */
unsigned range_n_files(const struct job *job);

/* A heap string: a filename below directory, or the name of a file of the clone's own by
 * filename_format, as fio does it: "$jobname.$jobnum.$filenum" unless the job says another. A '/'
 * in the job's name becomes '_'. */
char *range_path(const struct job *job, unsigned clone, unsigned file);

/* The size that a file must have which is made for the clone: filesize, or the end of the clone's
 * range; 0 where the job does not say it in bytes, UINT64_MAX where it is beyond 64 bits. */
uint64_t range_file_size(const struct job *job, unsigned clone);

/* The clone's range within a target of total bytes, called path in messages. fio 3.33 does the
 * same: size in bytes is divided by the number of files; percent is of each target's own size, or
 * of filesize; a start that is given in percent is rounded up to whole blocks. Errors: it begins or
 * ends beyond total, or holds no whole I/O; *why says both sizes. */
bool range_within(const struct job *job, unsigned clone, const char *path, uint64_t total,
		  struct range *out, struct where *why);

/* Whether direct I/O of the job from start on fits blocks of logical_block bytes (0 = not known,
 * fits): each size of its I/Os, blockalign and start are multiples. Trims of a device must fit,
 * direct or not. */
bool range_is_aligned(const struct job *job, const char *path, bool is_device, uint64_t start,
		      unsigned logical_block, struct where *why);

#endif
