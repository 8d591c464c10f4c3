/* The mail's single lines: what was overloaded, open questions, remarks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/draw/sign.h"
#include "render/model/remark.h"
#include "render/model/words.h"
#include "render/text/mail.h"

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

/* A row that has no answer, and why. */
static void
write_open(const struct page *page, const struct comparison *c, const struct comparison_row *row)
{
	const struct finding_compare *f = row->f;
	char *label = mail_test(c, f), *metric = words_metric(row);
	bool none = f->verdict == VERDICT_NONE;

	page_wrap(page, 2, "%s: %s%s%s", label, none ? metric : "", none ? ": " : "",
		  words_reason(f));
	free(metric);
	free(label);
}

static bool
is_undecided(const struct comparison_row *row)
{
	return row->f->verdict == VERDICT_UNDECIDED && !words_overloaded(row->f);
}

/* A number of runs in a word: "87", "-", ">1000". */
static char *
count_text(double runs, char out[UNIT_TEXT])
{
	if (runs > WORDS_RUNS_MOST)
		snprintf(out, UNIT_TEXT, ">%d", WORDS_RUNS_MOST);
	else
		words_run_count(runs, out);
	return out;
}

/* The runs a side that would show the change, or the smallest that counts. What is beyond all sense
 * is left out of the findings; here it is infinite. */
static double
runs_of(const struct finding_compare *f, bool for_change)
{
	double runs = for_change ? f->runs_for_change : f->runs_needed;
	bool asked = !for_change || fabs(f->change) > f->theta;

	return isnan(runs) && asked && remark_has(f->note, remark_too_many) ? INFINITY : runs;
}

static bool
has_runs(const struct finding_compare *f)
{
	return runs_of(f, true) > 0 || runs_of(f, false) > 0;
}

/* "IOPS 87 (159), p99 latency (70)": of a test's undecided metrics the runs a side that would show
 * the change, and in brackets the smallest that counts; "" where none is. The caller frees it. */
static char *
needs_of(const struct comparison *c, const struct comparison_test *test)
{
	char change[UNIT_TEXT], theta[UNIT_TEXT], *text = mem_dup("");

	for (size_t i = 0; i < c->n_rows; i++) {
		const struct comparison_row *row = &c->row[i];

		if (row->test != test || !is_undecided(row))
			continue;
		char *metric = words_metric(row);
		mem_append(&text, "%s%s", *text ? ", " : "", metric);
		if (runs_of(row->f, true) > 0)
			mem_append(&text, " %s", count_text(runs_of(row->f, true), change));
		if (runs_of(row->f, false) > 0)
			mem_append(&text, " (%s)", count_text(runs_of(row->f, false), theta));
		free(metric);
	}
	return text;
}

/* A line a test: the changes and intervals stand in the tables. */
static void
write_undecided(const struct page *page, const struct comparison *c)
{
	size_t n = 0;
	bool runs = false;

	for (size_t i = 0; i < c->n_rows; i++)
		runs |= is_undecided(&c->row[i]) && has_runs(c->row[i].f);
	for (size_t i = 0; i < c->n_tests; i++) {
		char *needs = needs_of(c, &c->test[i]);

		if (*needs && n++ == 0) {
			page_blank(page);
			page_wrap(page, 0, "Undecided%s:",
				  runs ? "; runs a side that would show the change (the smallest "
					 "that counts)"
				       : "");
		}
		if (*needs && n <= MAIL_LINES_MAX) {
			const struct finding_compare test = {.test = c->test[i].name,
							     .commit = c->test[i].commit};
			char *label = mail_test(c, &test);
			page_wrap(page, 2, "%s: %s", label, needs);
			free(label);
		}
		free(needs);
	}
	mail_more(page, n);
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
	} parts[] = {{VERDICT_NONE, "No verdict:"},
		     {VERDICT_MISSING, "Missing:"},
		     {VERDICT_INCOMPARABLE, "Not comparable:"}};

	if (words_one_run(c)) {
		page_blank(page);
		page_wrap(page, 0, "One run a side has no interval and no verdict: %s.",
			  mail_is_imported(c, input) ? "measure and import more of them"
			  : input->n_commits == 0    ? "measure more of them"
						  : "measure more of them (collect run --runs 5)");
	}
	write_undecided(page, c);
	for (size_t p = 0; p < countof(parts); p++) {
		if (parts[p].verdict != VERDICT_NONE || !words_one_run(c))
			write_open_part(page, c, parts[p].verdict, parts[p].head);
	}
}

/* What must be known of a row before it is believed, or of an undecided one before more runs are
 * made. The caller frees it. */
static char *
remarks_of(const struct comparison_row *row)
{
	enum verdict verdict = row->f->verdict;

	if (verdict < VERDICT_REGRESSED || verdict > VERDICT_UNDECIDED || words_overloaded(row->f))
		return mem_dup("");
	return remark_parts(row->f->note, verdict == VERDICT_UNDECIDED
					      ? REMARK_FAMILY | REMARK_OTHER
					      : REMARK_OTHER);
}

void
mail_remarks(const struct page *page, const struct comparison *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n_rows; i++) {
		const struct comparison_row *row = &c->row[i];
		char *remarks = remarks_of(row);

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
