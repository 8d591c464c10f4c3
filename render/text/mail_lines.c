/* The mail's single lines: jitter, open questions, costs, changed keys. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/draw/sign.h"
#include "render/model/commit.h"
#include "render/model/context.h"
#include "render/model/words.h"
#include "render/text/mail.h"

enum {
	LABEL_MAX = 56, /* columns of a test's name in a line */
	LINES_MAX = 12, /* of one kind: a mail is no log */
};

/* "4k randread qd 32", "4k randrw qd 32 write". The caller frees it. */
static char *
label_of(const struct comparison_row *row)
{
	char *label = sign_cut(row->test->label, LABEL_MAX);
	char *text = mem_format("%s%s%s", label, *row->direction ? " " : "", row->direction);

	free(label);
	return text;
}

/* The label of a finding's test; its name where it has no primary metric. The caller frees it. */
static char *
test_label(const struct comparison *c, const struct finding_compare *f)
{
	for (size_t i = 0; i < c->n_tests; i++) {
		if (view_eq(c->test[i].name, f->test))
			return sign_cut(c->test[i].label, LABEL_MAX);
	}
	return sign_cut(f->test.p, LABEL_MAX);
}

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
		if (n++ >= LINES_MAX)
			continue;
		char *label = sign_cut(c->test[i].label, LABEL_MAX);
		/* Behind "; ", what the runs say. */
		const char *says = row->f->note.p + strlen(finding_overloaded);
		page_wrap(page, 2, "%s: overloaded: %s%sits latencies only tell how long it ran",
			  label, *says ? says + 2 : "", *says ? "; " : "");
		free(label);
	}
	if (n > LINES_MAX)
		page_line(page, "(and %zu more)", n - LINES_MAX);
}

/* "2 same, 1 undecided" of counts by verdict, named by names. The caller frees it. */
static char *
tally(const size_t *count, const char *const *names, size_t from, size_t n)
{
	char *text = mem_dup("");

	for (size_t i = from; i < n; i++) {
		if (count[i])
			mem_append(&text, "%s%zu %s", *text ? ", " : "", count[i], names[i]);
	}
	return text;
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

/* Whether runs that were not measured by collect are among them: what to do about too few of them
 * is fio's. */
static bool
is_imported(const struct comparison *c, const struct input *input)
{
	return context_imported(input, c->base) || context_imported(input, c->commit);
}

void
mail_jitter(const struct page *page, const struct comparison *c, const struct input *input)
{
	const char *more = is_imported(c, input) ? "longer runs, or fio's logs with "
						   "--log_avg_msec=100"
						 : "collect run --interval 100ms";
	size_t count[JITTER_VERDICTS] = {0};

	for (size_t i = 0; i < c->n_panel[PANEL_RATE]; i++)
		count[c->row[i].f->jitter_verdict]++;
	if (count[JITTER_NONE] == c->n_panel[PANEL_RATE])
		return;
	page_blank(page);
	for (size_t i = 0; i < c->n_panel[PANEL_RATE]; i++) {
		enum jitter_verdict verdict = c->row[i].f->jitter_verdict;

		if (verdict == JITTER_MORE || verdict == JITTER_STEADIER)
			write_jitter(page, &c->row[i]);
	}
	char *rest = tally(count, jitter_verdict_name, JITTER_SAME, JITTER_VERDICTS);
	if (*rest)
		page_wrap(
		    page, 2, "Jitter within runs%s: %s%s%s%s.",
		    count[JITTER_MORE] + count[JITTER_STEADIER] ? ", the other tests" : "", rest,
		    count[JITTER_UNKNOWN] ? " (it takes 3 runs a side with 10 intervals each: "
					  : "",
		    count[JITTER_UNKNOWN] ? more : "", count[JITTER_UNKNOWN] ? ")" : "");
	free(rest);
}

/* A cell that has no answer, and what would give one. */
static void
write_open(const struct page *page, const struct comparison_row *row)
{
	char change[UNIT_TEXT], low[UNIT_TEXT], high[UNIT_TEXT];
	const struct finding_compare *f = row->f;
	char *label = sign_cut(row->test->label, LABEL_MAX), *metric = words_metric(row);
	char *needs = words_needs(f);

	if (f->verdict != VERDICT_UNDECIDED)
		page_wrap(page, 2, "%s: %s%s%s", label, f->verdict == VERDICT_NONE ? metric : "",
			  f->verdict == VERDICT_NONE ? ": " : "", words_reason(f));
	else
		page_wrap(page, 2, "%s: %s %s [%s, %s]%s%s%s%s", label, metric,
			  unit_percent(f->change, change), unit_change(f->low, low),
			  unit_change(f->high, high), *needs ? "; " : "", needs,
			  f->note.n ? "; " : "", f->note.p);
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
		if (n++ < LINES_MAX)
			write_open(page, row);
	}
	if (n > LINES_MAX)
		page_line(page, "(and %zu more)", n - LINES_MAX);
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
			  is_imported(c, input) ? "measure and import more of them"
						: "measure more of them (collect run --runs 5)");
	}
	for (size_t p = 0; p < countof(parts); p++) {
		if (parts[p].verdict != VERDICT_NONE || !words_one_run(c))
			write_open_part(page, c, parts[p].verdict, parts[p].head);
	}
}

