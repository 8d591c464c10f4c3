/* The mail's lines on jitter, and on runs that are not steady. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/index.h"
#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/model/remark.h"
#include "render/model/words.h"
#include "render/text/mail.h"
#include "render/text/tally.h"

/* Below it, over all rates together (Bonferroni), a spread is worth a line. */
#define SPREAD_P 0.05

/* A ratio with the digits that matter: "0.47", "1.8", "14". Returns out. */
static char *
ratio_text(double ratio, char out[UNIT_TEXT])
{
	if (ratio < 9999)
		snprintf(out, UNIT_TEXT, "%.*f", ratio < 0.995 ? 2 : ratio < 9.95 ? 1 : 0, ratio);
	else
		snprintf(out, UNIT_TEXT, "%.3g", ratio);
	return out;
}

/* " x1.9 [1.3, 2.5]", without what is absent. The caller frees it. */
static char *
interval_text(double ratio, double low, double high)
{
	char r[UNIT_TEXT], l[UNIT_TEXT], h[UNIT_TEXT];

	if (isnan(ratio))
		return mem_dup("");
	if (isnan(low) || isnan(high))
		return mem_format(" x%s", ratio_text(ratio, r));
	return mem_format(" x%s [%s, %s]", ratio_text(ratio, r), ratio_text(low, l),
			  ratio_text(high, h));
}

/* "2.1", "1.2e+07". Returns out. */
static char *
cv_text(double cv, char out[UNIT_TEXT])
{
	double shown = unit_hundredths(cv);

	snprintf(out, UNIT_TEXT, fabs(shown) < 9999.95 ? "%.1f" : "%.3g", shown);
	return out;
}

/* " (CV 2.1 % -> 3.9 %)", with ", drift taken out" where it is. The caller frees it. */
static char *
variation_text(double base, double value, bool drift)
{
	char from[UNIT_TEXT], to[UNIT_TEXT];

	if (isnan(base) || isnan(value))
		return mem_dup("");
	return mem_format(" (CV %s %% -> %s %%%s)", cv_text(base, from), cv_text(value, to),
			  drift ? ", drift taken out" : "");
}

static bool
is_straightened(const struct finding_compare *f)
{
	return remark_has(f->note, "jitter: drift taken out");
}

static void
write_jitter(const struct page *page, const struct comparison *c, const struct comparison_row *row)
{
	const struct finding_compare *f = row->f;
	bool history = view_is(f->jitter_by, "history");
	bool between = history || view_is(f->jitter_by, "between");
	/* Against history the ratio of the sides is not what was tested. */
	char *ratio = history   ? mem_dup("")
		      : between ? interval_text(f->spread_ratio, f->spread_low, f->spread_high)
				: interval_text(f->jitter_ratio, f->jitter_low, f->jitter_high);
	char *variation = between ? variation_text(f->spread_base, f->spread, false)
				  : variation_text(f->jitter_base, f->jitter, is_straightened(f));
	char *label = mail_label(c, row);

	page_wrap(page, 2, "%s:%s%s jitter %s runs%s: %s%s%s", label,
		  row->panel == PANEL_TAIL ? " " : "",
		  row->panel == PANEL_TAIL ? words_quantity(row) : "",
		  between ? "between" : "within", ratio, jitter_verdict_name[f->jitter_verdict],
		  history ? " than earlier runs" : "", variation);
	free(label);
	free(variation);
	free(ratio);
}

static bool
is_claim(const struct comparison_row *row)
{
	return row->f->jitter_verdict == JITTER_MORE || row->f->jitter_verdict == JITTER_STEADIER;
}

/* Each row in which jitter changed. */
static void
write_claims(const struct page *page, const struct comparison *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n_rows; i++) {
		if (is_claim(&c->row[i]) && n++ < MAIL_LINES_MAX)
			write_jitter(page, c, &c->row[i]);
	}
	mail_more(page, n);
}

/* Of a rate whose runs differ more, or less, than chance would make them: from few runs that is no
 * claim, but may be all there is to see. */
