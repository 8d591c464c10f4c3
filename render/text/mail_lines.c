/* The mail's single lines: jitter, open questions, costs, changed keys. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/text/mail.h"
#include "render/words.h"

/* "4k randread qd 32", "4k randrw qd 32 write". The caller frees it. */
static char *
label_of(const struct comparison_row *row)
{
	return mem_format("%s%s%s", row->test->label, *row->direction ? " " : "", row->direction);
}

/* The label of a finding's test; its name where it has no primary metric. */
static const char *
test_label(const struct comparison *c, const struct finding_compare *f)
{
	for (size_t i = 0; i < c->n_tests; i++) {
		if (view_eq(c->test[i].name, f->test))
			return c->test[i].label;
	}
	return f->test.p;
}

/* A ratio with the digits that matter: "0.47", "1.8", "14". Returns out. */
static char *
ratio_text(double ratio, char out[UNIT_TEXT])
{
	snprintf(out, UNIT_TEXT, "%.*f", ratio < 0.995 ? 2 : ratio < 9.95 ? 1 : 0, ratio);
	return out;
}

static void
write_jitter(const struct page *page, const struct comparison_row *row)
{
	const struct finding_compare *f = row->f;
	char ratio[UNIT_TEXT], low[UNIT_TEXT], high[UNIT_TEXT], *label = label_of(row);

	page_wrap(page, 2, "%s: jitter within runs x%s [%s, %s]: %s (CV %.1f %% -> %.1f %%)", label,
		  ratio_text(f->jitter_ratio, ratio), ratio_text(f->jitter_low, low),
		  ratio_text(f->jitter_high, high), jitter_verdict_name[f->jitter_verdict],
		  f->jitter_base * 100, f->jitter * 100);
	free(label);
}

void
mail_jitter(const struct page *page, const struct comparison *c)
{
	size_t count[JITTER_VERDICTS] = {0};
	char *rest = mem_dup("");

	for (size_t i = 0; i < c->n_panel[PANEL_RATE]; i++)
		count[c->row[i].f->jitter_verdict]++;
	if (count[JITTER_NONE] == c->n_panel[PANEL_RATE]) {
		free(rest);
		return;
	}
	page_blank(page);
	for (size_t i = 0; i < c->n_panel[PANEL_RATE]; i++) {
		enum jitter_verdict verdict = c->row[i].f->jitter_verdict;

		if (verdict == JITTER_MORE || verdict == JITTER_STEADIER)
			write_jitter(page, &c->row[i]);
	}
	for (enum jitter_verdict v = JITTER_SAME; v < JITTER_VERDICTS; v++) {
		if (count[v] == 0)
			continue;
		char *longer = mem_format("%s%s%zu %s", rest, *rest ? ", " : "", count[v],
					  jitter_verdict_name[v]);
		free(rest);
		rest = longer;
	}
	if (*rest)
		page_wrap(page, 2, "Jitter within runs%s: %s.",
			  count[JITTER_MORE] + count[JITTER_STEADIER] ? ", the other tests" : "",
			  rest);
	free(rest);
}

/* A cell that has no answer, and what would give one. */
static void
write_open(const struct page *page, const struct comparison_row *row)
{
	char change[UNIT_TEXT], low[UNIT_TEXT], high[UNIT_TEXT];
	const struct finding_compare *f = row->f;
	char *label = label_of(row), *metric = words_metric(row), *needs = mem_dup("");

	if (f->verdict != VERDICT_UNDECIDED) {
		page_wrap(page, 2, "%s: %s", label, words_reason(f));
	} else {
		if (f->runs_needed > 0) {
			free(needs);
			needs = mem_format("; %.0f runs a side would decide", f->runs_needed);
		}
		page_wrap(page, 2, "%s: %s %s [%s, %s]%s%s%s", label, metric,
			  unit_percent(f->change, change), unit_change(f->low, low),
			  unit_change(f->high, high), needs, f->note.n ? "; " : "", f->note.p);
	}
	free(needs);
	free(metric);
	free(label);
}

void
mail_open_questions(const struct page *page, const struct comparison *c)
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
		page_wrap(page, 0,
			  "One run a side has no interval and no verdict: measure more of "
			  "them (collect run --runs 5).");
		return;
	}
	for (size_t p = 0; p < countof(parts); p++) {
		bool head = false;

		for (size_t i = 0; i < c->n_rows; i++) {
			const struct comparison_row *row = &c->row[i];

			if (row->f->verdict != parts[p].verdict)
				continue;
			/* A test that one side lacks is said once, not for each metric. */
			if (row->f->verdict == VERDICT_MISSING && row->panel == PANEL_TAIL &&
			    row->test->outcome == OUTCOME_MISSING)
				continue;
			if (!head) {
				page_blank(page);
				page_line(page, "%s", parts[p].head);
			}
			head = true;
			write_open(page, row);
		}
	}
}

/* What an I/O costs, or errors: findings that decide nothing but must not be hidden. */
void
mail_costs(const struct page *page, const struct comparison *c, const struct input *input)
{
	bool head = false;

	for (size_t i = 0; i < input->n_compare; i++) {
		const struct finding_compare *f = &input->compare[i];
		bool cpu = view_is(f->metric, "cpu.per_io"), errors = view_is(f->metric, "errors");
		char base[UNIT_TEXT], value[UNIT_TEXT], change[UNIT_TEXT];

		if (!view_eq(f->base, c->base) || !view_eq(f->commit, c->commit) ||
		    !(cpu || (errors && (f->base_value > 0 || f->value > 0))))
			continue;
		if (!head)
			page_blank(page);
		head = true;
		page_wrap(page, 2, "%s: %s %s -> %s%s%s%s, %s", test_label(c, f),
			  cpu ? "CPU per I/O" : "errors", unit_print(f->base_value, f->unit, base),
			  unit_print(f->value, f->unit, value), isnan(f->change) ? "" : " (",
			  isnan(f->change) ? "" : unit_percent(f->change, change),
			  isnan(f->change) ? "" : ")", verdict_name[f->verdict]);
	}
}

/* The tests, among the first n findings or all, in which the key changed just as f says. */
static size_t
count_alike(const struct comparison *c, const struct input *input, const struct finding_compare *f,
	    size_t n)
{
	size_t alike = 0;

	for (size_t i = 0; i < n; i++) {
		const struct finding_compare *other = &input->compare[i];

		alike += other->verdict == VERDICT_CHANGED && view_eq(other->base, c->base) &&
			 view_eq(other->commit, c->commit) && view_eq(other->metric, f->metric) &&
			 view_eq(other->note, f->note);
	}
	return alike;
}

void
mail_changes(const struct page *page, const struct comparison *c, const struct input *input)
{
	bool head = false;

	for (size_t i = 0; i < input->n_compare; i++) {
		const struct finding_compare *f = &input->compare[i];

		if (f->verdict != VERDICT_CHANGED || !view_eq(f->base, c->base) ||
		    !view_eq(f->commit, c->commit) || count_alike(c, input, f, i))
			continue;
		if (!head) {
			page_blank(page);
			page_line(page, "What differs between the sides:");
		}
		head = true;
		size_t alike = count_alike(c, input, f, input->n_compare);
		if (f->test.n == 0 || alike >= c->n_tests)
			page_wrap(page, 4, "  %s: %s", f->metric.p, f->note.p);
		else if (alike == 1)
			page_wrap(page, 4, "  %s: %s (%s)", f->metric.p, f->note.p,
				  test_label(c, f));
		else
			page_wrap(page, 4, "  %s: %s (in %zu of %zu tests)", f->metric.p, f->note.p,
				  alike, c->n_tests);
	}
}
