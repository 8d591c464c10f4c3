/* What the files that write kinds share; no others include this. */
#ifndef RENDER_KIND_PART_H
#define RENDER_KIND_PART_H

#include "render/chart/chart.h"
#include "render/html/html.h"
#include "render/kind.h"
#include "render/text/page.h"

/* The page of a text; an error where it is too narrow or too wide. */
bool kind_page(const struct kind_request *r, struct page *page);

/* Draws, prints or pages a chart, as the request's format says. */
bool kind_chart(const struct chart *chart, const struct kind_request *r);

/* The texts. */
bool kind_mail(const struct kind_request *r);
bool kind_commit(const struct kind_request *r);
bool kind_notes(const struct kind_request *r);
bool kind_markdown(const struct kind_request *r);
bool kind_summary(const struct kind_request *r);

/* The page of everything. */
bool kind_report(const struct kind_request *r);

/* What a page needs; false with *why where --link is none. */
bool kind_html_open(const struct kind_request *r, struct html *html);
void kind_html_close(struct html *html);

#endif
