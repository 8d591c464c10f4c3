/* What the metrics of a record stream are counted in. */
#ifndef COLLECT_BASE_RECORD_UNIT_H
#define COLLECT_BASE_RECORD_UNIT_H

#include <stdbool.h>

#include "collect/base/view.h"

/* The one unit that the records of the metric called name may have, by doc/ringside-records.5,
 * where we know the metric or make others from it; NULL for any other. Values of several metrics
 * meet in one formula, which tells no microseconds from nanoseconds. */
const char *record_required_unit(struct view name);

/* Whether the metric called name is one of ours that counts something or is a length of time, so
 * that it cannot be below 0. False for metrics of others, and for settings. */
bool record_never_negative(struct view name);

#endif
