/* The metrics that the user named, beside those that are known: whether the input has them. */
#ifndef ANALYZE_SAMPLE_NAMED_H
#define ANALYZE_SAMPLE_NAMED_H

#include <stdbool.h>

#include "analyze/metric.h"

struct store;
struct where;

/* Errors: one is nowhere in the store. */
bool named_are_there(const struct store *store, const struct metric_list *metrics,
		     struct where *why);

/* Errors: one is text, or a setting of which no run has a number. To be called when the runs'
 * values are derived. */
bool named_are_numbers(const struct store *store, const struct metric_list *metrics,
		       struct where *why);

#endif
