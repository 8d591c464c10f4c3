/* Pages: one HTML file that needs nothing else, works without JavaScript, is light or dark as the
 * reader likes it, and can be printed. */
#ifndef RENDER_HTML_HTML_H
#define RENDER_HTML_HTML_H

#include <stdbool.h>
#include <stdio.h>

#include "render/chart/chart.h"
#include "render/model/comparison.h"
#include "render/model/numbers.h"

struct where;

/* Where a page goes, and what all of it needs. */
struct html {
	FILE *out; /* write errors are left to ferror */
	const struct input *input;
	const char *link; /* a commit's address with %H (full sha) or %h (12 digits); NULL = none */
	long long time_s; /* of the data */
	const struct font *font;
};

/* Whether a link template can be used: http or https, with %H or %h in it. */
bool html_check_link(const char *link, struct where *why);

/* text as character data or attribute value. */
void html_text(FILE *out, const char *text);
void html_view(FILE *out, struct view text);

/* Head with style and script, opens <main>; and its end. title is the finding. */
void html_begin(const struct html *h, const char *title);
void html_end(const struct html *h);

/* The style sheet and the script, as html_begin writes them. */
void html_style(FILE *out);
void html_script(FILE *out);

/* A commit: its short name with all that is known about it in its tooltip, and a link to it where
 * the template is given. */
void html_commit(const struct html *h, struct view commit);

/* A table; its caption is seen. id may be NULL. Columns of numbers are aligned to the right and
 * sort by their raw values. */
void html_table(const struct html *h, const struct numbers *t, const char *id);

/* A chart that was made, all its pages: pictures, what it found, and its numbers behind a click. */
void html_figure(const struct html *h, const struct chart *chart, const void *self,
		 const char *title);

/* A page of one chart alone. */
void html_chart_page(const struct html *h, const struct chart *chart, const void *self,
		     const char *title);

#endif
