/* Results and facts as records. */
#ifndef COLLECT_CAMPAIGN_EMIT_H
#define COLLECT_CAMPAIGN_EMIT_H

#include "collect/base/rows.h"
#include "collect/engine/measure.h"
#include "collect/job/job.h"

struct fact;

/* One row a fact. */
void emit_facts(const struct rows *rows, const struct fact *facts);

/* The job.* parameters. */
void emit_job(const struct rows *rows, const struct job *job);

/* All that was measured: scalars, buckets, samples. */
void emit_result(const struct rows *rows, const struct measure_result *result);

#endif
