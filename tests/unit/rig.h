/* An engine that is open on files, with its buffers: what tests of the engines drive. */
#ifndef TESTS_UNIT_RIG_H
#define TESTS_UNIT_RIG_H

#include "collect/engine/engine.h"
#include "tests/unit/target.h"

enum { RIG_DEPTH = 8, RIG_BS = 4096 };

struct rig {
	const struct engine *engine;
	void *state;
	const int *fd;
	unsigned depth;
	char *buffer; /* RIG_DEPTH * RIG_BS bytes, page-aligned */
	struct measure_engine granted;
};

/* Opens the job's engine on the files; all options are the job's. Returns as engine.open; a rig
 * that was opened is closed with rig_close. */
int rig_open(struct rig *rig, const struct job *job, const int *fd, unsigned n_files,
	     char why[MEASURE_WHY]);

/* The same for a case, on one file: fails the test where it is refused. */
void rig_open_case(struct rig *rig, const struct target_case *c, const int *fd);

void rig_close(struct rig *rig);

/* Queues an I/O of RIG_BS bytes (0 of a sync) on the first file. */
void rig_queue(struct rig *rig, unsigned slot, enum engine_op op, uint64_t offset);

/* Submits what is queued, n I/Os, and waits for all of it; results go to result[slot]. */
void rig_finish(struct rig *rig, unsigned n, int64_t *result);

/* Writes n blocks through the engine, block i full of (char)(i + 1), and reads them back, both in
 * an order that is not the file's; what is read is compared. n is a multiple of the depth, not of 3
 * or 5. */
void rig_move_blocks(struct rig *rig, unsigned n);

#endif
