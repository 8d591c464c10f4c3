/* Markdown for issues and pull requests. */
#include "render/text/markdown.h"

#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/model/headline.h"
#include "render/model/words.h"
#include "render/text/mail.h"
#include "render/text/markdown_chart.h"
#include "render/text/markdown_escape.h"
#include "render/text/ranking.h"

enum { CHANGED_MOST = 30 }; /* rows of the open table */

/* Changes of rows of one panel: those with a verdict, or all. */
struct sum {
	double logs, low, high;
	size_t n;
};

static struct sum
sum_of(const struct comparison *c, enum panel panel, enum verdict verdict)
{
	struct sum sum = {0, INFINITY, -INFINITY, 0};

	for (size_t i = 0; i < c->n_rows; i++) {
		const struct finding_compare *f = c->row[i].f;

		if (c->row[i].panel != panel || isnan(f->change) || f->change <= -1 ||
		    words_overloaded(f) || (verdict != VERDICTS && f->verdict != verdict))
			continue;
		sum.logs += log1p(f->change);
		sum.low = fmin(sum.low, f->change);
		sum.high = fmax(sum.high, f->change);
		sum.n++;
	}
	return sum;
}

static void
write_sum(FILE *out, const char *what, const struct sum *sum)
{
	char mean[UNIT_TEXT], low[UNIT_TEXT], high[UNIT_TEXT];

	if (sum->n == 0) {
		fprintf(out, "| %s | 0 | | |\n", what);
		return;
	}
	unit_percent(expm1(sum->logs / (double)sum->n), mean);
	fprintf(out, "| %s | %zu | %s | \\[%s, %s\\] |\n", what, sum->n, mean,
		unit_change(sum->low, low), unit_change(sum->high, high));
}

static void
write_counts(FILE *out, const struct comparison *c)
{
	static const struct {
		const char *name;
		enum verdict verdict;
	} rows[] = {{"regressions", VERDICT_REGRESSED},
		    {"improvements", VERDICT_IMPROVED},
		    {"all", VERDICTS}};

	fputs("| | comparisons | geometric mean | range, % |\n|:---|---:|---:|:---|\n", out);
	for (enum panel panel = 0; panel < PANELS; panel++) {
		if (c->n_panel[panel] == 0)
			continue;
		for (size_t i = 0; i < countof(rows); i++) {
			struct sum sum = sum_of(c, panel, rows[i].verdict);
			char *what = mem_format(
			    "%s: %s", panel == PANEL_RATE ? "rate" : "p99 latency", rows[i].name);
			write_sum(out, what, &sum);
			free(what);
		}
	}
	putc('\n', out);
}

/* "71.53k -> 61.20k | **-14.4 %** \[-17.9, -10.8\] |": values and change of one metric. */
static void
write_metric(FILE *out, const struct finding_compare *f)
{
	char base[UNIT_TEXT], value[UNIT_TEXT], change[UNIT_TEXT];

	if (!f) {
		fputs(" | |", out);
		return;
	}
	bool changed = f->verdict == VERDICT_REGRESSED || f->verdict == VERDICT_IMPROVED;
	char *bounds = words_bounds(f->low, f->high), *prose = markdown_prose(bounds);
	fprintf(out, " %s → %s |", unit_print(f->base_value, f->unit, base),
		unit_print(f->value, f->unit, value));
	if (!isnan(f->change))
		fprintf(out, " %s%s%s %s %s", changed ? "**" : "", unit_percent(f->change, change),
			changed ? "**" : "", prose,
			f->verdict == VERDICT_UNDECIDED ? "undecided " : "");
	fputs("|", out);
	free(prose);
	free(bounds);
}

static void
write_table(FILE *out, const struct comparison *c, const struct comparison_test *const *tests,
	    size_t n)
{
	fputs("| test | rate | change | p99 latency | change | verdict |\n"
	      "|:---|---:|---:|---:|---:|:---|\n",
	      out);
	for (size_t i = 0; i < n; i++) {
		const struct comparison_row *rate = ranking_row(c, tests[i], PANEL_RATE);
		const struct comparison_row *tail = ranking_row(c, tests[i], PANEL_TAIL);
		char *label = markdown_code(tests[i]->label);

		fprintf(out, "| %s |", label);
		write_metric(out, rate ? rate->f : NULL);
		write_metric(out, tail ? tail->f : NULL);
		fprintf(out, " %s |\n", words_outcome[tests[i]->outcome]);
		free(label);
	}
	putc('\n', out);
}

static void
write_tests(FILE *out, const struct comparison *c)
{
	const struct comparison_test **tests = ranking_of(c);
	size_t open = 0;

	while (open < c->n_tests && open < CHANGED_MOST && ranking_changed(tests[open]))
		open++;
	if (open)
		write_table(out, c, tests, open);
	if (open < c->n_tests) {
		size_t more = c->n_tests - open;
		fprintf(out, "<details><summary>%zu %stest%s</summary>\n\n", more,
			open ? "more " : "", more == 1 ? "" : "s");
		write_table(out, c, tests + open, more);
		fputs("</details>\n\n", out);
	}
	free(tests);
}

/* The mail, in a block of code, which no reference in it leaves. */
static void
write_mail(FILE *out, const struct comparison *c, const struct input *input)
{
	char *text = NULL;
	size_t size;
	FILE *stream = mem_stream(&text, &size);
	const struct page page = {.out = stream, .width = PAGE_WIDTH};

	mail_write(&page, c, input);
	fclose(stream);
	char *fence = markdown_fence(text);
	fprintf(out,
		"<details><summary>Method, machine and all numbers as text</summary>\n\n"
		"%stext\n%s%s\n\n</details>\n",
		fence, text, fence);
	free(fence);
	free(text);
}

void
markdown_write(FILE *out, const struct comparison *c, const struct input *input)
{
	char *finding = headline(c, HEADLINE_TITLE), *hidden = words_hidden(c);
	char *text = mem_format("%s%s%s", finding, *hidden ? "; " : "", hidden);
	char *heading = markdown_prose(text);

	fprintf(out, "### %s\n\n", heading);
	markdown_commit(out, input, "base", c->base);
	markdown_commit(out, input, "new", c->commit);
	putc('\n', out);
	write_counts(out, c);
	write_tests(out, c);
	write_mail(out, c, input);
	free(heading);
	free(text);
	free(hidden);
	free(finding);
}
