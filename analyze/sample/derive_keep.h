/* Where derived values lie in a run. */
#ifndef ANALYZE_SAMPLE_DERIVE_KEEP_H
#define ANALYZE_SAMPLE_DERIVE_KEEP_H

#include <stddef.h>

#include "analyze/sample/derive.h"

/* A copy for a run to keep of all n, in one block that free frees, of what it has: of some ninety
 * metrics that is a third at most, and there may be thousands of runs. The others point to
 * derived_none. Jitters are copied, too. */
const struct derived **derived_keep(const struct derived *all, size_t n);

#endif
