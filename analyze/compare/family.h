/* Verdicts over all cells of a comparison: corrected p-values, and what they leave standing. */
#ifndef ANALYZE_COMPARE_FAMILY_H
#define ANALYZE_COMPARE_FAMILY_H

#include <stddef.h>

#include "analyze/compare/row.h"

/* Fills p_holm, q, verdict, runs_needed and jitter_verdict of those of n rows that have a p, each
 * its own, and returns the number of primary cells that regressed. A primary cell's claim stands
 * when its Holm p is at most 0.05, another cell's when its Benjamini-Hochberg q is; else it becomes
 * undecided with a note. So no reader of verdicts can come to another answer than the exit status.
 */
size_t family_decide(struct row *rows, size_t n);

#endif
