/* How much of a regression a later commit took back. */
#ifndef ANALYZE_COMPARE_RECOVERED_H
#define ANALYZE_COMPARE_RECOVERED_H

#include "analyze/compare/pair.h"

/* Appends to the pair's rows, for each primary cell in which the commit regressed against the base
 * (decided, corrected), one of kind recovered for every commit that comes behind it. The pair's
 * contrasts are those of all commits against the base, cells the same. */
void recovered_add(const struct pair *pair, const struct index *cells,
		   const struct name *regressed);

#endif
