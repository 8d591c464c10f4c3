/* Opens what a job works on, and refuses what must not be written. */
#ifndef COLLECT_MACHINE_TARGET_H
#define COLLECT_MACHINE_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "collect/job/job.h"
#include "collect/machine/layout.h"
#include "collect/machine/range.h"

struct stat;
struct where;

struct target_rules {
	const char *const *allow_write; /* paths of existing things that may be written, exactly as
					 * the jobs name them; borrowed */
	size_t n_allow_write;
	/* Of the file or device that the records go to, which no job may write; NULL = none. */
	const struct stat *output;
	bool keep_files; /* leave the files that were made */
	/* Look and decide only: nothing is made, written or claimed for longer than it takes to see
	 * whether somebody else has. */
	bool look_only;
	struct layout_watch watch;
};

/* One device or file that a clone works on, open. */
struct target {
	char *path;
	int fd; /* O_DIRECT where the job is direct; writable where the job writes. With look_only
		 * for reading where it is a device, -1 where it is a file that would be made */
	int trim_fd;    /* where trims are made: fd, or the claim on a device; the set's */
	bool is_device; /* else a regular file, or nothing at all for the engine null */
	bool is_made;   /* the file was made by the campaign, or would be */
	bool is_new;    /* and this target_open was the first one to */
	dev_t device;   /* the block device, or the one that the file's file system is on */
	uint64_t size;  /* of the device or the file, in bytes */
	struct range range;
};

/* What a campaign has made and claimed: its files, and one exclusive claim for each device that it
 * writes. */
struct target_set;

/* rules is borrowed until target_set_free. Raises the limit of open files to what is allowed. */
struct target_set *target_set_new(const struct target_rules *rules);

/* Whether bytes of one are bytes of the other, as far as stat tells: the same file, also by another
 * link; the same block device, also by another node, or a disk and a partition of it. */
bool target_overlap(const struct stat *a, const struct stat *b);

/* Whether all files of all clones can be open at once. */
bool target_check_count(const struct job_list *jobs, struct where *why);

/* Opens one of the range_n_files(job) targets of a clone, making the file where there is none. What
 * the rules in collect(1), "SAFETY", forbid is refused: then and on any error returns false, and
 * *why holds the job's place, the path, the reason and what to do. Close with target_close. */
bool target_open(struct target_set *set, const struct job *job, unsigned clone, unsigned file,
		 struct target *out, struct where *why);

void target_close(struct target *target);

/* Gives up the claims, so that a prepare command may change the devices between two runs. Close the
 * targets first. */
void target_set_release(struct target_set *set);

/* Removes the files that were made, unless they are to be kept. NULL is fine. */
void target_set_free(struct target_set *set);

#endif
