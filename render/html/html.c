/* The parts of a page. */
#include "render/html/html.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collect/base/mem.h"
#include "collect/base/num.h"
#include "collect/base/where.h"
#include "render/draw/sign.h"
#include "render/draw/svg.h"
#include "render/model/commit.h"
#include "render/model/context.h"

enum { SHORT_SHA = 12 };

bool
html_check_link(const char *link, struct where *why)
{
	if (strncmp(link, "https://", 8) != 0 && strncmp(link, "http://", 7) != 0)
		return where_set(why, NULL, 0, "--link '%.80s' is no https:// or http:// address",
				 link);
	return strstr(link, "%H") || strstr(link, "%h") ||
	       where_set(why, NULL, 0,
			 "--link '%.80s' has no %%H where the commit's sha is to stand", link);
}

void
html_text(FILE *out, const char *text)
{
	svg_escape(out, text);
}

void
html_view(FILE *out, struct view text)
{
	char *copy = mem_copy(text.p, text.n);

	svg_escape(out, copy);
	free(copy);
}

void
html_begin(const struct html *h, const char *title)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	      "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
	      h->out);
	html_text(h->out, title);
	fputs("</title>\n<style>\n", h->out);
	html_style(h->out);
	fputs("</style>\n</head>\n<body>\n<main>\n", h->out);
}

void
html_end(const struct html *h)
{
	time_t seconds = (time_t)h->time_s;
	struct tm utc = {0};
	char date[32];

	fputs("</main>\n<footer><p>", h->out);
	if (h->time_s > 0 && gmtime_r(&seconds, &utc) &&
	    strftime(date, sizeof(date), "%Y-%m-%d", &utc))
		fprintf(h->out, "Measured %s. ", date);
	fputs("Made by Ringside.</p></footer>\n<script>\n", h->out);
	html_script(h->out);
	fputs("</script>\n</body>\n</html>\n", h->out);
}

/* All but letters, digits and what separates parts of an address is written as %2F. */
static void
write_escaped_url(FILE *out, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)text[i];

		if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
		    strchr("-._~/", c))
			putc(c, out);
		else
			fprintf(out, "%%%02X", c);
	}
}

static void
write_link(const struct html *h, struct view sha)
{
	for (const char *p = h->link; *p; p++) {
		if (p[0] == '%' && (p[1] == 'H' || p[1] == 'h')) {
			size_t n = p[1] == 'h' && sha.n > SHORT_SHA ? SHORT_SHA : sha.n;

			write_escaped_url(h->out, sha.p, n);
			p++;
		} else {
			html_view(h->out, (struct view){p, 1});
		}
	}
}

void
html_commit(const struct html *h, struct view commit)
{
	const struct view none = {"", 0};
	struct view sha = input_fact(h->input, commit, none, "meta.commit.sha");
	struct view subject = commit_subject(h->input, commit);
	char *name = commit_short(commit), *full = commit_full(h->input, commit);

	if (h->link) {
		fputs("<a href=\"", h->out);
		write_link(h, sha.n ? sha : commit);
		fputs("\">", h->out);
	}
	fputs("<code title=\"", h->out);
	html_text(h->out, full);
	fputs("\">", h->out);
	html_text(h->out, name);
	fputs("</code>", h->out);
	if (h->link)
		fputs("</a>", h->out);
	if (subject.n) {
		fputs(" <span class=\"subject\">", h->out);
		html_view(h->out, subject);
		fputs("</span>", h->out);
	}
	free(full);
	free(name);
}

static void
write_cell(FILE *out, const struct numbers *t, size_t row, size_t column)
{
	const char *text = numbers_cell(t, row, column);
	double raw = t->raw[row * t->n_columns + column];
	bool head = column == 0 && t->column[0].left;
	char number[NUM_TEXT];

	fputs(head ? "<th scope=\"row\"" : "<td", out);
	if (!t->column[column].left)
		fputs(" class=\"n\"", out);
	if (isfinite(raw))
		fprintf(out, " data-v=\"%s\"", num_write(raw, number));
	putc('>', out);
	if (strcmp(t->column[column].head, "verdict") == 0)
		fprintf(out, "<span class=\"verdict %s\">", text);
	if (t->column[column].left) {
		html_text(out, text);
	} else {
		char *pretty = sign_pretty(text);
		html_text(out, pretty);
		free(pretty);
	}
	if (strcmp(t->column[column].head, "verdict") == 0)
		fputs("</span>", out);
	fputs(head ? "</th>" : "</td>", out);
}