static void
write_cost(const struct page *page, const struct comparison *c, const struct finding_compare *f,
	   const char *what)
{
	char base[UNIT_TEXT], value[UNIT_TEXT], change[UNIT_TEXT], *label = test_label(c, f);
	bool percent = !isnan(f->change);

	page_wrap(page, 2, "%s: %s %s -> %s%s%s%s, %s", label, what,
		  unit_print(f->base_value, f->unit, base), unit_print(f->value, f->unit, value),
		  percent ? " (" : "", percent ? unit_percent(f->change, change) : "",
		  percent ? ")" : "", verdict_name[f->verdict]);
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
	char *rest = tally(count, verdict_name, 0, VERDICTS);
	if (*rest)
		page_wrap(page, 2, "CPU per I/O%s: %s.", changed ? ", the other tests" : "", rest);
	free(rest);
}

/* The tests, among the first n findings or all, in which the key changed just as f says. */
static size_t
count_alike(const struct comparison *c, const struct input *input, const struct finding_compare *f,
	    size_t n)
{
	size_t alike = 0;

	for (size_t i = 0; i < n; i++) {
		const struct finding_compare *other = &input->compare[i];

		alike += other->verdict == VERDICT_CHANGED && comparison_has(c, other) &&
			 view_eq(other->metric, f->metric) && view_eq(other->note, f->note);
	}
	return alike;
}

/* "meta.kernel: 6.1 -> 6.2"; where the note names the keys itself, the note. tests is how many of
 * them it holds for, 0 = all. */
static void
write_changed(const struct page *page, const struct comparison *c, const struct finding_compare *f,
	      size_t tests)
{
	bool names = view_is(f->metric, "meta.*") || view_is(f->metric, "meta.fio.options_unknown");
	const char *key = names ? "" : f->metric.p, *gap = names ? "" : ": ";
	char *label = test_label(c, f);

	if (tests == 0)
		page_wrap(page, 4, "  %s%s%s", key, gap, f->note.p);
	else if (tests == 1)
		page_wrap(page, 4, "  %s%s%s (%s)", key, gap, f->note.p, label);
	else
		page_wrap(page, 4, "  %s%s%s (in %zu of %zu tests)", key, gap, f->note.p, tests,
			  c->n_tests);
	free(label);
}

void
mail_changes(const struct page *page, const struct comparison *c, const struct input *input)
{
	bool head = false;

	for (size_t i = 0; i < input->n_compare; i++) {
		const struct finding_compare *f = &input->compare[i];

		if (f->verdict != VERDICT_CHANGED || !comparison_has(c, f) ||
		    count_alike(c, input, f, i))
			continue;
		if (!head) {
			page_blank(page);
			page_line(page, "What differs between the sides:");
		}
		head = true;
		size_t alike = count_alike(c, input, f, input->n_compare);
		write_changed(page, c, f, f->test.n == 0 || alike >= c->n_tests ? 0 : alike);
	}
}

static void
write_unfinished(const struct page *page, const struct input_unfinished *run)
{
	char *commit = commit_short(run->commit), *name = sign_cut(run->run.p, LABEL_MAX);
	char *test = sign_cut(run->test.p, LABEL_MAX);

	page_wrap(page, 4, "  %s of %s%s%s", name, commit, *test ? ": " : "", test);
	free(test);
	free(name);
	free(commit);
}

void
mail_unfinished(const struct page *page, const struct comparison *c, const struct input *input)
{
	size_t n = 0;

	for (size_t i = 0; i < input->n_unfinished; i++) {
		const struct input_unfinished *run = &input->unfinished[i];

		if (!view_eq(run->commit, c->base) && !view_eq(run->commit, c->commit))
			continue;
		if (n == 0) {
			page_blank(page);
			page_line(page, "Unfinished runs:");
		}
		if (n++ < LINES_MAX)
			write_unfinished(page, run);
	}
	if (n > LINES_MAX)
		page_line(page, "(and %zu more)", n - LINES_MAX);
}
