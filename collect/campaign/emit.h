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

/* All that was measured: scalars, buckets, samples, cells. */
void emit_result(const struct rows *rows, const struct measure_result *result);

/* meta.overloaded, where n clones of the job could not keep a rate (doubts.h). */
void emit_overload(const struct rows *rows, const struct job *job,
		   const struct measure_result *merged, size_t n);

/* What n clones of the job measured, held against what it asks for: rates, the time that latencies
 * account for, whether it became steady. */
void emit_against_job(const struct rows *rows, const struct job *job,
		      const struct measure_result *results, size_t n);

#endif