void
html_table(const struct html *h, const struct numbers *t, const char *id)
{
	/* A table may be wider than a telephone: it scrolls by itself, and a keyboard must reach
	 * that. */
	fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"", h->out);
	html_text(h->out, t->caption);
	fputs("\"><table", h->out);
	if (id)
		fprintf(h->out, " id=\"%s\"", id);
	fputs(">\n<caption>", h->out);
	html_text(h->out, t->caption);
	fputs("</caption>\n<thead><tr>", h->out);
	for (size_t c = 0; c < t->n_columns; c++) {
		fprintf(h->out, "<th scope=\"col\"%s>", t->column[c].left ? "" : " class=\"n\"");
		html_text(h->out, t->column[c].head);
		fputs("</th>", h->out);
	}
	fputs("</tr></thead>\n<tbody>\n", h->out);
	for (size_t r = 0; r < t->n_rows; r++) {
		fputs("<tr>", h->out);
		for (size_t c = 0; c < t->n_columns; c++)
			write_cell(h->out, t, r, c);
		fputs("</tr>\n", h->out);
	}
	fputs("</tbody>\n</table></div>\n", h->out);
}

/* What a screen reader says of a picture: the finding and what was compared. */
static char *
label_of(const struct picture_side sides[2], const char *title)
{
	char *source = picture_source(sides);
	char *label = mem_format("%s (%s). Its numbers are in the table below.", title, source);

	free(source);
	return label;
}

static void
write_pictures(const struct html *h, const struct chart *chart, const void *self, const char *title)
{
	size_t pages = chart->pages ? chart->pages(self) : 1;
	struct picture_side sides[2];

	chart->sides(self, sides);
	char *label = label_of(sides, title);
	for (size_t page = 0; page < pages; page++) {
		struct draw_list list;

		draw_list_init(&list, h->font, title, "", h->time_s);
		list.width = PICTURE_WIDTH;
		list.bare = true;
		chart->draw(&list, self, h->input, title, page);
		svg_write_inline(h->out, &list, label);
		draw_list_free(&list);
	}
	free(label);
}

void
html_figure(const struct html *h, const struct chart *chart, const void *self, const char *title)
{
	struct numbers numbers;

	fputs("<figure>\n<figcaption>", h->out);
	html_text(h->out, title);
	fputs("</figcaption>\n", h->out);
	write_pictures(h, chart, self, title);
	chart->numbers(self, &numbers);
	if (numbers.n_rows) {
		fputs("<details><summary>numbers</summary>\n", h->out);
		html_table(h, &numbers, NULL);
		fputs("</details>\n", h->out);
	}
	numbers_free(&numbers);
	fputs("</figure>\n", h->out);
}

void
html_chart_page(const struct html *h, const struct chart *chart, const void *self,
		const char *title)
{
	struct picture_side sides[2];

	chart->sides(self, sides);
	html_begin(h, title);
	fputs("<h1>", h->out);
	html_text(h->out, title);
	fputs("</h1>\n<ul class=\"sides\">\n", h->out);
	for (int i = 0; i < 2; i++) {
		if (sides[i].commit.n == 0)
			continue;
		fprintf(h->out, "<li><b>%s</b> ", sides[i].role);
		html_commit(h, sides[i].commit);
		fputs("</li>\n", h->out);
	}
	fputs("</ul>\n", h->out);
	html_figure(h, chart, self, title);
	char *foot = context_foot(h->input, sides[0].commit, sides[1].commit, ", ");
	fputs("<p class=\"second\">", h->out);
	html_text(h->out, foot);
	fputs("</p>\n", h->out);
	free(foot);
	html_end(h);
}
