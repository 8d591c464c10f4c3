/* The order of the report, and its first part. */
#include "render/html/report.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "render/html/report_part.h"
#include "render/model/commit.h"
#include "render/model/headline.h"
#include "render/model/words.h"

enum { COMMITS_MOST = 12 }; /* that have a forest of their own */

/* before stands in front of what was found. */
static size_t
figure(const struct html *h, const struct chart *chart, const struct chart_request *request,
       const char *before)
{
	void *self = chart->make(request);

	if (!self)
		return 0;
	char *found = chart->finding(self), *title = mem_format("%s%s", before, found);
	free(found);
	html_figure(h, chart, self, title);
	free(title);
	chart->free(self);
	return 1;
}

size_t
report_figures(const struct report_request *r, const struct html *h, const char *base,
	       const char *commit, const char *test, bool all)
{
	struct where ignored = {0};
	struct chart_request request = {.input = h->input,
					.data = h->input->data,
					.base = base,
					.commit = commit,
					.test = test,
					.why = &ignored};
	size_t n = 0;

	for (size_t i = 0; i < r->n_charts && (all || n < REPORT_FEW); i++) {
		if (r->charts[i].one_test == (test != NULL) &&
		    strcmp(r->charts[i].name, "forest") != 0)
			n += figure(h, r->charts[i].chart, &request, "");
	}
	return n;
}

static void
write_side(const struct html *h, const char *role, struct view commit)
{
	fprintf(h->out, "<li><b>%s</b> ", role);
	html_commit(h, commit);
	fputs("</li>\n", h->out);
}

/* The counts are the comparison's own, as those of the headline. */
static void
write_counts(const struct html *h, const struct comparison *c)
{
	static const char *const class[OUTCOMES] = {[OUTCOME_REGRESSED] = " class=\"regressed\"",
						    [OUTCOME_MIXED] = " class=\"mixed\"",
						    [OUTCOME_IMPROVED] = " class=\"improved\""};

	fputs("<ul class=\"counts\" aria-label=\"tests by what they came to\">\n", h->out);
	for (enum outcome o = 0; o < OUTCOMES; o++) {
		if (c->count[o])
			fprintf(h->out, "<li%s><b>%zu</b> %s</li>\n", class[o] ? class[o] : "",
				c->count[o], words_outcome[o]);
	}
	if (comparison_several(c))
		fprintf(h->out, "<li class=\"second\">of %zu test%s in %zu commits</li>\n</ul>\n",
			c->n_names, c->n_names == 1 ? "" : "s", c->n_commits);
	else
		fprintf(h->out, "<li class=\"second\">of %zu test%s</li>\n</ul>\n", c->n_tests,
			c->n_tests == 1 ? "" : "s");
}

static const struct chart *
chart_called(const struct report_request *r, const char *name)
{
	for (size_t i = 0; i < r->n_charts; i++) {
		if (strcmp(r->charts[i].name, name) == 0)
			return r->charts[i].chart;
	}
	return NULL;
}

/* A forest for each commit, as many as anybody looks at. */
static void
write_forests(const struct report_request *r, const struct comparison *c)
{
	const struct html *h = r->html;
	const struct chart *forest = chart_called(r, "forest");

	fputs("<section>\n<h2>Changes at a glance</h2>\n", h->out);
	for (size_t i = 0; forest && i < c->n_commits && i < COMMITS_MOST; i++) {
		struct where ignored = {0};
		struct chart_request request = {.input = h->input,
						.data = h->input->data,
						.base = c->base.p,
						.commit = c->commits[i].p,
						.why = &ignored};

		char *short_name = commit_short(c->commits[i]);
		char *before = mem_format("%s: ", short_name);
		figure(h, forest, &request, comparison_several(c) ? before : "");
		free(before);
		free(short_name);
	}
	if (c->n_commits > COMMITS_MOST)
		fprintf(h->out,
			"<p>%zu more commits have no picture here; the table has them all.</p>\n",
			c->n_commits - COMMITS_MOST);
	fputs("</section>\n", h->out);
}

static void
write_grids(const struct report_request *r, const struct comparison *c)
{
	char *text = NULL;
	size_t n;
	struct html inner = *r->html;

	inner.out = mem_stream(&text, &n);
	size_t figures = report_figures(r, &inner, c->base.p, c->commit.p, NULL, true);
	fclose(inner.out);
	if (figures) {
		fputs("<section>\n<h2>Across all tests</h2>\n", r->html->out);
		fwrite(text, 1, n, r->html->out);
		fputs("</section>\n", r->html->out);
	}
	free(text);
}

static void
write_comparison(const struct report_request *r, const struct comparison *c)
{
	const struct html *h = r->html;
	char *title = headline_with(c, comparison_several(c) ? HEADLINE_MAIL : HEADLINE_TITLE,
				    h->input->combined, h->input->n_combined);

	html_begin(h, title);
	fputs("<h1>", h->out);
	html_text(h->out, title);
	fputs("</h1>\n", h->out);
	write_counts(h, c);
	fputs("<ul class=\"sides\">\n", h->out);
	write_side(h, "base", c->base);
	for (size_t i = 0; i < c->n_commits; i++)
		write_side(h, "new", c->commits[i]);
	fputs("</ul>\n", h->out);
	write_forests(r, c);
	report_changes(h, c);
	report_tests(r, c);
	write_grids(r, c);
	report_method(h, c);
	report_mail(h, c);
	html_end(h);
	free(title);
}

/* Records, or findings of other verbs, without a comparison. */
static bool
write_alone(const struct report_request *r)
{
	const struct html *h = r->html;
	const struct input *input = h->input;
	size_t tests = input->data ? data_tests(input->data) : 0, figures = 0, n;
	struct html inner = *h;
	char *text = NULL;

	inner.out = mem_stream(&text, &n);
	figures += report_figures(r, &inner, r->base, r->commit, NULL, true);
	for (size_t i = 0; i < tests; i++) {
		struct view test = data_test(input->data, i);

		fprintf(inner.out, "<section>\n<h2>");
		html_view(inner.out, test);
		fputs("</h2>\n", inner.out);
		if (ftell(inner.out) < REPORT_BYTES)
			figures += report_figures(r, &inner, r->base, r->commit, test.p,
						  tests <= REPORT_SMALL);
		else
			fputs("<p>No room for its pictures: <code>render dist --test</code> draws "
			      "them.</p>\n",
			      inner.out);
		fputs("</section>\n", inner.out);
	}
	fclose(inner.out);
	if (figures) {
		html_begin(h, "Measurements without a comparison");
		fputs("<h1>Measurements without a comparison</h1>\n<p>There are no findings of "
		      "<code>analyze compare --keep</code> in the input, so that there are no "
		      "verdicts here.</p>\n<ul class=\"sides\">\n",
		      h->out);
		for (size_t i = 0; i < input->n_commits; i++)
			write_side(h, "commit", input->commit[i]);
		fputs("</ul>\n", h->out);
		fwrite(text, 1, n, h->out);
		html_end(h);
	}
	free(text);
	return figures ||
	       where_set(r->why, NULL, 0,
			 "nothing to report: the input must hold findings of 'analyze compare "
			 "--keep', or records of complete runs");
}

bool
report_write(const struct report_request *r)
{
	const struct input *input = r->html->input;
	struct comparison c;

	if (input->n_compare == 0)
		return write_alone(r);
	if (!(r->commit ? comparison_init(&c, input, r->base, r->commit, r->why)
			: comparison_init_all(&c, input, r->base, r->why)))
		return false;
	write_comparison(r, &c);
	comparison_free(&c);
	return true;
}
