/* Small measurements for tests: a job, a run of it, and what must hold for any result. */
#ifndef TESTS_UNIT_TRIAL_H
#define TESTS_UNIT_TRIAL_H

#include <signal.h>

#include "collect/engine/measure.h"
#include "tests/unit/target.h"

/* One size for the I/Os of all directions. */
#define JOB_SIZES(bytes)                                                                           \
	{                                                                                          \
		{.min = (bytes), .max = (bytes)}, {.min = (bytes), .max = (bytes)},                \
		{                                                                                  \
			.min = (bytes), .max = (bytes)                                             \
		}                                                                                  \
	}

/* A task of one file; lives as long as the block it stands in. */
#define TRIAL_TASK(j, descriptor, from, bytes)                                                     \
	{                                                                                          \
		.job = (j), .n_files = 1, .file = &(struct measure_file)                           \
		{                                                                                  \
			(descriptor), (from), (bytes), (descriptor)                                \
		}                                                                                  \
	}

enum { TRIAL_BS = 4096, TRIAL_BLOCKS = 200 };
extern const uint64_t trial_range; /* bytes: TRIAL_BLOCKS of TRIAL_BS */

extern volatile sig_atomic_t trial_stop; /* what all configurations look at */

/* A job of one clone, one loop and, but for psync, depth 16. */
struct job trial_job(const struct target_case *c, enum job_rw rw);

/* Runs one clone on the file's first trial_range bytes, with intervals of 1 ms. Fails the test when
 * it cannot be set up. */
struct measure_result trial_run(const struct job *job, int fd);

/* Checks all that must agree in a result without a ramp and without errors. */
void trial_check_sums(const struct measure_result *result, const struct job *job);

#endif
