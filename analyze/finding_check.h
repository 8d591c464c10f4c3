/* What the values of a finding may be: a number's range, a word of a list, an interval's order. */
#ifndef ANALYZE_FINDING_CHECK_H
#define ANALYZE_FINDING_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/base/table.h"

struct where;

/* Ranges of numbers. An absent number is in all of them. */
enum finding_range {
	RANGE_ANY,
	RANGE_COUNT,       /* whole, 0 to 2^53 */
	RANGE_AMOUNT,      /* 0 or more */
	RANGE_PROBABILITY, /* 0 to 1 */
	RANGE_QUANTILE,    /* between 0 and 1, without both */
	RANGE_THRESHOLD,   /* 0 to FINDING_THETA_MAX */
	RANGES,
};

#define FINDING_THETA_MAX 10000.0 /* a fraction: a million percent */

/* Two ends, and the number that lies between them: offsets in a finding's struct. value is
 * FINDING_NO_VALUE where any may stand beside the interval. */
struct finding_interval {
	size_t low, high, value;
	const char *low_name, *high_name, *value_name;
};
#define FINDING_NO_VALUE ((size_t)-1)

/* The value of row's field i. Errors: it is out of its range. */
bool finding_check_number(const struct table_row *row, size_t i, enum finding_range range,
			  double value, struct where *why);

/* Errors: row's field i is neither empty nor one of the words, which end with NULL. Without words
 * any may stand there. */
bool finding_check_word(const struct table_row *row, size_t i, const char *const *words,
			struct where *why);

/* Errors: an interval of the finding whose low lies above its high, or that does not hold its
 * value, by more than rounding makes. */
bool finding_check_intervals(const struct finding_interval *intervals, size_t n,
			     const void *finding, size_t line, struct where *why);

/* Says that row's field i is none of the words. Returns false. */
bool finding_fail_word(const struct table_row *row, size_t i, struct where *why);

#endif
