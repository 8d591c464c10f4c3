/* Files that tests of I/O make for themselves, and the ways in which they use them. */
#ifndef TESTS_UNIT_TARGET_H
#define TESTS_UNIT_TARGET_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/job/job.h"

/* One way to do I/O; plain data, for it is a parameter of tests. */
struct target_case {
	char name[32];
	enum job_engine ioengine;
	bool direct;
	bool userspace_reap;
};

enum { TARGET_CASES = 8, TARGET_PSYNC_CASES = 2 /* of them, the first ones */ };
extern struct target_case target_cases[TARGET_CASES];

/* Skips the test where the machine cannot do it. */
void target_need(const struct target_case *c);

/* A new file of so many bytes in $TMPDIR or /tmp, without a name any more, block i of 4096 bytes
 * full of (char)(i + 1); open with flags and, where the case asks for it, O_DIRECT (the test is
 * skipped where the file system has none). */
int target_make(const struct target_case *c, size_t bytes, int flags);

/* Fails the test unless block i of n is full of (char)(i + 1). */
void target_check_blocks(int fd, unsigned n, size_t bs);

#endif
