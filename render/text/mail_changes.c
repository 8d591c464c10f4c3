/* What of a mail is no measurement: keys that differ, runs without an end. */
#include <stdlib.h>
#include <string.h>

#include "collect/base/index.h"
#include "collect/base/mem.h"
#include "render/draw/sign.h"
#include "render/model/commit.h"
#include "render/text/mail.h"

enum { LABEL_MAX = 56, CHANGES_MAX = 40 };

/* One key that changed in one way. */
struct change {
	const void *key[2]; /* texts of metric and note: equal ones are one text in the input */
	const struct finding_compare *f, *last;
	size_t tests; /* that it stands for, over all commits */
	size_t commits;
};

static struct change *
change_of(struct index *changes, const struct finding_compare *f)
{
	const void *key[2] = {f->metric.p, f->note.p};
	struct change *change = index_find(changes, key, sizeof(key));

	if (change)
		return change;
	change = mem_alloc(1, sizeof(*change));
	memcpy(change->key, key, sizeof(key));
	change->f = f;
	index_add(changes, change->key, sizeof(change->key), change);
	return change;
}

/* What the jobs were asked to do, which analyze compares nevertheless only where it is forced. */
static bool
is_forced(const struct finding_compare *f)
{
	return view_starts(f->metric, "job.");
}

/* Of the kind asked for, commit by commit, so that each counts once. */
static void
take_changes(struct index *changes, const struct input *input, struct view base, struct view commit,
	     bool forced)
{
	for (size_t i = 0; i < input->n_compare; i++) {
		const struct finding_compare *f = &input->compare[i];

		if (f->verdict != VERDICT_CHANGED || is_forced(f) != forced || mail_is_engine(f) ||
		    !view_eq(f->base, base) || !view_eq(f->commit, commit))
			continue;
		struct change *change = change_of(changes, f);
		change->tests++;
		change->commits += !change->last || !view_eq(change->last->commit, commit);
		change->last = f;
	}
}

/* How much of the note is told: the line says itself that the comparison was forced. */
static int
told_of(const struct finding_compare *f)
{
	static const char tail[] = " (forced)";
	size_t n = f->note.n - (is_forced(f) && view_ends(f->note, tail) ? strlen(tail) : 0);

	return (int)n;
}

/* "meta.kernel: 6.1 -> 6.2"; where the note names the keys itself, the note. */
static void
write_change(const struct page *page, const struct comparison *c, const struct change *change,
	     const char *head)
{
	const struct finding_compare *f = change->f;
	bool names = view_is(f->metric, "meta.*") || view_is(f->metric, "meta.fio.options_unknown");
	const char *key = names ? "" : f->metric.p, *gap = names ? "" : is_forced(f) ? " " : ": ";
	bool some = f->test.n && change->tests < c->n_names;
	char *prefix = mail_prefix(c, f->commit), *label = mail_test(c, f), *end = mem_dup("");

	if (change->commits > 1 && change->commits < c->n_commits)
		mem_append(&end, " (in %zu of %zu commits)", change->commits, c->n_commits);
	else if (some && change->tests == 1)
		mem_append(&end, " (%s)", label + strlen(prefix));
	else if (some && change->commits == 1)
		mem_append(&end, " (in %zu of %zu tests)", change->tests, c->n_names);
	if (change->commits > 1)
		prefix[0] = '\0';
	page_wrap(page, 4, "%s%s%s%s%.*s%s", head, prefix, key, gap, told_of(f), f->note.p, end);
	free(end);
	free(label);
	free(prefix);
}

void
mail_forced(const struct page *page, const struct comparison *c, const struct input *input)
{
	struct index changes = {0};
	size_t n = 0;

	for (size_t i = 0; i < c->n_commits; i++)
		take_changes(&changes, input, c->base, c->commits[i], true);
	for (const struct index_entry *e = changes.first; e; e = index_next(e)) {
		if (n == 0)
			page_blank(page);
		if (n++ < MAIL_LINES_MAX)
			write_change(page, c, e->value, "Compared by --force: ");
	}
	mail_more(page, n);
	index_free(&changes, free);
}

static void
begin_changes(const struct page *page)
{
	page_blank(page);
	page_line(page, "What differs between the sides:");
}

void
mail_changes(const struct page *page, const struct comparison *c, const struct input *input)
{
	struct index changes = {0};
	char *engine = mail_engine(c, input);
	size_t n = 0;

	for (size_t i = 0; i < c->n_commits; i++)
		take_changes(&changes, input, c->base, c->commits[i], false);
	if (*engine || changes.first)
		begin_changes(page);
	for (const struct index_entry *e = changes.first; e; e = index_next(e)) {
		if (n++ < CHANGES_MAX)
			write_change(page, c, e->value, "  ");
	}
	if (n > CHANGES_MAX)
		page_line(page, "(and %zu more)", n - CHANGES_MAX);
	if (*engine)
		page_wrap(page, 4, "  engine: %s", engine);
	free(engine);
	index_free(&changes, free);
}

static void
write_unfinished(const struct page *page, const struct input_unfinished *run)
{
	char *commit = commit_short(run->commit), *name = sign_cut(run->run.p, LABEL_MAX);
	char *test = sign_cut(run->test.p, LABEL_MAX);

	page_wrap(page, 4, "  %s of %s%s%s", name, commit, *test ? ": " : "", test);
	free(test);
	free(name);
	free(commit);
}

void
mail_unfinished(const struct page *page, const struct comparison *c, const struct input *input)
{
	size_t n = 0;

	for (size_t i = 0; i < input->n_unfinished; i++) {
		const struct input_unfinished *run = &input->unfinished[i];

		if (!view_eq(run->commit, c->base) && !comparison_shows(c, run->commit))
			continue;
		if (n == 0) {
			page_blank(page);
			page_line(page, "Unfinished runs:");
		}
		if (n++ < MAIL_LINES_MAX)
			write_unfinished(page, run);
	}
	mail_more(page, n);
}
