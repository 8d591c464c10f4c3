/* The mail's single lines: what was overloaded, open questions, remarks, costs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/draw/sign.h"
#include "render/model/remark.h"
#include "render/model/words.h"
#include "render/text/mail.h"
#include "render/text/tally.h"

/* Its first overloaded latency stands for a test: all of them say the same of it. */
static const struct comparison_row *
overloaded_row(const struct comparison *c, const struct comparison_test *test)
{
	for (size_t i = 0; i < c->n_rows; i++) {
		if (c->row[i].test == test && words_overloaded(c->row[i].f))
			return &c->row[i];
	}
	return NULL;
}

void
mail_overload(const struct page *page, const struct comparison *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n_tests; i++) {
		const struct comparison_row *row = overloaded_row(c, &c->test[i]);

		if (!row)
			continue;
		if (n == 0)
			page_blank(page);
		if (n++ >= MAIL_LINES_MAX)
			continue;
		char *label = mail_test(c, row->f);
		/* Behind "; ", what the runs say. */
		const char *says = row->f->note.p + strlen(finding_overloaded);
		page_wrap(page, 2, "%s: overloaded: %s%sits latencies only tell how long it ran",
			  label, *says ? says + 2 : "", *says ? "; " : "");
		free(label);
	}
	mail_more(page, n);
}

/* A cell that has no answer, and what would give one. */
static void
write_open(const struct page *page, const struct comparison *c, const struct comparison_row *row)
{
	char change[UNIT_TEXT], low[UNIT_TEXT], high[UNIT_TEXT];
	const struct finding_compare *f = row->f;
	char *label = mail_test(c, f), *metric = words_metric(row), *needs = words_needs(f);
	char *remarks = remark_parts(f->note, REMARK_FAMILY | REMARK_OTHER);

	if (f->verdict != VERDICT_UNDECIDED)
		page_wrap(page, 2, "%s: %s%s%s", label, f->verdict == VERDICT_NONE ? metric : "",
			  f->verdict == VERDICT_NONE ? ": " : "", words_reason(f));
	else
		page_wrap(page, 2, "%s: %s %s [%s, %s]%s%s%s%s", label, metric,
			  unit_percent(f->change, change), unit_change(f->low, low),
			  unit_change(f->high, high), *needs ? "; " : "", needs,
			  *remarks ? "; " : "", remarks);
	free(remarks);
	free(needs);
	free(metric);
	free(label);
}

/* The rows of one verdict below a head; nothing where there are none. */
static void
write_open_part(const struct page *page, const struct comparison *c, enum verdict verdict,
		const char *head)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n_rows; i++) {
		const struct comparison_row *row = &c->row[i];

		if (row->f->verdict != verdict || words_overloaded(row->f))
			continue;
		/* A test that one side lacks is said once, not for each metric. */
		if (verdict == VERDICT_MISSING && row->panel == PANEL_TAIL &&
		    row->test->outcome == OUTCOME_MISSING)
			continue;
		if (n == 0) {
			page_blank(page);
			page_line(page, "%s", head);
		}
		if (n++ < MAIL_LINES_MAX)
			write_open(page, c, row);
	}
	mail_more(page, n);
}

void
mail_open_questions(const struct page *page, const struct comparison *c, const struct input *input)
{
	static const struct {
		enum verdict verdict;
		const char *head;
	} parts[] = {{VERDICT_UNDECIDED, "Undecided:"},
		     {VERDICT_NONE, "No verdict:"},
		     {VERDICT_MISSING, "Missing:"},
		     {VERDICT_INCOMPARABLE, "Not comparable:"}};

	if (words_one_run(c)) {
		page_blank(page);
		page_wrap(page, 0, "One run a side has no interval and no verdict: %s.",
			  mail_is_imported(c, input)
			      ? "measure and import more of them"
			      : "measure more of them (collect run --runs 5)");
	}
	for (size_t p = 0; p < countof(parts); p++) {
		if (parts[p].verdict != VERDICT_NONE || !words_one_run(c))
			write_open_part(page, c, parts[p].verdict, parts[p].head);
	}
}

/* What must be known of a decided cell before it is believed. */
void
mail_remarks(const struct page *page, const struct comparison *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n_rows; i++) {
		const struct comparison_row *row = &c->row[i];
		enum verdict verdict = row->f->verdict;

		if (verdict < VERDICT_REGRESSED || verdict > VERDICT_SHIFTED)
			continue;
		char *remarks = remark_parts(row->f->note, REMARK_OTHER);
		if (*remarks && n++ == 0) {
			page_blank(page);
			page_line(page, "Remarks:");
		}
		if (*remarks && n <= MAIL_LINES_MAX) {
			char *label = mail_test(c, row->f), *metric = words_metric(row);
			page_wrap(page, 2, "%s: %s: %s", label, metric, remarks);
			free(metric);
			free(label);
		}
		free(remarks);
	}
	mail_more(page, n);
}

/* " (+13.7 % [+12.1, +15.3])", without what is absent. The caller frees it. */
static char *
change_text(const struct finding_compare *f)
{
	char change[UNIT_TEXT], low[UNIT_TEXT], high[UNIT_TEXT];

	if (isnan(f->change))
		return mem_dup("");
	if (isnan(f->low) || isnan(f->high))
		return mem_format(" (%s)", unit_percent(f->change, change));
	return mem_format(" (%s [%s, %s])", unit_percent(f->change, change),
			  unit_change(f->low, low), unit_change(f->high, high));
}

static void
write_cost(const struct page *page, const struct comparison *c, const struct finding_compare *f,
	   const char *what)
{
	char base[UNIT_TEXT], value[UNIT_TEXT], *label = mail_test(c, f);
	char *change = change_text(f);

	page_wrap(page, 2, "%s: %s %s -> %s%s, %s", label, what,
		  unit_print(f->base_value, f->unit, base), unit_print(f->value, f->unit, value),
		  change, verdict_name[f->verdict]);
	free(change);
	free(label);
}

/* What an I/O costs, and errors: findings that decide nothing but must not be hidden. */
void
mail_costs(const struct page *page, const struct comparison *c, const struct input *input)
{
	size_t count[VERDICTS] = {0};
	bool head = false, changed = false;

	for (size_t i = 0; i < input->n_compare; i++) {
		const struct finding_compare *f = &input->compare[i];
		bool cpu = view_is(f->metric, "cpu.per_io"), errors = view_is(f->metric, "errors");

		if (!comparison_has(c, f) ||
		    !(cpu || (errors && (f->base_value > 0 || f->value > 0))))
			continue;
		if (!head)
			page_blank(page);
		head = true;
		if (errors || f->verdict == VERDICT_REGRESSED || f->verdict == VERDICT_IMPROVED) {
			write_cost(page, c, f, cpu ? "CPU per I/O" : "errors");
			changed |= cpu;
		} else {
			count[f->verdict]++;
		}
	}
	char *rest = tally_text(count, verdict_name, 0, VERDICTS);
	if (*rest)
		page_wrap(page, 2, "CPU per I/O%s: %s.", changed ? ", the other tests" : "", rest);
	free(rest);
}
