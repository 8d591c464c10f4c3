/* The changes as one table, and each test with its pictures. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "render/html/report_part.h"
#include "render/model/commit.h"
#include "render/model/headline_part.h"
#include "render/model/words.h"
#include "render/text/ranking.h"

/* A row with what it is sorted by. */
struct weighed {
	const struct comparison_row *row;
	int rank;
	double severity;
	size_t place;
};

static int
rank_of(enum verdict verdict)
{
	return verdict == VERDICT_REGRESSED ? 0 : verdict == VERDICT_IMPROVED ? 1 : 2;
}

static int
by_weight(const void *a, const void *b)
{
	const struct weighed *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank - y->rank;
	if (x->severity != y->severity)
		return x->severity > y->severity ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

const struct comparison_row **
report_order(const struct comparison *c)
{
	struct weighed *weighed = mem_alloc(c->n_rows, sizeof(*weighed));
	const struct comparison_row **order = mem_alloc(c->n_rows, sizeof(void *));

	for (size_t i = 0; i < c->n_rows; i++) {
		const struct finding_compare *f = c->row[i].f;
		int rank = rank_of(f->verdict);
		double severity = rank < 2 ? headline_severity(f) : 0;

		weighed[i] = (struct weighed){&c->row[i], rank, isnan(severity) ? 0 : severity, i};
	}
	qsort(weighed, c->n_rows, sizeof(*weighed), by_weight);
	for (size_t i = 0; i < c->n_rows; i++)
		order[i] = weighed[i].row;
	free(weighed);
	return order;
}

enum column { TEST, METRIC, COMMIT, BASE, NEW, CHANGE, INTERVAL, VERDICT, RUNS, JITTER };

static void
set_row(struct numbers *t, const struct comparison_row *row, bool several)
{
	const struct finding_compare *f = row->f;
	size_t i = numbers_row(t), skip = several ? 0 : 1;
	char text[UNIT_TEXT];

	numbers_set(t, i, TEST, mem_dup(row->test->label), NAN);
	numbers_set(t, i, METRIC, words_metric(row), NAN);
	if (several)
		numbers_set(t, i, COMMIT, commit_short(f->commit), NAN);
	if (!isnan(f->base_value))
		numbers_set(t, i, BASE - skip, mem_dup(unit_print(f->base_value, f->unit, text)),
			    f->base_value);
	if (!isnan(f->value))
		numbers_set(t, i, NEW - skip, mem_dup(unit_print(f->value, f->unit, text)),
			    f->value);
	if (!isnan(f->change))
		numbers_set(t, i, CHANGE - skip, mem_dup(unit_percent(f->change, text)), f->change);
	numbers_set(t, i, INTERVAL - skip, words_bounds(f->low, f->high), f->low);
	numbers_set(t, i, VERDICT - skip,
		    mem_dup(f->verdict == VERDICT_NONE ? "no verdict" : verdict_name[f->verdict]),
		    NAN);
	if (!isnan(f->base_runs) && !isnan(f->runs))
		numbers_set(t, i, RUNS - skip, mem_format("%.0f + %.0f", f->base_runs, f->runs),
			    f->base_runs + f->runs);
	numbers_set(t, i, JITTER - skip, mem_dup(jitter_verdict_name[f->jitter_verdict]),
		    f->jitter_ratio);
}

void
report_changes(const struct html *h, const struct comparison *c)
{
	static const struct {
		const char *head;
		bool left;
	} columns[] = {[TEST] = {"test", true},
		       [METRIC] = {"metric", true},
		       [COMMIT] = {"commit", true},
		       [BASE] = {"base", false},
		       [NEW] = {"new", false},
		       [CHANGE] = {"change", false},
		       [INTERVAL] = {"95 % interval, %", false},
		       [VERDICT] = {"verdict", true},
		       [RUNS] = {"runs", false},
		       [JITTER] = {"jitter", true}};
	const struct comparison_row **order = report_order(c);
	bool several = comparison_several(c);
	const char *means = words_means(c->row, c->n_rows);
	struct numbers table;

	numbers_init(&table, mem_format("All changes, the worst first; %s", means));
	for (size_t i = 0; i < countof(columns); i++) {
		if (i != COMMIT || several)
			numbers_column(&table, mem_dup(columns[i].head), columns[i].left);
	}
	for (size_t i = 0; i < c->n_rows; i++)
		set_row(&table, order[i], several);
	fputs("<section>\n<h2>All changes</h2>\n<form id=\"filter\" hidden>\n"
	      "<label><input type=\"checkbox\" name=\"changed\"> changed only</label>\n"
	      "<label>at least <input type=\"number\" name=\"least\" min=\"0\" step=\"any\" "
	      "value=\"0\"> %</label>\n"
	      "<label>containing <input type=\"search\" name=\"text\"></label>\n"
	      "<output aria-live=\"polite\"></output>\n</form>\n",
	      h->out);
	html_table(h, &table, "changes");
	fputs("</section>\n", h->out);
	numbers_free(&table);
	free(order);
}

static void
write_summary(const struct html *h, const struct comparison *c, const struct comparison_test *test)
{
	static const char *const class[OUTCOMES] = {[OUTCOME_REGRESSED] = "regressed",
						    [OUTCOME_MIXED] = "mixed",
						    [OUTCOME_IMPROVED] = "improved"};
	const char *name = class[test->outcome] ? class[test->outcome] : "second";

	fputs("<summary><h3>", h->out);
	if (comparison_several(c)) {
		char *commit = commit_short(test->commit);
		html_text(h->out, commit);
		fputs(": ", h->out);
		free(commit);
	}
	html_text(h->out, test->label);
	fprintf(h->out, "</h3> <span class=\"%s\">%s</span></summary>\n<p class=\"second\">", name,
		words_outcome[test->outcome]);
	html_view(h->out, test->name);
	fputs(test->params.n ? ": <code>" : "", h->out);
	html_view(h->out, test->params);
	fputs(test->params.n ? "</code></p>\n" : "</p>\n", h->out);
}

/* One test; false where no picture of it could be made. */
static bool
write_test(const struct report_request *r, const struct html *h, const struct comparison *c,
	   const struct comparison_test *test)
{
	bool all = ranking_changed(test) || headline_jittery(c, test->commit, test) ||
		   c->n_tests <= REPORT_SMALL;

	fputs("<details class=\"test\">", h->out);
	write_summary(h, c, test);
	size_t figures = report_figures(r, h, c->base.p, test->commit.p, test->name.p, all);
	if (figures && !all) {
		fputs("<p class=\"second\"><code>render jitter --test ", h->out);
		html_view(h->out, test->name);
		fputs("</code>, and likewise heatmap and ring, draw more of it.</p>\n", h->out);
	}
	fputs("</details>\n", h->out);
	return figures > 0;
}

static void
write_left_out(const struct html *h, size_t n)
{
	if (n)
		fprintf(h->out,
			"<p>%zu test%s no picture here, to keep the page small: "
			"<code>render dist --test NAME</code>, <code>render percentile --test "
			"NAME</code> and so on draw them.</p>\n",
			n, n == 1 ? " has" : "s have");
}

/* Each test once, by its worst row, as long as there is room. */
void
report_tests(const struct report_request *r, const struct comparison *c)
{
	const struct comparison_row **order = report_order(c);
	const struct html *h = r->html;
	size_t left_out = 0, used = 0, without = 0;
	bool *done = mem_alloc(c->n_tests, sizeof(*done));

	fputs("<section>\n<h2>Test by test</h2>\n", h->out);
	for (size_t i = 0; i < c->n_rows; i++) {
		size_t test = (size_t)(order[i]->test - c->test), n;
		struct html inner = *h;
		char *text = NULL;

		if (done[test])
			continue;
		done[test] = true;
		if (used >= REPORT_BYTES) {
			left_out++;
			continue;
		}
		inner.out = mem_stream(&text, &n);
		bool any = write_test(r, &inner, c, order[i]->test);
		fclose(inner.out);
		without += !any;
		if (any && used + n <= REPORT_BYTES)
			fwrite(text, 1, n, h->out);
		else if (any)
			left_out++;
		used += any ? n : 0;
		free(text);
	}
	write_left_out(h, left_out);
	if (without && !data_commits(h->input->data))
		fputs("<p>The input holds no records, so that there are no pictures of single "
		      "tests: <code>analyze compare --keep</code> passes them on.</p>\n",
		      h->out);
	fputs("</section>\n", h->out);
	free(done);
	free(order);
}
