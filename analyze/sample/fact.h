/* Which meta.* tell about one run, and not about what it ran on. */
#ifndef ANALYZE_SAMPLE_FACT_H
#define ANALYZE_SAMPLE_FACT_H

#include <stdbool.h>

/* Whether the meta.* key is a fact of the moment (its start, its block, its file), which two sides
 * may differ in; all others are the fingerprint of what was measured. */
bool fact_of_moment(const char *key);

#endif
