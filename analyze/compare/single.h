/* What can be said of a percentile where a side has one run. */
#ifndef ANALYZE_COMPARE_SINGLE_H
#define ANALYZE_COMPARE_SINGLE_H

#include <stddef.h>

struct group;
struct row;

/* Adds to the note of a row without test the interval of each side for metric number i: of one run
 * that of sampling its I/Os, called so, of several that of their mean. Nothing where a side has no
 * interval, or neither has but one run. */
void single_note(struct row *row, const struct group *base, const struct group *group, size_t i);

#endif
