/* Charts in Markdown. */
#include "render/text/markdown_chart.h"

#include <stdlib.h>

#include "collect/base/mem.h"
#include "render/model/commit.h"
#include "render/model/context.h"
#include "render/text/markdown_escape.h"

enum { ROWS_OPEN = 30 }; /* of a table that is not folded */

void
markdown_commit(FILE *out, const struct input *input, const char *role, struct view commit)
{
	struct view subject = commit_subject(input, commit);
	char *name = commit_short(commit), *code = markdown_code(name);
	char *words = markdown_prose(subject.n ? subject.p : "");

	fprintf(out, "- %s %s%s%s%s\n", role, code, *words ? " (" : "", words, *words ? ")" : "");
	free(words);
	free(code);
	free(name);
}

static void
write_head(FILE *out, const struct numbers *numbers)
{
	for (size_t i = 0; i < numbers->n_columns; i++) {
		char *head = markdown_prose(numbers->column[i].head);

		fprintf(out, "| %s ", head);
		free(head);
	}
	fputs("|\n", out);
	for (size_t i = 0; i < numbers->n_columns; i++)
		fputs(numbers->column[i].left ? "|:---" : "|---:", out);
	fputs("|\n", out);
}

void
markdown_numbers(FILE *out, const struct numbers *numbers)
{
	bool folded = numbers->n_rows > ROWS_OPEN;
	char *caption = markdown_prose(numbers->caption ? numbers->caption : "");

	if (numbers->n_columns == 0 || numbers->n_rows == 0) {
		free(caption);
		return;
	}
	if (folded)
		fprintf(out, "<details><summary>%s (%zu rows)</summary>\n\n",
			*caption ? caption : "Numbers", numbers->n_rows);
	else if (*caption)
		fprintf(out, "%s\n\n", caption);
	write_head(out, numbers);
	for (size_t row = 0; row < numbers->n_rows; row++) {
		for (size_t i = 0; i < numbers->n_columns; i++) {
			const char *cell = numbers_cell(numbers, row, i);
			char *text =
			    numbers->column[i].left ? markdown_code(cell) : markdown_prose(cell);

			fprintf(out, "| %s ", text);
			free(text);
		}
		fputs("|\n", out);
	}
	fputs(folded ? "\n</details>\n\n" : "\n", out);
	free(caption);
}

void
markdown_chart(FILE *out, const struct chart *chart, const void *self, const struct input *input,
	       const char *title)
{
	struct picture_side sides[2];
	struct numbers numbers;
	char *heading = markdown_prose(title);

	chart->sides(self, sides);
	fprintf(out, "### %s\n\n", heading);
	for (int s = 0; s < 2; s++) {
		if (sides[s].commit.n)
			markdown_commit(out, input, sides[s].role, sides[s].commit);
	}
	putc('\n', out);
	chart->numbers(self, &numbers);
	markdown_numbers(out, &numbers);
	numbers_free(&numbers);
	char *foot = context_foot(input, sides[0].commit, sides[1].commit, ", ");
	char *words = markdown_prose(foot);
	if (*words)
		fprintf(out, "%s\n", words);
	free(words);
	free(foot);
	free(heading);
}
