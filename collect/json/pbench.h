/* pbench's result.json, as far as it is about fio: of a whole run (an array of iterations), of one
 * iteration, or of one sample of it. The keys are those of its agent's fio-postprocess,
 * process-iteration-samples and generate-benchmark-summary. */
#ifndef COLLECT_JSON_PBENCH_H
#define COLLECT_JSON_PBENCH_H

#include <jansson.h>
#include <stdbool.h>

#include "collect/fio/sink.h"

/* Whether root is a result of fio by pbench. */
bool json_pbench_fits(const json_t *root);

/* Gives one result for each sample, whose jobs are the iterations, to sink, and returns how many.
 * Rates are iops_sec, from the series of one second where there is one. pbench says no unit of a
 * latency: it is ns, or us of fio before 3, as in fio's logs, unless its name or description says
 * otherwise; which of them, a note tells. */
size_t json_pbench_read(const json_t *root, size_t line, const struct sink *sink);

#endif
