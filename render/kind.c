/* From a kind's name to what is written. */
#include "render/kind.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "collect/base/nearest.h"
#include "collect/base/where.h"
#include "render/chart/forest.h"
#include "render/chart/picture.h"
#include "render/chart/ring.h"
#include "render/draw/dump.h"
#include "render/draw/pdf.h"
#include "render/draw/png.h"
#include "render/draw/svg.h"
#include "render/model/headline.h"
#include "render/text/forest_text.h"
#include "render/text/mail.h"
#include "render/text/page.h"
#include "render/text/ring_text.h"
#include "render/text/summary_text.h"

const char *const format_name[FORMATS] = {"txt", "png", "svg", "pdf"};

enum { MAIL, SUMMARY, FOREST, RING };

const struct kind kinds[] = {
    [MAIL] = {"mail", false, "findings of 'analyze compare', better with --keep",
	      "the comparison as a text for a mailing list"},
    [SUMMARY] = {"summary", false, "findings of 'analyze summary', plan or selfcheck",
		 "each run and commit, in the manner of fio"},
    [FOREST] = {"forest", true, "findings of 'analyze compare', better with --keep",
		"the change of every test with its interval"},
    [RING] = {"ring", true, "records with ring.standing, of one commit or more",
	      "how many completed requests stood in the completion ring"},
};
const size_t n_kinds = countof(kinds);

const struct kind *
kind_find(const char *name, struct where *why)
{
	const char *names[countof(kinds)];

	for (size_t i = 0; i < countof(kinds); i++) {
		names[i] = kinds[i].name;
		if (strcmp(name, kinds[i].name) == 0)
			return &kinds[i];
	}
	const char *near = nearest_word(name, names, countof(names));
	char *all = mem_dup("");
	for (size_t i = 0; i < countof(names); i++)
		mem_append(&all, "%s%s", i ? ", " : "", names[i]);
	if (near)
		where_set(why, NULL, 0, "unknown kind '%s' (did you mean '%s'?)", name, near);
	else
		where_set(why, NULL, 0, "unknown kind '%s': there are %s", name, all);
	free(all);
	return NULL;
}

bool
kind_format(const struct kind *kind, const char *file, enum format *out, struct where *why)
{
	const char *slash = strrchr(file, '/'), *dot = strrchr(slash ? slash : file, '.');

	for (enum format format = 0; dot && format < FORMATS; format++) {
		if (strcmp(dot + 1, format_name[format]) != 0)
			continue;
		if (format != FORMAT_TXT && !kind->picture)
			return where_set(why, NULL, 0,
					 "%s is a text: it goes to a .txt file, not '%s'",
					 kind->name, file);
		*out = format;
		return true;
	}
	return where_set(why, NULL, 0, "output '%s' has no extension that is known: %s", file,
			 kind->picture ? ".txt, .png, .svg or .pdf" : ".txt");
}

static bool
make_page(const struct kind_request *r, struct page *page)
{
	size_t width = r->arguments->width ? r->arguments->width : PAGE_WIDTH;

	if (width < PAGE_WIDTH_MIN || width > PAGE_WIDTH_MAX)
		return where_set(r->why, NULL, 0, "a text has %d to %d columns, not %zu",
				 PAGE_WIDTH_MIN, PAGE_WIDTH_MAX, width);
	*page = (struct page){r->out, width};
	return true;
}

static bool
write_list(const struct kind_request *r, const struct draw_list *list)
{
	if (r->arguments->display_list)
		dump_write(r->out, list);
	else if (r->format == FORMAT_SVG)
		svg_write(r->out, list, r->arguments->theme);
	else if (r->format == FORMAT_PNG)
		return png_write(r->out, list, r->arguments->theme, r->why);
	else
		return pdf_write(r->out, list, r->arguments->theme, r->why);
	return true;
}

typedef void draw_fn(struct draw_list *list, const void *chart, const struct input *input,
		     const char *title);

/* Draws a chart and writes the picture. */
static bool
write_picture(const struct kind_request *r, draw_fn *draw, const void *chart, const char *title,
	      const struct picture_side sides[2])
{
	size_t width = r->arguments->width ? r->arguments->width : PICTURE_WIDTH;
	struct draw_list list;

	if (width < PICTURE_WIDTH_MIN || width > PICTURE_WIDTH_MAX)
		return where_set(r->why, NULL, 0, "a picture is %d to %d points wide, not %zu",
				 PICTURE_WIDTH_MIN, PICTURE_WIDTH_MAX, width);
	struct font *font = font_open();
	char *source = picture_source(sides);
	if (!font_has_signs(font))
		lines_note(r->warnings,
			   "no font with all signs found: the picture has ASCII signs (install "
			   "DejaVu Sans, in Debian the package fonts-dejavu-core)");
	draw_list_init(&list, font, title, source, picture_time(r->input, r->epoch));
	list.width = (double)width;
	draw(&list, chart, r->input, title);
	bool ok = write_list(r, &list);
	draw_list_free(&list);
	free(source);
	font_free(font);
	return ok;
}

static void
note_others(const struct kind_request *r, size_t others, struct view shown, bool several)
{
	if (others && several)
		lines_note(r->warnings,
			   "%zu comparison%s with another base %s not shown: --base names it",
			   others, others == 1 ? "" : "s", others == 1 ? "is" : "are");
	else if (others)
		lines_note(r->warnings,
			   "%zu more commit%s not shown, only '%.*s': --commit names another",
			   others, others == 1 ? " is" : "s are", VIEW_ARGS(shown));
}

