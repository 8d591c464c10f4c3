/* The files that a campaign makes for its jobs, may write, and removes at its end. */
#ifndef COLLECT_MACHINE_WORKFILE_H
#define COLLECT_MACHINE_WORKFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/job/job.h"
#include "collect/machine/layout.h"

struct where;
struct workfile_set;

struct workfile_set *workfile_set_new(void);

/* Removes the files, unless keep is true or somebody has replaced them. NULL is fine. */
void workfile_set_free(struct workfile_set *set, bool keep);

/* Whether this set made the file that fd, of any kind (O_PATH too), is open at. */
bool workfile_is_made(const struct workfile_set *set, int fd);

/* Makes the missing file path with size bytes (range_file_size) and fills it. Refused: below /dev,
 * without a size in bytes, where the file system cannot do what the job asks for. A half-made file
 * is removed. The name may have gone to another file by the end: open it, and ask workfile_is_made.
 */
bool workfile_create(struct workfile_set *set, const struct job *job, const char *path,
		     uint64_t size, const struct layout_watch *watch, struct where *why);

/* Fills a file of this set, which has has bytes, further when that is less than size. Refused when
 * path leads to a file that the set did not make. */
bool workfile_extend(const struct workfile_set *set, const struct job *job, const char *path,
		     uint64_t has, uint64_t size, const struct layout_watch *watch,
		     struct where *why);

#endif
