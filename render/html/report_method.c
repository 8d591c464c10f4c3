/* How it was measured, and the mail. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "render/html/report_part.h"
#include "render/model/context.h"
#include "render/model/words.h"
#include "render/text/mail.h"

enum { COMMANDS_MOST = 20 };

static void
write_item(const struct html *h, const char *name, const char *text)
{
	if (!*text)
		return;
	fprintf(h->out, "<dt>%s</dt><dd>", name);
	html_text(h->out, text);
	fputs("</dd>\n", h->out);
}

/* The settings that differ between the sides, a row each. */
static void
write_changed(const struct html *h, const struct comparison *c)
{
	struct numbers table;

	numbers_init(&table, mem_dup("What else differs between the sides"));
	numbers_column(&table, mem_dup("key"), true);
	numbers_column(&table, mem_dup("test"), true);
	numbers_column(&table, mem_dup("base -> new"), true);
	for (size_t i = 0; i < h->input->n_compare; i++) {
		const struct finding_compare *f = &h->input->compare[i];

		if (f->verdict != VERDICT_CHANGED || !comparison_has(c, f))
			continue;
		size_t row = numbers_row(&table);
		numbers_set(&table, row, 0, mem_copy(f->metric.p, f->metric.n), NAN);
		numbers_set(&table, row, 1,
			    f->test.n ? mem_copy(f->test.p, f->test.n) : mem_dup("all"), NAN);
		numbers_set(&table, row, 2, mem_copy(f->note.p, f->note.n), NAN);
	}
	if (table.n_rows)
		html_table(h, &table, NULL);
	numbers_free(&table);
}

/* The commands that measured, each once. */
static void
write_commands(const struct html *h)
{
	size_t n = 0;

	for (size_t i = 0; i < h->input->n_facts && n < COMMANDS_MOST; i++) {
		const struct input_fact *fact = &h->input->fact[i];
		bool before = false;

		if (!view_is(fact->key, "meta.command"))
			continue;
		for (size_t k = 0; k < i && !before; k++)
			before = view_is(h->input->fact[k].key, "meta.command") &&
				 view_eq(h->input->fact[k].text, fact->text);
		if (before)
			continue;
		fputs(n++ ? "" : "<h3>To repeat it</h3>\n<pre tabindex=\"0\">", h->out);
		html_view(h->out, fact->text);
		putc('\n', h->out);
	}
	if (n)
		fputs("</pre>\n", h->out);
}

void
report_method(const struct html *h, const struct comparison *c)
{
	char *runs = words_runs(c), *grades = words_grades(c);
	char *corrected = words_corrected(c, h->input), *forced = words_forced(c, h->input);
	char *foot = context_foot(h->input, c->base, c->commit, ", ");

	fputs("<section>\n<h2>How it was measured</h2>\n<dl>\n", h->out);
	write_item(h, "Runs", runs);
	write_item(h, "Intervals", words_interval(c));
	write_item(h, "Standard errors", grades);
	write_item(h, "Many tests", corrected);
	write_item(h, "Forced", forced);
	write_item(h, "Host, device, stack", foot);
	fputs("</dl>\n", h->out);
	write_changed(h, c);
	write_commands(h);
	fputs("</section>\n", h->out);
	free(foot);
	free(forced);
	free(corrected);
	free(grades);
	free(runs);
}

void
report_mail(const struct html *h, const struct comparison *c)
{
	char *text = NULL;
	size_t n;
	struct page page = {.out = mem_stream(&text, &n), .width = PAGE_WIDTH};

	mail_write(&page, c, h->input);
	fclose(page.out);
	fputs(
	    "<section>\n<h2>For the mailing list</h2>\n"
	    "<p><button type=\"button\" class=\"copy\" data-of=\"mail\" hidden>copy</button></p>\n"
	    "<pre id=\"mail\" tabindex=\"0\">",
	    h->out);
	html_text(h->out, text);
	fputs("</pre>\n</section>\n", h->out);
	free(text);
}
