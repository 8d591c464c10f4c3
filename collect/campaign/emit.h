/* Results and facts as records. */
#ifndef COLLECT_CAMPAIGN_EMIT_H
#define COLLECT_CAMPAIGN_EMIT_H

#include <stdio.h>

#include "collect/engine/measure.h"
#include "collect/job/job.h"

struct fact;

/* What the rows belong to: the first columns of each. */
struct emit {
	FILE *out; /* write errors are left to ferror */
	const char *commit, *run;
	const char *test; /* "" = all tests of the run */
};

/* One row a fact. */
void emit_facts(const struct emit *emit, const struct fact *facts);

/* The job.* parameters. */
void emit_job(const struct emit *emit, const struct job *job);

/* All that was measured: scalars, buckets, samples. */
void emit_result(const struct emit *emit, const struct measure_result *result);

#endif
