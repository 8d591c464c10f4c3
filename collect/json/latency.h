/* The part of a direction that says how long I/Os took. */
#ifndef COLLECT_JSON_LATENCY_H
#define COLLECT_JSON_LATENCY_H

#include "collect/fio/result.h"
#include "collect/json/field.h"

/* Reads the latency of this name ("slat", "clat", "lat") of a direction: in ns where the key is
 * NAME_ns, else in us (fio 2.x). What fio filled with zeros for want of samples counts as not said.
 * Percentiles and bins come in any order, the bins in each of fio's three forms: all indexes (2.2
 * to 2.19), values in us (up to 2.21) or in ns. */
void json_latency_read(const json_t *direction, const char *name, struct json_context *context,
		       struct fio_latency *out);

#endif
