/* Release notes in Markdown. */
#include <stdlib.h>

#include "collect/base/list.h"
#include "collect/base/mem.h"
#include "render/model/commit.h"
#include "render/model/headline.h"
#include "render/text/mail.h"
#include "render/text/markdown_chart.h"
#include "render/text/markdown_escape.h"
#include "render/text/notes.h"

static void
write_section(FILE *out, const struct notes *notes, enum notes_section section)
{
	UT_array *lines = notes_sentences(notes, section);

	if (list_n(lines)) {
		char *head = notes_head(notes, section), *words = markdown_prose(head);
		fprintf(out, "%s:\n\n", words);
		free(words);
		free(head);
	}
	for (size_t i = 0; i < list_n(lines); i++) {
		char *words = markdown_prose(lines_at(lines, i));
		fprintf(out, "- %s\n", words);
		free(words);
	}
	if (list_n(lines))
		putc('\n', out);
	lines_free(lines);
}

static void
write_head(FILE *out, const struct comparison *c)
{
	char *base = commit_short(c->base), *code = markdown_code(base);

	fprintf(out, "| | %s |", code);
	for (size_t v = 0; v < c->n_commits; v++) {
		char *name = commit_short(c->commits[v]), *version = markdown_code(name);
		fprintf(out, " %s |", version);
		free(version);
		free(name);
	}
	fputs("\n|:---|---:|", out);
	for (size_t v = 0; v < c->n_commits; v++)
		fputs("---:|", out);
	putc('\n', out);
	free(code);
	free(base);
}

static void
write_panel(FILE *out, const struct notes *notes, enum panel panel)
{
	const struct comparison *c = notes->comparison;
	enum notes_group group = NOTES_GROUPS;

	if (c->n_panel[panel] == 0)
		return;
	fprintf(out, "%s relative to the oldest version (1.00), whose own values come first:\n\n",
		panel == PANEL_RATE ? "Rates" : "p99 latencies (below 1.00 is better)");
	write_head(out, c);
	for (size_t i = 0; i < notes->n; i++) {
		const struct notes_line *line = &notes->line[i];

		if (line->row->panel != panel)
			continue;
		if (line->group != group)
			fprintf(out, "| **%s** |\n", notes_group_name[line->group]);
		group = line->group;
		char *label = notes_label(line), *code = markdown_code(label);
		char *base = notes_base(line, c->n_commits);
		fprintf(out, "| %s | %s |", code, base);
		for (size_t v = 0; v < c->n_commits; v++) {
			char *ratio = notes_ratio(line->at[v]), *words = markdown_prose(ratio);
			fprintf(out, " %s |", words);
			free(words);
			free(ratio);
		}
		putc('\n', out);
		free(base);
		free(code);
		free(label);
	}
	putc('\n', out);
}

static void
write_method(FILE *out, const struct comparison *c, const struct input *input)
{
	char *text = NULL;
	size_t size;
	FILE *stream = mem_stream(&text, &size);
	const struct page page = {.out = stream, .width = PAGE_WIDTH};

	mail_method(&page, c, input);
	fclose(stream);
	char *fence = markdown_fence(text);
	fprintf(out, "<details><summary>Method and machine</summary>\n\n%stext%s%s\n\n</details>\n",
		fence, text, fence);
	free(fence);
	free(text);
}

void
notes_markdown(FILE *out, const struct comparison *c, const struct input *input)
{
	struct notes notes;
	char *finding = headline_with(c, HEADLINE_MAIL, input->combined, input->n_combined);
	char *words = markdown_prose(finding);

	notes_init(&notes, c);
	fprintf(out, "### Performance against the oldest version\n\n%s\n\n", words);
	markdown_commit(out, input, "oldest", c->base);
	for (size_t v = 0; v < c->n_commits; v++)
		markdown_commit(out, input, "version", c->commits[v]);
	putc('\n', out);
	for (enum notes_section section = 0; section < NOTES_SECTIONS; section++)
		write_section(out, &notes, section);
	for (enum panel panel = 0; panel < PANELS; panel++)
		write_panel(out, &notes, panel);
	fputs(
	    "v regressed, ^ improved, \\~ not decided; without a mark: no change that counts.\n\n",
	    out);
	write_method(out, c, input);
	notes_free(&notes);
	free(words);
	free(finding);
}
