/* Charts to files: made once, then drawn page by page or printed. */
#include <stdlib.h>

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "render/draw/dump.h"
#include "render/draw/pdf.h"
#include "render/draw/png.h"
#include "render/draw/svg.h"
#include "render/kind_part.h"
#include "render/text/markdown_chart.h"

/* A chart that was made, with its title. */
struct made {
	const struct chart *chart;
	void *self;
	char *title;
	size_t pages;
};

static bool
write_lists(const struct kind_request *r, const struct draw_list *list, size_t n)
{
	if (r->arguments->display_list) {
		for (size_t i = 0; i < n; i++)
			dump_write(r->out, &list[i]);
		return true;
	}
	if (r->format == FORMAT_SVG) {
		svg_write(r->out, list, r->arguments->theme);
		return true;
	}
	if (r->format == FORMAT_PNG)
		return png_write(r->out, list, r->arguments->theme, r->arguments->scale, r->why);
	return pdf_write(r->out, list, n, r->arguments->theme, r->why);
}

/* Draws the n pages from page on. */
static bool
write_pages(const struct kind_request *r, const struct made *m, size_t page, size_t n)
{
	size_t width = r->arguments->width ? r->arguments->width : PICTURE_WIDTH;
	struct picture_side sides[2];
	struct draw_list *list;

	if (width < PICTURE_WIDTH_MIN || width > PICTURE_WIDTH_MAX)
		return where_set(r->why, NULL, 0, "a picture is %d to %d points wide, not %zu",
				 PICTURE_WIDTH_MIN, PICTURE_WIDTH_MAX, width);
	struct font *font = font_open();
	m->chart->sides(m->self, sides);
	char *source = picture_source(sides);
	if (!font_has_signs(font))
		lines_note(r->warnings,
			   "no font with all signs found: the picture has ASCII signs (install "
			   "DejaVu Sans, in Debian the package fonts-dejavu-core)");
	list = mem_alloc(n, sizeof(*list));
	for (size_t i = 0; i < n; i++) {
		draw_list_init(&list[i], font, m->title, source, picture_time(r->input, r->epoch));
		list[i].width = (double)width;
		m->chart->draw(&list[i], m->self, r->input, m->title, page + i);
	}
	bool ok = write_lists(r, list, n);
	for (size_t i = 0; i < n; i++)
		draw_list_free(&list[i]);
	free(list);
	free(source);
	font_free(font);
	return ok;
}

/* The page asked for; of a PDF all where none was. */
static bool
write_picture(const struct kind_request *r, const struct made *m)
{
	bool asked = r->arguments->given & ARGUMENT_PAGE;
	size_t page = r->arguments->page;

	if (page > m->pages)
		return where_set(r->why, NULL, 0, "there is no page %zu: this picture has %zu",
				 page, m->pages);
	if (r->format == FORMAT_PDF && !asked)
		return write_pages(r, m, 0, m->pages);
	if (m->pages > 1 && !asked)
		lines_note(r->warnings,
			   "this is page 1 of %zu: --page names another, and a PDF has all",
			   m->pages);
	return write_pages(r, m, page - 1, 1);
}

static bool
write_html(const struct kind_request *r, const struct made *m)
{
	struct html html;

	if (!kind_html_open(r, &html))
		return false;
	html_chart_page(&html, m->chart, m->self, m->title);
	kind_html_close(&html);
	return true;
}

static bool
write_made(const struct kind_request *r, const struct made *m)
{
	struct page page;

	if (r->format == FORMAT_HTML)
		return write_html(r, m);
	if (r->format == FORMAT_MD) {
		markdown_chart(r->out, m->chart, m->self, r->input, m->title);
		return true;
	}
	if (r->format != FORMAT_TXT || r->arguments->display_list)
		return write_picture(r, m);
	if (!kind_page(r, &page))
		return false;
	m->chart->text(&page, m->self, r->input, m->title);
	return true;
}

bool
kind_chart(const struct chart *chart, const struct kind_request *r)
{
	const struct arguments *o = r->arguments;
	const struct chart_request request = {
	    .input = r->input,
	    .data = r->input->data,
	    .base = o->base,
	    .commit = o->commit,
	    .test = o->test,
	    .metric = o->metric,
	    .ecdf = o->ecdf,
	    .sort = o->sort,
	    .warnings = r->warnings,
	    .why = r->why,
	};
	struct made made = {.chart = chart, .self = chart->make(&request)};

	if (!made.self)
		return false;
	made.title = o->title ? mem_dup(o->title) : chart->finding(made.self);
	made.pages = chart->pages ? chart->pages(made.self) : 1;
	bool ok = write_made(r, &made);
	free(made.title);
	chart->free(made.self);
	return ok;
}
