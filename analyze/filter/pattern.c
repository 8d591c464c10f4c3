/* pcre2 with a bound on its steps: a pattern such as (a+)+$ can take ages on a short text. */
#include "analyze/filter/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>

#include "collect/base/mem.h"

enum {
	STEPS_MOST = 1000000,
	KIB_MOST = 16384, /* memory for going back */
};

struct filter_pattern {
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_match_context *limits;
};

struct filter_pattern *
filter_pattern_new(const char *text, size_t *at, char message[PATTERN_MESSAGE])
{
	int error = 0;
	PCRE2_SIZE offset = 0;
	/* Values are any bytes; those that are no UTF-8 match nothing. */
	pcre2_code *code =
	    pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED,
			  PCRE2_UTF | PCRE2_MATCH_INVALID_UTF, &error, &offset, NULL);

	if (!code) {
		message[0] = '\0';
		pcre2_get_error_message(error, (PCRE2_UCHAR *)message, PATTERN_MESSAGE);
		*at = offset;
		return NULL;
	}
	struct filter_pattern *pattern = mem_alloc(1, sizeof(*pattern));
	pattern->code = code;
	pattern->data = pcre2_match_data_create_from_pattern(code, NULL);
	pattern->limits = pcre2_match_context_create(NULL);
	if (pattern->limits) {
		pcre2_set_match_limit(pattern->limits, STEPS_MOST);
		pcre2_set_heap_limit(pattern->limits, KIB_MOST);
	}
	return pattern;
}

void
filter_pattern_free(struct filter_pattern *pattern)
{
	if (!pattern)
		return;
	pcre2_match_context_free(pattern->limits);
	pcre2_match_data_free(pattern->data);
	pcre2_code_free(pattern->code);
	free(pattern);
}

enum pattern_answer
filter_pattern_match(const struct filter_pattern *pattern, struct view value)
{
	if (!pattern->data || !pattern->limits)
		return PATTERN_TOO_HARD;
	int result = pcre2_match(pattern->code, (PCRE2_SPTR)value.p, value.n, 0, 0, pattern->data,
				 pattern->limits);

	if (result >= 0)
		return PATTERN_YES;
	return result == PCRE2_ERROR_NOMATCH ? PATTERN_NO : PATTERN_TOO_HARD;
}
