/* The files that workfile.h would make, for those who only want to know. */
#ifndef COLLECT_MACHINE_PLANFILE_H
#define COLLECT_MACHINE_PLANFILE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "collect/job/job.h"

struct where;

struct planfile {
	dev_t device; /* that its file system is on */
	uint64_t size;
	bool is_new; /* not planned before */
};

struct planfile_set;

struct planfile_set *planfile_set_new(void);

/* NULL is fine. */
void planfile_set_free(struct planfile_set *set);

/* Tells what workfile_create of the missing file path would make, or workfile_extend where it was
 * planned before. Refuses in their words what they would, as far as that can be known without doing
 * it: quotas are not looked at. Makes nothing but, for a direct job, a file without a name that is
 * gone at once. */
bool planfile_add(struct planfile_set *set, const struct job *job, const char *path, uint64_t size,
		  struct planfile *out, struct where *why);

#endif
