/* Exclusive claims: a device that a campaign writes is nobody else's meanwhile. */
#ifndef COLLECT_MACHINE_CLAIM_H
#define COLLECT_MACHINE_CLAIM_H

#include <stdbool.h>
#include <sys/types.h>

#include "collect/job/job.h"

struct claim; /* a list of them is its first one, NULL when empty */
struct where;

/* Holds the device rdev, which path leads to, against everybody else, once for all clones and jobs.
 * Refused where another program holds it, or where it may not be written. */
bool claim_take(struct claim **claims, const struct job *job, const char *path, dev_t rdev,
		struct where *why);

/* Whether claim_take would do so. The device is held for a moment, and opened for reading alone. */
bool claim_try(const struct job *job, const char *path, dev_t rdev, struct where *why);

/* The descriptor, open for reading and writing, that holds the device rdev; -1 where none does. The
 * claim's own. */
int claim_fd(const struct claim *claims, dev_t rdev);

/* Gives up all claims and leaves an empty list. */
void claim_release(struct claim **claims);

#endif