static void
write_spread(const struct page *page, const struct comparison *c, const struct comparison_row *row)
{
	const struct finding_compare *f = row->f;
	char *label = mail_label(c, row);
	char *ratio = interval_text(f->spread_ratio, f->spread_low, f->spread_high);
	char *variation = variation_text(f->spread_base, f->spread, false);

	page_wrap(page, 2, "%s: spread between runs%s: p %.2g alone, no claim%s", label, ratio,
		  f->spread_p, variation);
	free(variation);
	free(ratio);
	free(label);
}

static void
write_spreads(const struct page *page, const struct comparison *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n_panel[PANEL_RATE]; i++) {
		const struct comparison_row *row = &c->row[i];
		bool told = is_claim(row) && (view_is(row->f->jitter_by, "between") ||
					      view_is(row->f->jitter_by, "history"));

		if (!told && row->f->spread_p * (double)c->n_panel[PANEL_RATE] < SPREAD_P &&
		    n++ < MAIL_LINES_MAX)
			write_spread(page, c, row);
	}
	mail_more(page, n);
}

/* What of the rates did not change, and what it takes to know of the others. */
static void
write_rest(const struct page *page, const struct comparison *c, const struct input *input,
	   const size_t count[JITTER_VERDICTS])
{
	static const char *const names[JITTER_VERDICTS] = {[JITTER_SAME] = "same",
							   [JITTER_UNDECIDED] = "undecided",
							   [JITTER_UNKNOWN] = "not known"};
	const char *more = mail_is_imported(c, input) ? "longer runs, or fio's logs with "
							"--log_avg_msec=100"
			   : input->n_commits == 0    ? "longer runs, or shorter samples"
						      : "collect run --interval 100ms";
	char *rest = tally_text(count, names, JITTER_SAME, JITTER_VERDICTS);
	bool drift = false;
	const char *others = comparison_several(c) ? ", the others" : ", the other tests";

	for (size_t i = 0; i < c->n_rows; i++)
		drift |= !is_claim(&c->row[i]) && is_straightened(c->row[i].f);
	if (*rest)
		page_wrap(page, 2, "Jitter within runs%s%s: %s%s%s%s.",
			  count[JITTER_MORE] + count[JITTER_STEADIER] ? others : "",
			  drift ? " (drift taken out)" : "", rest,
			  count[JITTER_UNKNOWN]
			      ? " (it takes 3 runs a side with 10 intervals each: "
			      : "",
			  count[JITTER_UNKNOWN] ? more : "", count[JITTER_UNKNOWN] ? ")" : "");
	free(rest);
}

/* Adds what a row says of levels and drifts, which names its side: the base's is said once. */
static void
take_unsteady(struct index *lines, const struct comparison_row *row)
{
	struct view note = row->f->note, part;
	enum remark kind;

	while (remark_next(&note, &part, &kind)) {
		if (kind != REMARK_STEADINESS)
			continue;
		char *line =
		    mem_format("%s%s%s: %.*s", row->test->label, *row->direction ? " " : "",
			       row->direction, VIEW_ARGS(part));
		if (index_find(lines, line, strlen(line)))
			free(line);
		else
			index_add(lines, line, strlen(line), line);
	}
}

static void
write_unsteady(const struct page *page, const struct comparison *c, bool after)
{
	struct index lines = {0};
	size_t n = 0;

	for (size_t i = 0; i < c->n_rows; i++)
		take_unsteady(&lines, &c->row[i]);
	if (lines.first && !after)
		page_blank(page);
	for (const struct index_entry *e = lines.first; e; e = index_next(e)) {
		if (n++ < MAIL_LINES_MAX)
			page_wrap(page, 2, "%s", (const char *)e->value);
	}
	mail_more(page, n);
	index_free(&lines, free);
}

void
mail_jitter(const struct page *page, const struct comparison *c, const struct input *input)
{
	size_t count[JITTER_VERDICTS] = {0};
	bool any = false;

	for (size_t i = 0; i < c->n_rows; i++) {
		bool rate = c->row[i].panel == PANEL_RATE;

		count[c->row[i].f->jitter_verdict] += rate;
		any |= rate ? c->row[i].f->jitter_verdict != JITTER_NONE : is_claim(&c->row[i]);
	}
	if (any) {
		page_blank(page);
		write_claims(page, c);
		write_spreads(page, c);
		write_rest(page, c, input, count);
	}
	write_unsteady(page, c, any);
}
