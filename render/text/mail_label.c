/* How the mail's lines call what they are about. */
#include <stdlib.h>

#include "collect/base/mem.h"
#include "render/draw/sign.h"
#include "render/model/commit.h"
#include "render/model/context.h"
#include "render/model/words.h"
#include "render/text/mail.h"

enum {
	LABEL_MAX = 56,  /* columns of a test's name in a line */
	COMMIT_MAX = 40, /* of a commit's */
};

char *
mail_prefix(const struct comparison *c, struct view commit)
{
	if (!comparison_several(c))
		return mem_dup("");
	char *name = commit_short(commit), *cut = sign_cut(name, COMMIT_MAX);
	char *text = mem_format("%s: ", cut);

	free(cut);
	free(name);
	return text;
}

/* label with its commit and direction. The caller frees it. */
static char *
whole_label(const struct comparison *c, struct view commit, const char *label,
	    const char *direction)
{
	char *prefix = mail_prefix(c, commit), *cut = sign_cut(label, LABEL_MAX);
	char *text = mem_format("%s%s%s%s", prefix, cut, *direction ? " " : "", direction);

	free(cut);
	free(prefix);
	return text;
}

char *
mail_label(const struct comparison *c, const struct comparison_row *row)
{
	return whole_label(c, row->f->commit, row->test->label, row->direction);
}

char *
mail_test(const struct comparison *c, const struct finding_compare *f)
{
	const char *label = f->test.p;

	for (size_t i = 0; i < c->n_tests; i++) {
		if (view_eq(c->test[i].name, f->test)) {
			label = c->test[i].label;
			break;
		}
	}
	return whole_label(c, f->commit, label, "");
}

void
mail_more(const struct page *page, size_t n)
{
	if (n > MAIL_LINES_MAX)
		page_line(page, "(and %zu more)", n - MAIL_LINES_MAX);
}

bool
mail_is_thin(const struct finding_compare *f)
{
	return page_is_thin(f->note);
}

char *
mail_verdict(const struct finding_compare *f)
{
	bool thin = mail_is_thin(f);
	char *text =
	    mem_format("%s%s%s", verdict_name[f->verdict], thin ? " " : "", thin ? page_thin : "");

	if (!words_overloaded(f) && f->change > 1)
		mem_append(&text, f->change < 9999 ? " %.2fx" : " %.3gx", f->change + 1);
	return text;
}

bool
mail_is_imported(const struct comparison *c, const struct input *input)
{
	bool imported = context_imported(input, c->base);

	for (size_t i = 0; i < c->n_commits && !imported; i++)
		imported = context_imported(input, c->commits[i]);
	return imported;
}
