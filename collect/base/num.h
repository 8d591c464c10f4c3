/* Numbers as text, both ways, so that what is written reads back equal. */
#ifndef COLLECT_BASE_NUM_H
#define COLLECT_BASE_NUM_H

#include <stdbool.h>

#include "collect/base/view.h"

enum { NUM_TEXT = 32 }; /* bytes that hold any number with its NUL */

/* The whole of text as a finite decimal number (sign, digits, point, exponent). No blanks, no hex,
 * no nan, no inf, nothing left over. On failure returns false and leaves *out as it was. */
bool num_parse(struct view text, double *out);

/* Writes the shortest of %.15g, %.16g, %.17g that reads back equal, and returns out. A NaN or an
 * infinity, which a stream never holds, is written as "". */
char *num_write(double value, char out[NUM_TEXT]);

#endif