/* The title that was asked for, else finding, which comes from the heap and is taken. */
static char *
title_of(const struct kind_request *r, char *finding)
{
	if (!r->arguments->title)
		return finding;
	free(finding);
	return mem_dup(r->arguments->title);
}

static void
draw_forest(struct draw_list *list, const void *chart, const struct input *input, const char *title)
{
	forest_draw(list, chart, input, title);
}

static bool
render_forest(const struct kind_request *r)
{
	struct comparison comparison;
	struct forest forest;
	struct page page;
	bool ok;

	if (!comparison_init(&comparison, r->input, r->arguments->base, r->arguments->commit,
			     r->why))
		return false;
	note_others(r, comparison.n_others, comparison.commit, false);
	forest_init(&forest, &comparison);
	char *title = title_of(r, headline(&comparison, HEADLINE_TITLE));
	if (r->format == FORMAT_TXT && !r->arguments->display_list) {
		ok = make_page(r, &page);
		if (ok)
			forest_text(&page, &forest, r->input, title);
	} else {
		const struct picture_side sides[2] = {{"base", comparison.base, COLOUR_BASE},
						      {"new", comparison.commit, COLOUR_NEW}};

		ok = write_picture(r, draw_forest, &forest, title, sides);
	}
	free(title);
	forest_free(&forest);
	comparison_free(&comparison);
	return ok;
}

static void
draw_ring(struct draw_list *list, const void *chart, const struct input *input, const char *title)
{
	ring_draw(list, chart, input, title);
}

static void
warn_unfinished(const struct kind_request *r)
{
	for (size_t i = 0; i < r->input->n_unfinished; i++) {
		const struct input_unfinished *run = &r->input->unfinished[i];

		if (run->test.n)
			lines_note(
			    r->warnings,
			    "run '%.*s' of '%.*s' is unfinished in test '%.*s' and left out there",
			    VIEW_ARGS(run->run), VIEW_ARGS(run->commit), VIEW_ARGS(run->test));
		else
			lines_note(r->warnings, "run '%.*s' of '%.*s' is unfinished and left out",
				   VIEW_ARGS(run->run), VIEW_ARGS(run->commit));
	}
}

static bool
render_ring(const struct kind_request *r)
{
	const struct arguments *o = r->arguments;
	struct ring ring;
	struct page page;
	bool ok;

	warn_unfinished(r);
	if (!ring_init(&ring, r->input, o->base, o->commit, o->test, r->why))
		return false;
	note_others(r, ring.others, ring.side[1].commit, false);
	if (ring.tests > 1 && !ring.chosen)
		lines_note(r->warnings,
			   "ring shows '%.*s', the first of %zu tests: --test names another",
			   VIEW_ARGS(ring.test), ring.tests);
	char *title = title_of(r, ring_finding(&ring));
	if (r->format == FORMAT_TXT && !o->display_list) {
		ok = make_page(r, &page);
		if (ok)
			ring_text(&page, &ring, r->input, title);
	} else {
		struct picture_side sides[2];

		ring_sides(&ring, sides);
		ok = write_picture(r, draw_ring, &ring, title, sides);
	}
	free(title);
	ring_free(&ring);
	return ok;
}

static bool
render_mail(const struct kind_request *r)
{
	const struct arguments *o = r->arguments;
	struct comparison comparison;
	struct page page;

	if (!make_page(r, &page))
		return false;
	if (!(o->commit ? comparison_init(&comparison, r->input, o->base, o->commit, r->why)
			: comparison_init_all(&comparison, r->input, o->base, r->why)))
		return false;
	note_others(r, comparison.n_others, comparison.commit, comparison_several(&comparison));
	mail_write(&page, &comparison, r->input);
	comparison_free(&comparison);
	return true;
}

static bool
render_summary(const struct kind_request *r)
{
	struct page page;

	return make_page(r, &page) && summary_text(&page, r->input, r->why);
}

/* An option that means nothing to a kind is a mistake that should be seen. */
static bool
check_arguments(const struct kind *kind, const struct arguments *o, enum format format,
		struct where *why)
{
	const struct {
		bool given, fits;
		const char *name;
	} checks[] = {
	    {o->title != NULL, kind->picture, "--title"},
	    {o->display_list, kind->picture, "--display-list"},
	    {o->test != NULL, kind == &kinds[RING], "--test"},
	    {o->base != NULL, kind != &kinds[SUMMARY], "--base"},
	    {o->commit != NULL, kind != &kinds[SUMMARY], "--commit"},
	};

	for (size_t i = 0; i < countof(checks); i++) {
		if (checks[i].given && !checks[i].fits)
			return where_set(why, NULL, 0, "%s has no meaning for %s", checks[i].name,
					 kind->name);
	}
	if (o->display_list && format != FORMAT_TXT)
		return where_set(why, NULL, 0, "--display-list is a text: it goes to a .txt file");
	return true;
}

bool
kind_render(const struct kind *kind, const struct kind_request *request)
{
	static bool (*const render[])(const struct kind_request *) = {[MAIL] = render_mail,
								      [SUMMARY] = render_summary,
								      [FOREST] = render_forest,
								      [RING] = render_ring};

	return check_arguments(kind, request->arguments, request->format, request->why) &&
	       render[kind - kinds](request);
}
