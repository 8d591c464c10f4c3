/* Regular expressions over values, by pcre2. */
#ifndef ANALYZE_FILTER_PATTERN_H
#define ANALYZE_FILTER_PATTERN_H

#include <stddef.h>

#include "collect/base/view.h"

struct filter_pattern;

enum { PATTERN_MESSAGE = 256 };

/* NULL where text is no regular expression: then *at is the byte at which, and message why. */
struct filter_pattern *filter_pattern_new(const char *text, size_t *at,
					  char message[PATTERN_MESSAGE]);
void filter_pattern_free(struct filter_pattern *pattern);

enum pattern_answer { PATTERN_NO, PATTERN_YES, PATTERN_TOO_HARD };

/* Whether the pattern matches anywhere in value. Too hard: it takes more steps than any sensible
 * one does. */
enum pattern_answer filter_pattern_match(const struct filter_pattern *pattern, struct view value);

#endif
