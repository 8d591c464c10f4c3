/* Kinds that are texts. */
#include <stdlib.h>

#include "collect/base/lines.h"
#include "collect/base/where.h"
#include "render/kind_part.h"
#include "render/model/comparison.h"
#include "render/text/commit_message.h"
#include "render/text/mail.h"
#include "render/text/markdown.h"
#include "render/text/notes.h"
#include "render/text/summary_text.h"

bool
kind_page(const struct kind_request *r, struct page *page)
{
	size_t width = r->arguments->width ? r->arguments->width : PAGE_WIDTH;

	if (width < PAGE_WIDTH_MIN || width > PAGE_WIDTH_MAX)
		return where_set(r->why, NULL, 0, "a text has %d to %d columns, not %zu",
				 PAGE_WIDTH_MIN, PAGE_WIDTH_MAX, width);
	bool colour = !r->arguments->no_color &&
		      page_takes_colour(r->out, getenv("NO_COLOR"), getenv("TERM"));
	*page = (struct page){r->out, width, colour};
	return true;
}

static void
note_others(const struct kind_request *r, const struct comparison *c)
{
	size_t others = c->n_others;

	if (others && comparison_several(c))
		lines_note(r->warnings,
			   "%zu comparison%s with another base %s not shown: --base names it",
			   others, others == 1 ? "" : "s", others == 1 ? "is" : "are");
	else if (others)
		lines_note(r->warnings,
			   "%zu more commit%s not shown, only '%.*s': --commit names another",
			   others, others == 1 ? " is" : "s are", VIEW_ARGS(c->commit));
}

bool
kind_mail(const struct kind_request *r)
{
	const struct arguments *o = r->arguments;
	const struct mail_request request = {o->raw, o->fixes, o->closes, o->reported_by,
					     o->regzbot};
	struct comparison comparison;
	struct page page;

	if (!kind_page(r, &page))
		return false;
	if (!(o->commit ? comparison_init(&comparison, r->input, o->base, o->commit, r->why)
			: comparison_init_all(&comparison, r->input, o->base, r->why)))
		return false;
	note_others(r, &comparison);
	if (o->regzbot)
		mail_subject(&page, &comparison);
	mail_write(&page, &comparison, r->input);
	mail_ends(&page, r->input, &request, r->warnings);
	comparison_free(&comparison);
	return true;
}

bool
kind_commit(const struct kind_request *r)
{
	struct comparison comparison;
	struct page page;

	if (!kind_page(r, &page) || !comparison_init(&comparison, r->input, r->arguments->base,
						     r->arguments->commit, r->why))
		return false;
	note_others(r, &comparison);
	commit_message(&page, &comparison, r->input);
	comparison_free(&comparison);
	return true;
}

bool
kind_markdown(const struct kind_request *r)
{
	struct comparison comparison;

	if (!comparison_init(&comparison, r->input, r->arguments->base, r->arguments->commit,
			     r->why))
		return false;
	note_others(r, &comparison);
	markdown_write(r->out, &comparison, r->input);
	comparison_free(&comparison);
	return true;
}

bool
kind_notes(const struct kind_request *r)
{
	struct comparison comparison;
	struct page page;

	if (!kind_page(r, &page) ||
	    !comparison_init_all(&comparison, r->input, r->arguments->base, r->why))
		return false;
	note_others(r, &comparison);
	if (r->format == FORMAT_MD)
		notes_markdown(r->out, &comparison, r->input);
	else
		notes_text(&page, &comparison, r->input);
	comparison_free(&comparison);
	return true;
}

bool
kind_summary(const struct kind_request *r)
{
	struct page page;

	return kind_page(r, &page) && summary_text(&page, r->input, r->why);
}
