/* Rows and the texts that they own. */
#include "analyze/compare/row.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void
row_free(struct row *row)
{
	free(row->params);
	free(row->note);
	row->params = row->note = NULL;
}

static void
row_done(void *element)
{
	row_free(element);
}

const UT_icd row_icd = {sizeof(struct row), NULL, NULL, row_done};

struct row
row_new(void)
{
	static const struct view none = {"", 0};
	struct row row = {
	    .finding = {.test = none,
			.params = none,
			.metric = none,
			.unit = none,
			.better = none,
			.base = none,
			.commit = none,
			.base_runs = NAN,
			.runs = NAN,
			.base_value = NAN,
			.value = NAN,
			.change = NAN,
			.low = NAN,
			.high = NAN,
			.p = NAN,
			.p_holm = NAN,
			.q = NAN,
			.grade = none,
			.theta = NAN,
			.verdict = VERDICT_NONE,
			.runs_needed = NAN,
			.runs_for_change = NAN,
			.jitter_base = NAN,
			.jitter = NAN,
			.jitter_ratio = NAN,
			.jitter_low = NAN,
			.jitter_high = NAN,
			.jitter_p = NAN,
			.jitter_verdict = JITTER_NONE,
			.note = none,
			.df = NAN,
			.p_exact = NAN,
			.base_sessions = NAN,
			.sessions = NAN,
			.blocks = NAN,
			.history_df = NAN,
			.spread_base = NAN,
			.spread = NAN,
			.spread_ratio = NAN,
			.spread_low = NAN,
			.spread_high = NAN,
			.spread_p = NAN,
			.jitter_by = none},
	    .params = mem_dup(""),
	    .note = mem_dup(""),
	    .jitter = {.p = NAN, .ratio = NAN, .low = NAN, .high = NAN, .by = ""},
	    .jitter_p_holm = NAN,
	    .theta_sds = NAN,
	    .change_sds = NAN,
	    .difference = NAN,
	    .difference_low = NAN,
	    .difference_high = NAN,
	};
	return row;
}

void
row_note(struct row *row, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	char *text = mem_vformat(format, ap);
	va_end(ap);
	mem_append(&row->note, "%s%s", row->note[0] ? "; " : "", text);
	free(text);
}
