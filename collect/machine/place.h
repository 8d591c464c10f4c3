/* Where files may be made, and what is said where they may not. Of job its place in the file and
 * what it asks of a file matter. Whatever returns bool returns false with *why. */
#ifndef COLLECT_MACHINE_PLACE_H
#define COLLECT_MACHINE_PLACE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "collect/job/job.h"

struct where;

/* The folder that path lies in, without symbolic links, on the heap; NULL with errno. */
char *place_folder(const char *path);

/* Whether the missing file path may be made with size bytes (range_file_size), from its name and
 * the job: not below /dev, in a folder that is there, with a size that holds I/Os. *folder is the
 * folder's status then. */
bool place_check(const struct job *job, const char *path, uint64_t size, struct stat *folder,
		 struct where *why);

/* Whether a file of size bytes is what the job needs. */
bool place_check_size(const struct job *job, const char *path, uint64_t size, struct where *why);

/* Whether the file system that fd is open on gives O_DIRECT to a job that wants it: to be asked
 * before gigabytes are written for nothing. */
bool place_check_direct(const struct job *job, const char *path, int fd, struct where *why);

/* Refusals; always false. */
bool place_leads_nowhere(const struct job *job, const char *path, struct where *why);
bool place_not_made(const struct job *job, const char *path, int error, struct where *why);
bool place_not_filled(const struct job *job, const char *path, uint64_t size, int error,
		      struct where *why);

#endif
