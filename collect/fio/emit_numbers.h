/* For emit.c alone: what was measured in each direction, as rows. */
#ifndef COLLECT_FIO_EMIT_NUMBERS_H
#define COLLECT_FIO_EMIT_NUMBERS_H

#include "collect/base/rows.h"
#include "collect/fio/sink.h"

/* Where a rate is from, the best first. */
enum emission_origin { EMISSION_COUNTED, EMISSION_PRINTED, EMISSION_SAMPLED };

struct emission {
	const struct rows *rows;
	const struct fio_result *result;
	const struct fio_job *job;
	const struct sink *sink;
	enum emission_origin iops, bw; /* the worst of all directions */
	struct where *thin;            /* see fio_emit */
};

/* The row NAME.SUFFIX; none where value is NaN. */
void emission_put(const struct emission *to, const char *name, const char *suffix, const char *unit,
		  double value);

/* A latency under this name; ios is how many I/Os there were, for forms that do not say how many
 * the latency is of. */
void emission_latency(const struct emission *to, const char *name, const struct fio_latency *l,
		      double ios);

/* Rates, latencies, samples and intervals of all directions. */
void emission_directions(struct emission *to);

#endif
