/* Release notes as text. */
#include <stdlib.h>

#include "collect/base/list.h"
#include "collect/base/mem.h"
#include "render/draw/sign.h"
#include "render/model/commit.h"
#include "render/model/headline.h"
#include "render/text/commits.h"
#include "render/text/grid.h"
#include "render/text/mail.h"
#include "render/text/notes.h"

enum {
	BULLETS_MOST = 12,
	LABEL_COLUMNS = 28, /* of a test */
	NAME_COLUMNS = 15,  /* of a version */
	VALUE_COLUMNS = 7,  /* "1.03 ^" below its name, at least */
	GAP = 2,
	FIXED = 2, /* columns of label and base */
};

static void
write_section(const struct page *page, const struct notes *notes, enum notes_section section)
{
	UT_array *lines = notes_sentences(notes, section);
	size_t n = list_n(lines);

	if (n) {
		char *head = notes_head(notes, section);
		page_blank(page);
		page_wrap(page, 0, "%s:", head);
		free(head);
	}
	for (size_t i = 0; i < n && i < BULLETS_MOST; i++)
		page_wrap(page, 2, "* %s", lines_at(lines, i));
	if (n > BULLETS_MOST)
		page_line(page, "(and %zu more)", n - BULLETS_MOST);
	lines_free(lines);
}

static void
set_name(struct grid *grid, size_t column, struct view commit)
{
	char *name = commit_short(commit);

	grid_set(grid, 0, column, sign_cut(name, NAME_COLUMNS));
	free(name);
}

/* The lines of one panel, versions [from, to). */
static void
write_block(const struct page *page, const struct notes *notes, enum panel panel, size_t from,
	    size_t to)
{
	const struct comparison *c = notes->comparison;
	enum notes_group group = NOTES_GROUPS;
	struct grid grid;

	grid_init(&grid, FIXED + to - from);
	grid.left[0] = true;
	grid_row(&grid);
	set_name(&grid, 1, c->base);
	for (size_t v = from; v < to; v++)
		set_name(&grid, FIXED + v - from, c->commits[v]);
	for (size_t i = 0; i < notes->n; i++) {
		const struct notes_line *line = &notes->line[i];

		if (line->row->panel != panel)
			continue;
		if (line->group != group)
			grid_line(&grid, mem_dup(notes_group_name[line->group]));
		group = line->group;
		size_t at = grid_row(&grid);
		char *label = notes_label(line), *cut = sign_cut(label, LABEL_COLUMNS);
		grid_set(&grid, at, 0, mem_format("  %s", cut));
		grid_set(&grid, at, 1, notes_base(line, c->n_commits));
		for (size_t v = from; v < to; v++) {
			char *ratio = notes_ratio(line->at[v]);
			/* What has no mark has room for one: the numbers stand below each other. */
			bool marked = sign_width(ratio) > 2 && ratio[sign_width(ratio) - 2] == ' ';
			grid_set(&grid, at, FIXED + v - from,
				 mem_format("%s%s", ratio, marked ? "" : "  "));
			free(ratio);
		}
		free(cut);
		free(label);
	}
	page_blank(page);
	grid_print(&grid, page, GAP);
	grid_free(&grid);
}

static size_t
name_columns(struct view commit)
{
	char *name = commit_short(commit), *cut = sign_cut(name, NAME_COLUMNS);
	size_t width = sign_width(cut);

	free(cut);
	free(name);
	return width > VALUE_COLUMNS ? width : VALUE_COLUMNS;
}

/* Behind the last version that has room beside those from this one on. */
static size_t
block_end(const struct page *page, const struct notes *notes, size_t from)
{
	const struct comparison *c = notes->comparison;
	size_t label = 0, to = from;

	for (size_t i = 0; i < notes->n; i++) {
		char *text = notes_label(&notes->line[i]), *cut = sign_cut(text, LABEL_COLUMNS);
		size_t width = sign_width(cut);

		label = width > label ? width : label;
		free(cut);
		free(text);
	}
	size_t used = GAP + label + GAP + name_columns(c->base);
	while (to < c->n_commits && FIXED + to - from < GRID_COLUMNS_MAX) {
		used += GAP + name_columns(c->commits[to]);
		if (used > page->width && to > from)
			break;
		to++;
	}
	return to;
}

static void
write_panel(const struct page *page, const struct notes *notes, enum panel panel)
{
	const struct comparison *c = notes->comparison;

	if (c->n_panel[panel] == 0)
		return;
	page_blank(page);
	page_wrap(page, 0, "%s relative to the oldest version (1.00), whose own values come first:",
		  panel == PANEL_RATE ? "Rates" : "p99 latencies (below 1.00 is better)");
	for (size_t from = 0, to; from < c->n_commits; from = to) {
		to = block_end(page, notes, from);
		write_block(page, notes, panel, from, to);
	}
}

void
notes_text(const struct page *page, const struct comparison *c, const struct input *input)
{
	struct notes notes;
	char *finding = headline_with(c, HEADLINE_MAIL, input->combined, input->n_combined);

	notes_init(&notes, c);
	page_wrap(page, 0, "%s", finding);
	page_blank(page);
	commits_compared(page, input, c);
	for (enum notes_section section = 0; section < NOTES_SECTIONS; section++)
		write_section(page, &notes, section);
	for (enum panel panel = 0; panel < PANELS; panel++)
		write_panel(page, &notes, panel);
	page_blank(page);
	page_line(page, "v regressed, ^ improved, ~ not decided; without a mark: no change that");
	page_line(page, "counts.");
	mail_method(page, c, input);
	notes_free(&notes);
	free(finding);
}
